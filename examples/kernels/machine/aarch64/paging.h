/* Entries of page tables (DDI 0487, D5.3), and the register that holds the root of the lower half. */
#ifndef KERNELS_PAGING_H
#define KERNELS_PAGING_H

#include "kernel.h"

enum { PT_LEVELS = 4, PT_USER_ENTRIES = 512, PT_KERNEL_SHARED = 0 };
enum { RIGHT_WRITE = 1, RIGHT_EXECUTE = 2, RIGHT_USER = 4 };

#define PTE_ADDRESS 0x0000fffffffff000ULL
#define PTE_NO_EXECUTE (3ULL << 53)

/* A bit that the processor does not look at: the page is copied before it is written to. */
#define PTE_COPY_ON_WRITE (1ULL << 55)

static inline bool pte_present(uint64_t pte)
{
	return pte & 1;
}

/* Level 0 is the last one. */
static inline bool pte_is_leaf(uint64_t pte, unsigned level)
{
	return level == 0 || !(pte & 2);
}

static inline uint64_t pte_physical(uint64_t pte)
{
	return pte & PTE_ADDRESS;
}

static inline uint64_t pte_table(uint64_t physical)
{
	return physical | 3;
}

static inline uint64_t pte_leaf(uint64_t physical, unsigned level, unsigned rights)
{
	return physical | 0x701 | (level == 0 ? 2 : 0) | (rights & RIGHT_WRITE ? 0 : 0x80) |
	       (rights & RIGHT_USER ? 0x40 : 0) | (rights & RIGHT_EXECUTE ? 0 : PTE_NO_EXECUTE);
}

static inline unsigned pte_rights(uint64_t pte)
{
	return (pte & 0x80 ? 0 : RIGHT_WRITE) | (pte & 0x40 ? RIGHT_USER : 0) |
	       (pte & PTE_NO_EXECUTE ? 0 : RIGHT_EXECUTE);
}

static inline uint64_t paging_root(void)
{
	uint64_t root;
	__asm__ volatile("mrs %0, ttbr0_el1" : "=r"(root));
	return root & PTE_ADDRESS;
}

static inline void paging_switch(uint64_t root)
{
	__asm__ volatile("dsb sy; msr ttbr0_el1, %0; isb; tlbi vmalle1; dsb sy; isb" ::"r"(root) : "memory");
}

static inline void paging_flush(uintptr_t address)
{
	__asm__ volatile("dsb sy; tlbi vaae1, %0; dsb sy; isb" ::"r"(address >> 12 & 0xfffffffffff)
			 : "memory");
}

#endif

/* Entries of page tables (Intel SDM 3A, 4.5), and the register that holds the root. */
#ifndef KERNELS_PAGING_H
#define KERNELS_PAGING_H

#include "kernel.h"

enum { PT_LEVELS = 4, PT_USER_ENTRIES = 256, PT_KERNEL_SHARED = 1 };
enum { RIGHT_WRITE = 1, RIGHT_EXECUTE = 2, RIGHT_USER = 4 };

#define PTE_ADDRESS 0x000ffffffffff000ULL
#define PTE_NO_EXECUTE (1ULL << 63)

/* A bit that the processor does not look at: the page is copied before it is written to. */
#define PTE_COPY_ON_WRITE (1ULL << 9)

static inline bool pte_present(uint64_t pte)
{
	return pte & 1;
}

/* Level 0 is the last one. */
static inline bool pte_is_leaf(uint64_t pte, unsigned level)
{
	return level == 0 || pte & 0x80;
}

static inline uint64_t pte_physical(uint64_t pte)
{
	return pte & PTE_ADDRESS;
}

static inline uint64_t pte_table(uint64_t physical)
{
	return physical | 7;
}

static inline uint64_t pte_leaf(uint64_t physical, unsigned level, unsigned rights)
{
	return physical | 1 | (rights & RIGHT_WRITE ? 2 : 0) | (rights & RIGHT_USER ? 4 : 0) |
	       (level > 0 ? 0x80 : 0) | (rights & RIGHT_EXECUTE ? 0 : PTE_NO_EXECUTE);
}

static inline unsigned pte_rights(uint64_t pte)
{
	return (pte & 2 ? RIGHT_WRITE : 0) | (pte & 4 ? RIGHT_USER : 0) |
	       (pte & PTE_NO_EXECUTE ? 0 : RIGHT_EXECUTE);
}

static inline uint64_t paging_root(void)
{
	uint64_t cr3;
	__asm__ volatile("mov %%cr3, %0" : "=r"(cr3));
	return cr3 & PTE_ADDRESS;
}

static inline void paging_switch(uint64_t root)
{
	__asm__ volatile("mov %0, %%cr3" ::"r"(root) : "memory");
}

static inline void paging_flush(uintptr_t address)
{
	__asm__ volatile("invlpg (%0)" ::"r"(address) : "memory");
}

#endif

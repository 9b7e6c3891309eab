/* Entries of page tables (the privileged architecture, Sv39), and the register that holds the root. */
#ifndef KERNELS_PAGING_H
#define KERNELS_PAGING_H

#include "kernel.h"

enum { PT_LEVELS = 3, PT_USER_ENTRIES = 256, PT_KERNEL_SHARED = 1 };
enum { RIGHT_WRITE = 1, RIGHT_EXECUTE = 2, RIGHT_USER = 4 };

#define SATP_SV39 (8ULL << 60)

/* A bit that the processor does not look at: the page is copied before it is written to. */
#define PTE_COPY_ON_WRITE (1ULL << 8)

static inline bool pte_present(uint64_t pte)
{
	return pte & 1;
}

static inline bool pte_is_leaf(uint64_t pte, unsigned level)
{
	(void)level;
	return pte & 0xe;
}

static inline uint64_t pte_physical(uint64_t pte)
{
	return pte >> 10 << 12 & 0x00fffffffffff000ULL;
}

static inline uint64_t pte_table(uint64_t physical)
{
	return physical >> 2 | 1;
}

static inline uint64_t pte_leaf(uint64_t physical, unsigned level, unsigned rights)
{
	(void)level;
	return physical >> 2 | 0xc3 | (rights & RIGHT_WRITE ? 4 : 0) | (rights & RIGHT_EXECUTE ? 8 : 0) |
	       (rights & RIGHT_USER ? 0x10 : 0);
}

static inline unsigned pte_rights(uint64_t pte)
{
	return (pte & 4 ? RIGHT_WRITE : 0) | (pte & 8 ? RIGHT_EXECUTE : 0) |
	       (pte & 0x10 ? RIGHT_USER : 0);
}

static inline uint64_t paging_root(void)
{
	uint64_t satp;
	__asm__ volatile("csrr %0, satp" : "=r"(satp));
	return satp << 12 & 0x00fffffffffff000ULL;
}

/* The kernel may touch pages of the user's (sstatus.SUM). */
static inline void paging_switch(uint64_t root)
{
	__asm__ volatile("csrw satp, %0; sfence.vma; csrs sstatus, %1" ::"r"(SATP_SV39 | root >> 12),
			 "r"(1UL << 18)
			 : "memory");
}

static inline void paging_flush(uintptr_t address)
{
	__asm__ volatile("sfence.vma %0" ::"r"(address) : "memory");
}

#endif

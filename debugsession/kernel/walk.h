/*
 * Page walks as the processor makes them, one function an architecture; nothing is read but by the
 * caller's function. Each entry on the way is kept, so that it can be said where a translation ends
 * and why.
 *
 * Sources: Intel SDM volume 3, chapter 4 (4-level and 5-level paging: 4.5; reserved bits: 4.5.4);
 * Arm Architecture Reference Manual DDI 0487, D8 (VMSAv8-64 stage 1: D8.2, descriptors: D8.3);
 * RISC-V privileged architecture 20211203, 4.3.2 (the algorithm) and 4.4 to 4.6 (Sv39, Sv48, Sv57).
 */
#ifndef FL_DEBUGSESSION_KERNEL_WALK_H
#define FL_DEBUGSESSION_KERNEL_WALK_H

#include "debugsession/kernel/bits.h"

/* Read len bytes at a physical address. 0, or a code with err filled: the walk ends with it. */
typedef int (*dbg_phys_fn)(
	void *ctx, uint64_t address, void *bytes, size_t len, struct fl_error *err);

struct dbg_phys {
	dbg_phys_fn read;
	void *ctx;
};

/* Why an address has no translation. X(ENUM, word) */
#define DBG_WALK_ENDS(X)                                                               \
	X(MAPPED, "mapped")                                                            \
	X(NON_CANONICAL, "non_canonical") /* the upper bits are no sign extension */   \
	X(NOT_PRESENT, "not_present") /* an entry says that there is nothing below */  \
	X(RESERVED, "reserved") /* an entry has a form that the manual reserves */     \
	X(MISALIGNED, "misaligned") /* a large page that does not start at its size */ \
	X(DISABLED, "disabled") /* walks for this half are switched off (TCR_EL1.EPD) */

enum dbg_walk_end {
#define X(id, word) DBG_WALK_##id,
	DBG_WALK_ENDS(X)
#undef X
		DBG_WALK_END_COUNT
};

extern const char *const dbg_walk_end_words[DBG_WALK_END_COUNT];

enum { DBG_WALK_MAX = 5 };

struct dbg_walk_entry {
	const char *name; /* "PML4E", "level 1", "level 2 (1 GiB)" */
	unsigned index; /* in its table */
	uint64_t address, value; /* physical address of the entry, and what it holds */
	const struct dbg_bit *bits; /* what the value's bits mean at this place */
};

struct dbg_rights {
	bool read, write, execute;
};

struct dbg_walk {
	const char *mode; /* "4-level", "Sv39", … ; never NULL */
	uint64_t root; /* physical address of the first table */
	unsigned half; /* AArch64: 0 for TTBR0, 1 for TTBR1 */
	struct dbg_walk_entry entries[DBG_WALK_MAX];
	unsigned count;
	enum dbg_walk_end end;
	char reason[160]; /* of an end other than MAPPED, a sentence without a stop */
	uint64_t physical; /* MAPPED: of the address itself, */
	uint64_t page_bytes; /* and the size of the page; 0: translation is off */
	struct dbg_rights kernel, user; /* MAPPED: what all levels together allow each of them */
	bool accessed; /* A, AF: where it is 0, the first access may fault */
};

/* Long mode; FL_EINVAL for PAE and 32-bit paging. */
struct dbg_walk_x86 {
	uint64_t cr0, cr3, cr4, efer;
};
int dbg_walk_x86(const struct dbg_walk_x86 *cpu, uint64_t address, const struct dbg_phys *phys,
	struct dbg_walk *ret_walk, struct fl_error *err);

/* Stage 1 of EL1&0. FL_EINVAL for sizes of less than 16 or more than 48 bits. */
struct dbg_walk_arm {
	uint64_t sctlr, tcr, ttbr0, ttbr1;
};
int dbg_walk_arm(const struct dbg_walk_arm *cpu, uint64_t address, const struct dbg_phys *phys,
	struct dbg_walk *ret_walk, struct fl_error *err);

/* RV64. FL_EINVAL for a satp.MODE that the manual reserves. */
struct dbg_walk_riscv {
	uint64_t satp, sstatus;
};
int dbg_walk_riscv(const struct dbg_walk_riscv *cpu, uint64_t address, const struct dbg_phys *phys,
	struct dbg_walk *ret_walk, struct fl_error *err);

#endif

/*
 * What the processor says of an exception: vectors and error codes, syndromes, causes.
 *
 * Sources: Intel SDM volume 3, 6.3.1 (vectors), 6.13 (error codes of selectors) and 4.7 (page
 * faults); DDI 0487, D17.2.37 (ESR_EL1 and its ISS encodings); RISC-V privileged architecture
 * 20211203, 4.1.8 (scause) and 3.1.15 (mcause).
 */
#ifndef FL_DEBUGSESSION_KERNEL_CAUSE_H
#define FL_DEBUGSESSION_KERNEL_CAUSE_H

#include "debugsession/kernel/bits.h"

/* What was attempted. */
enum dbg_access { DBG_ACCESS_UNKNOWN, DBG_ACCESS_READ, DBG_ACCESS_WRITE, DBG_ACCESS_EXECUTE };
extern const char *const dbg_access_words[];

struct dbg_vector {
	const char *mnemonic, *name; /* "#PF", "page fault" */
	bool error_code; /* the processor pushes one */
};

/* NULL for what is no exception of the processor: vectors from 32 on, and reserved ones. */
const struct dbg_vector *dbg_vector_find(uint64_t vector);

/* The bits of a page fault's error code, and of one that names a selector (#TS #NP #SS #GP). */
extern const struct dbg_bit dbg_pf_bits[], dbg_selector_bits[];

/* What a page fault's code says was attempted. */
enum dbg_access dbg_pf_access(uint64_t code);

struct dbg_syndrome {
	unsigned ec, iss;
	const char *name; /* of the class: "data abort from the same level" */
	bool abort; /* it has a fault address and the fields below */
	bool from_lower; /* it came from a lower exception level */
	enum dbg_access access;
	const char *fault; /* "translation fault", "permission fault" …; abort only */
	int level; /* of the walk where it ended; -1: it has none */
	bool far_valid; /* FAR_EL1 holds the address */
};

void dbg_syndrome_read(uint64_t esr, struct dbg_syndrome *ret);

struct dbg_trap {
	bool interrupt;
	const char *name; /* "load page fault"; "reserved" */
	enum dbg_access access;
	bool page_fault;
	bool has_address; /* stval holds the address of a fault */
};

void dbg_trap_read(uint64_t cause, struct dbg_trap *ret);

#endif

/*
 * Entries of the GDT and the IDT, from their bytes.
 * Source: Intel SDM volume 3, 3.4.5 (segment descriptors), 3.5 (system descriptors, of 16 bytes in
 * long mode: 7.2.3), 6.11 and 6.14.1 (gates of the IDT).
 */
#ifndef FL_DEBUGSESSION_KERNEL_DESCRIPTORS_H
#define FL_DEBUGSESSION_KERNEL_DESCRIPTORS_H

#include "debugsession/kernel/bits.h"

struct dbg_descriptor {
	unsigned index, slots; /* its number, and how many places of 8 bytes it takes: 1 or 2 */
	bool present, system, wide; /* wide: L, code of 64 bits */
	bool big; /* D/B */
	bool granular; /* G: the limit counts pages */
	unsigned type, dpl; /* the four bits; the privilege level */
	const char *kind; /* "code", "data", "TSS (busy)" … */
	uint64_t base;
	uint64_t limit; /* of the last byte */
	uint64_t low, high; /* the raw bytes; high: 0 when it takes one place */
	bool null; /* all its bytes are 0 */
};

/*
 * The descriptor at place `index` of a GDT of which len bytes are given. False: it does not fit in
 * there. In long mode system descriptors take two places.
 */
bool dbg_descriptor_read(const unsigned char *gdt, size_t len, unsigned index, bool long_mode,
	struct dbg_descriptor *ret);

struct dbg_gate_descriptor {
	unsigned vector;
	bool present;
	unsigned selector, type, dpl, ist;
	const char *kind; /* "interrupt", "trap", "call", "task", "?" */
	uint64_t offset;
};

/* The gate of a vector: 16 bytes each in long mode, else 8. False: the IDT does not reach it. */
bool dbg_gate_descriptor_read(const unsigned char *idt, size_t len, unsigned vector, bool long_mode,
	struct dbg_gate_descriptor *ret);

#endif

/*
 * What a debugger shows of a machine that stopped: the exception with the instruction and its
 * registers, the way of an address through the page tables, the end of the serial line's output.
 */
#ifndef FL_TRACEGEN_MACHINE_SHAPES_H
#define FL_TRACEGEN_MACHINE_SHAPES_H

#include "base/model.h"

struct tg_register {
	struct fl_slice name; /* the manual's, in lower case */
	struct fl_slice value; /* hex: 0 tells as much as any other */
};

/* An exception of the processor that nothing handled. */
struct tg_exception {
	struct fl_slice name; /* "page fault (#PF)", "load page fault" */
	struct fl_slice codes; /* what the processor says of it, in words */
	struct fl_slice
		cause; /* a word of dbg_cause_words (debugsession/kernel/fault.h), or breakpoint */
	struct fl_slice explanation;
	struct fl_slice function, file; /* of the instruction; "" where there is no code */
	int64_t line;
	struct fl_slice instruction;
	struct fl_list registers; /* struct tg_register: those it uses, and where it stood */
};

struct tg_walk_entry {
	struct fl_slice level;
	int64_t index; /* in its table */
	struct fl_slice value; /* hex */
	struct fl_slice flags; /* those that are set */
};

/* Where the page tables lead an address. */
struct tg_page_walk {
	uint64_t address;
	struct fl_slice mode; /* "4-level", "Sv39", … */
	struct fl_list entries; /* struct tg_walk_entry, from the root on */
	struct fl_slice result; /* a word of dbg_walk_end_words (debugsession/kernel/walk.h) */
	int64_t page_bytes; /* mapped: of the page, */
	struct fl_slice rights; /* and what the kernel may do there: "r-x" */
};

/* The last lines that the machine wrote to its serial line. */
struct tg_serial {
	struct fl_list lines; /* texts */
	int64_t omitted; /* lines before these */
};

extern const struct fl_shape tg_exception_shape, tg_page_walk_shape, tg_serial_shape;

#endif

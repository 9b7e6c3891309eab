/*
 * The lines that begin a kernel's report, behind their stamps, and what of them is the same in
 * every run.
 */
#ifndef FL_SANITIZE_KERNEL_HEADLINE_H
#define FL_SANITIZE_KERNEL_HEADLINE_H

#include "sanitize/builder/builder.h"

/* "[   12.345678] ", "<4>[   12.3][ T123] ", "[    0.0] [pid:0,cpu0,swapper/0]" off the line. */
struct fl_slice san_kernel_without_stamp(struct fl_slice line);

/* The words that a kind begins with; empty: the line is no headline. */
struct fl_slice san_kernel_sentence(
	const struct san_parser *p, struct fl_slice line, struct fl_arena *a);

/* The sentence without addresses, numbers of processes and processors, places. */
struct fl_slice san_kernel_stable(struct san_parser *p, struct fl_slice sentence);

/*
 * Is it what was found, which the kernel says before it stops itself by a BUG() or warns ("list_del
 * corruption…")? The "kernel BUG at" and "WARNING:" that follow are of the same report.
 */
bool san_kernel_is_finding(struct fl_slice sentence);

/* Does a place only say where the kernel's own checks stand: "lib/list_debug.c"? */
bool san_kernel_is_check(struct fl_slice file);

/* A place in the allocator, which is told where nothing better is known. */
bool san_kernel_is_allocator(struct fl_slice file);

#endif

/*
 * What a C or C++ library says before it ends a program: glibc's and musl's assertions, heap,
 * stack and fortify checks, libstdc++'s and libc++'s assertions, exceptions that nobody caught, the
 * dynamic loader, and the line in which a shell tells of a signal. One row a wording, each with its
 * kind, class and CWE.
 */
#ifndef FL_SANITIZE_ABORT_H
#define FL_SANITIZE_ABORT_H

#include "sanitize/report/report.h"

/*
 * The message that tells best how the program ended: of several the last one, but a shell's line
 * and "terminate called recursively" only where nothing else is said. Sets tool, kind, class, CWE,
 * confidence and message of the report and, where the message names a place in the program's own
 * code, file, line and function; the rest stays. False, and nothing set, when there is none.
 * Addresses are left out; a message takes at most 4 KiB. whole: the text is of one run and ends
 * with it, so that what() of several lines may reach its end; else see sanitize/abort/what.h.
 */
bool san_abort_find(struct fl_slice text, bool whole, struct fl_arena *a, struct san_report *r);

/*
 * The same for a log: the row of the message in the line, if any; a shell's line is none. debug:
 * lines of libstdc++'s debug mode stand before it. weak: it counts only where nothing else is
 * said. Set the report from the row and the text, which begins with that line.
 */
struct san_abort_start {
	int row;
	bool weak;
};
bool san_abort_row(struct fl_slice line, bool debug, struct san_abort_start *ret_start);
void san_abort_set(int row, struct fl_slice text, struct fl_arena *a, struct san_report *r);

/*
 * Why the run says nothing about the program: the sanitizer could not work (its words in the report
 * channel), or, when loader is set, the dynamic loader found no library. The line, or an empty
 * slice.
 */
struct fl_slice san_infra_find(struct fl_slice text, bool loader);

/* A failed check of TSan's that is none of these: a program joins a thread that is not there. */
bool san_is_no_thread(struct fl_slice line);

#endif

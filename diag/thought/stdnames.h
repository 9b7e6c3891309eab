/*
 * What the standard libraries have: for a name, the header that declares it and the standard that
 * brought it. From ISO C++ 98 to 23, ISO C 89 to 11, POSIX.1-2008 and glibc; several hundred names
 * that programs use, not all there are.
 */
#ifndef FL_DIAG_STDNAMES_H
#define FL_DIAG_STDNAMES_H

#include "base/slice.h"

struct diag_std_name {
	const char *header; /* "expected", "stdlib.h"; without <> */
	bool c; /* of the C library: `since` counts standards of C */
	int since; /* C++: 98 to 23; C: 89, 99, 11; 0: no ISO C (POSIX, glibc) */
	bool every; /* C: the header is a newer one, and gives it under every -std */
	int gcc; /* C++: the first gcc that has it, when that is later than 12; else 0 */
	const char *feature; /* C: the macro that glibc needs under a strict -std=cNN, or NULL */
	const char *instead; /* what serves in an older standard, or NULL */
};

/* By the name behind "std::" ("expected", "ranges::sort"); C's names too. False: not known. */
bool diag_std_find(struct fl_slice name, struct diag_std_name *ret_name);

/* By the name of something in C, or in C++ without "std::" ("malloc", "SIGINT"). */
bool diag_std_find_c(struct fl_slice name, struct diag_std_name *ret_name);

/*
 * By a C++ header's name ("expected"): the earliest standard and gcc that have something in it.
 * ret_name->instead is what serves for its first name.
 */
bool diag_std_find_header(struct fl_slice header, struct diag_std_name *ret_name);

/* The C++ spelling of an ISO C header ("stdlib.h": "cstdlib"); NULL for others. */
const char *diag_std_cxx_header(const char *header);

/*
 * Call visit for each name of the tables: C++'s without "std::", then C's. Stops at the first
 * result other than 0 and returns it.
 */
int diag_std_each(int (*visit)(void *ctx, struct fl_slice name, const struct diag_std_name *about),
	void *ctx);

#endif

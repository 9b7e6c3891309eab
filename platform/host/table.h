/*
 * The tables of the room: rows of words with blanks between them, each word with marks before its
 * name, sorted by names (by bytes) over all rows. Each table ends with NULL.
 */
#ifndef FL_PLATFORM_HOST_TABLE_H
#define FL_PLATFORM_HOST_TABLE_H

#include "base/slice.h"

/*
 * Two marks, for C and for C++: '+' taken, 'l' taken, but what it makes needs it for linking, 'x'
 * another language's, 'w' taken with a warning, '-' refused, 'a' an option ("-x=") of which not all
 * arguments are known, or one between gcc's own parts. "#" at the end of a name stands for any
 * number, "*" for any a=b.
 */
extern const char *const plat_host_flags[];

/* One mark: '+' or '-'. */
extern const char *const plat_host_links[], *const plat_host_libraries[];
extern const char *const plat_host_attributes[];

/*
 * '+' there, 'p' there and compiles alone in C only, '~' there but it does not compile alone; 'c'
 * and 'd' there for C++, the same two; '-' not there.
 */
extern const char *const plat_host_headers[];

/*
 * '+' libc's, 'm' libm's, 'r' libresolv's, 'y' libcrypt's, '?' a stub of libc, 'b' gcc's alone,
 * '-' of none of them and of no header, either.
 */
extern const char *const plat_host_functions[];

/*
 * Not one sorted table but a sorted row or several for each header, "<header" first: '+' functions
 * that it declares, '*' those that it declares with _GNU_SOURCE.
 */
extern const char *const plat_host_declared[];

/*
 * Three marks: with which headers at least (n none, s <stdio.h>, t <sys/types.h>), and bytes in two
 * digits. A '.' in a name stands for a blank.
 */
extern const char *const plat_host_sizes[];

/* The marks (so many) of the word that has a name; NULL: there is none. */
const char *plat_host_find(const char *const *rows, size_t marks, struct fl_slice name);

/* The same of one row. */
const char *plat_host_in_row(const char *row, size_t marks, struct fl_slice name);

#endif

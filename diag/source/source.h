/*
 * The sources that diagnostics speak of, read from below one directory and from nowhere else: no
 * "..", no absolute path to elsewhere and no symbolic link leads out of it (openat2(2) with
 * RESOLVE_BENEATH, Linux 5.6). Nothing is written.
 *
 * Limits: regular files of at most 4 MiB, with an index of 4 bytes a line; 32 of them are kept.
 * Once they take more than 8 MiB, those that were not asked for the longest are dropped before the
 * next is read. To read them again and again is limited, too: 64 MiB, and 64 KiB more each time
 * that a file is asked for; what is beyond is as if it were not there. Lines of at most 4 KiB are
 * given.
 */
#ifndef FL_DIAG_SOURCE_H
#define FL_DIAG_SOURCE_H

#include "diag/model/diagnostic.h"

struct diag_source;

/*
 * The sources below dir, which relative file names start from; absolute ones must lie below it.
 * FL_EMISSING when it cannot be opened or the kernel cannot confine to it, FL_ENOMEM.
 */
int diag_source_new(const char *dir, struct diag_source **ret_source, struct fl_error *err);
void diag_source_free(struct diag_source *s);

/*
 * Line `line` (from 1) of a file, without its end, valid until the next call. False when there is
 * no such file or line, or it may not be read.
 */
bool diag_source_line(
	struct diag_source *s, struct fl_slice file, int64_t line, struct fl_slice *ret_line);

/*
 * The place of a byte of a file (`offset` from 0; the byte behind the last one counts): its line
 * from 1 and its column in bytes, from 1. False when there is no such file or byte.
 */
bool diag_source_place(struct diag_source *s, struct fl_slice file, int64_t offset,
	int64_t *ret_line, int64_t *ret_col);

/*
 * Fill source_line and caret of d and its notes where they are empty, as compilers print them: tabs
 * expanded to multiples of 8, a "^" at the place, "~" below the ranges. d's notes are replaced by a
 * new list in the arena, not changed. FL_ENOMEM, FL_ELIMIT.
 */
int diag_source_fill(
	struct diag_source *s, struct diag_diagnostic *d, struct fl_arena *a, struct fl_error *err);

#endif

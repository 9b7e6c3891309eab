/*
 * What columns count, and from one to the other. Compilers differ: clang counts bytes, gcc cells of
 * a terminal (tabs to multiples of 8, East Asian wide characters two), SARIF code points.
 */
#ifndef FL_DIAG_COLUMNS_H
#define FL_DIAG_COLUMNS_H

#include "diag/source/source.h"

enum diag_unit {
	DIAG_UNIT_NATIVE, /* as the tool counted */
	DIAG_UNIT_BYTE,
	DIAG_UNIT_CODEPOINT,
	DIAG_UNIT_DISPLAY
};

enum { DIAG_TAB = 8, DIAG_TAB_MAX = 64 }; /* cells from tab to tab: compilers'; the most allowed */

/* The unit of a col_unit; DIAG_UNIT_NATIVE for one that is not known. */
enum diag_unit diag_unit_of(struct fl_slice col_unit);

/* Where a column (from 1) of the source line begins, as a byte offset; behind the end one each. */
size_t diag_column_to_offset(struct fl_slice line, int64_t col, enum diag_unit unit, unsigned tab);

/* The column (from 1) of a byte offset. */
int64_t diag_column_from_offset(
	struct fl_slice line, size_t offset, enum diag_unit unit, unsigned tab);

/*
 * Turn the columns of d (its place, ranges and edits) and of each note (with its edits) into
 * `unit`; display columns then have tabs to multiples of `tab`. That needs the line as it is in the
 * file: from `source` (NULL: none), else as printed, where no tab can hide in its blanks. Of what
 * is not known nothing is changed, and col_unit says so. Lists are replaced by new ones in the
 * arena. FL_ENOMEM, FL_ELIMIT.
 */
int diag_columns(struct diag_diagnostic *d, enum diag_unit unit, unsigned tab,
	struct diag_source *source, struct fl_arena *a, struct fl_error *err);

#endif

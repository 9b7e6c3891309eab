/*
 * Places that a format gives as offsets from the start of a file (clang-tidy --export-fixes):
 * line 0, a column that is the offset and 1, and "offset" for its unit.
 */
#ifndef FL_DIAG_OFFSETS_H
#define FL_DIAG_OFFSETS_H

#include "diag/source/source.h"

/*
 * Turn the offsets of d, its ranges, notes and edits into lines and columns in bytes, where the
 * source is at hand; all else stays, and the col_unit of d and of its notes says so. Lists are
 * replaced by new ones in the arena. Does nothing to diagnostics without offsets. FL_ENOMEM,
 * FL_ELIMIT.
 */
int diag_offsets(struct diag_diagnostic *d, struct diag_source *source, struct fl_arena *a,
	struct fl_error *err);

#endif

/*
 * A side of a pair from the other one and a unified diff, as `git diff`, `git format-patch` and
 * `diff -u` write it: what stands before, between and behind its hunks is passed over.
 */
#ifndef FL_DATASETS_IMPORT_MEND_UNDIFF_H
#define FL_DATASETS_IMPORT_MEND_UNDIFF_H

#include "base/arena.h"

/*
 * Apply the diff to `from`, or take it back (`back`). Of a diff of several files the part whose
 * name ends in `name` counts. Every hunk has to stand where it says, as it says. *ret_to lives in
 * the arena. FL_EPARSE: no hunk in it, or several files and none of the name; FL_EREFUSED: it does
 * not fit.
 */
int ds_undiff(struct fl_slice diff, struct fl_slice name, struct fl_slice from, bool back,
	struct fl_arena *a, struct fl_slice *ret_to, struct fl_error *err);

#endif

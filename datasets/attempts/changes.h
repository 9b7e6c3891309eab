/*
 * An attempt at mending a program: some changes of its faulty files, at once. The changes that undo
 * the edits of a record are its mends; others are what somebody might try.
 */
#ifndef FL_DATASETS_ATTEMPTS_CHANGES_H
#define FL_DATASETS_ATTEMPTS_CHANGES_H

#include "datasets/record/edits.h"

/* In `file` as it is with the fault, `len` bytes from `start` on give way to `put`. */
struct ds_change {
	struct fl_slice file;
	int64_t start, len;
	struct fl_slice put;
};

/* What undoes each edit of the record, in their order: r->edits.len changes, in the arena. */
int ds_changes_mends(const struct ds_record *r, struct fl_arena *a, struct ds_change **ret_mends,
	struct fl_error *err);

/* Do the two touch the same bytes of a file, or bytes next to each other? */
bool ds_changes_meet(const struct ds_change *x, const struct ds_change *y);

/*
 * The record's files as these changes make them (struct tg_file), and the code that says so, in the
 * record's form (datasets/record/answer.h). Changes of a file stand together and do not meet; they
 * are put into the order of their places. In the arena. FL_EREFUSED: the code cannot be written.
 */
int ds_changes_apply(const struct ds_record *r, struct ds_change *changes, size_t count,
	struct fl_arena *a, struct fl_list *ret_files, struct fl_slice *ret_code,
	struct fl_error *err);

#endif

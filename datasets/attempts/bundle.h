/*
 * Several faults of one program's build in one program: what somebody has who wrote for an hour
 * before he compiled.
 */
#ifndef FL_DATASETS_ATTEMPTS_BUNDLE_H
#define FL_DATASETS_ATTEMPTS_BUNDLE_H

#include "datasets/record/record.h"

/* Faults that one program gets at most. */
enum { DS_BUNDLE_MAX = 5 };

/*
 * May r's fault stand in one program with those of the rows: the same program, built in the same
 * way; another operator, so that each edit tells which fault it is of; and other lines?
 */
bool ds_bundle_fits(const struct ds_record *const *rows, size_t count, const struct ds_record *r);

/*
 * A record of all their faults, with files, edits, buggy, fixed, mutation and fault; the other
 * columns are those of the first row. In the arena or in the rows. FL_EREFUSED: their edits do not
 * go together.
 */
int ds_bundle_make(const struct ds_record *const *rows, size_t count, struct fl_arena *a,
	struct ds_record *ret_record, struct fl_error *err);

#endif

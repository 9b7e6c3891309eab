/*
 * Which code a prompt shows within its budget: decided by the evidence's places and by the code,
 * never by an edit. Where not all fits, whole pieces (datasets/record/chunks.h) are shown: those
 * that the evidence names, then the functions that these call and the declarations of these and of
 * the macros that they use, and so on; then files as a whole,
 * the first ones first; last what is next to what is shown. A piece that is too large by itself is
 * cut around the evidence's lines in it.
 */
#ifndef FL_DATASETS_PICK_H
#define FL_DATASETS_PICK_H

#include "base/arena.h"
#include "base/model.h"

/* A line that the evidence names. */
struct ds_place {
	size_t file; /* index in files */
	int64_t line;
};

/* What is shown of a file: of each line 1 or 0; all 0: nothing. */
struct ds_shown {
	char *lines;
	size_t count, shown; /* lines, and how many of them are shown */
};

struct ds_pick_spec {
	const struct fl_list *files; /* struct tg_file */
	const size_t *order; /* indexes in files: those to show, the first ones first */
	size_t count;
	const struct ds_place *places; /* the first ones first */
	size_t place_count;
	size_t budget; /* bytes of code; 0: no limit */
};

/* ret_shown has room for each of the files. FL_ENOMEM when the arena is full. */
int ds_pick(const struct ds_pick_spec *spec, struct fl_arena *a, struct ds_shown *ret_shown,
	struct fl_error *err);

#endif

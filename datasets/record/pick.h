/*
 * Which code a prompt shows: what the evidence's places need, as the code says, and not all that
 * the budget allows. What is small is shown whole. Of the rest, whole pieces
 * (datasets/record/chunks.h): those that the evidence names, then what is named on its lines, then
 * the functions that these call and the declarations and types of these and of the macros that they
 * use, and so on, until a measure is full. The measure is the least of some steps at which what
 * must be seen is seen, so that an edit decides how much is shown, and never which. Where none
 * suffices, what must be seen stands among others (datasets/record/among.h); where that has no
 * room, files as a whole and what stands beside fill up the budget. A piece that is too large by
 * itself is cut around the evidence's lines in it. Each stretch that is shown has the lines beside
 * it that the context of a patch may need.
 */
#ifndef FL_DATASETS_PICK_H
#define FL_DATASETS_PICK_H

#include "base/arena.h"
#include "base/model.h"
#include "datasets/record/shown.h"

/* A line that the evidence names. */
struct ds_place {
	size_t file; /* index in files */
	int64_t line;
};

struct ds_pick_spec {
	const struct fl_list *files; /* struct tg_file */
	const size_t *order; /* indexes in files: those to show, the first ones first */
	size_t count;
	const struct ds_place *places; /* the first ones first */
	size_t place_count;
	size_t budget; /* bytes of code; 0: no limit */
	bool includes; /* show what the file of the first place includes */
	struct fl_slice evidence; /* names in quotes are looked for, too; "": none */
	struct fl_slice key; /* what others are drawn by: of the program and the symptom */
	const struct ds_place *must; /* lines that must be seen */
	size_t must_count;
};

/*
 * ret_shown has room for each of the files. FL_ENOMEM when the arena is full, FL_EREFUSED when not
 * all that must be seen has room.
 */
int ds_pick(const struct ds_pick_spec *spec, struct fl_arena *a, struct ds_shown *ret_shown,
	struct fl_error *err);

#endif

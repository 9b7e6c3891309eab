/* Chains of calls over the text of a record's program, from what is on a stack to an edit. */
#ifndef FL_DATASETS_OBSERVED_CALLS_H
#define FL_DATASETS_OBSERVED_CALLS_H

#include "datasets/record/record.h"

enum { DS_CALLS_DEPTH = 4 };

struct ds_calls_step {
	struct fl_slice function; /* that calls the one before it */
	struct fl_slice file;
	int64_t line; /* of the call, in the faulty file */
};

/* From the function that is looked for outwards: by whom each is called. */
struct ds_calls {
	struct fl_slice target;
	bool declared; /* the line declares it, and is not in it */
	struct ds_calls_step steps[DS_CALLS_DEPTH];
	size_t count; /* 0: there is no chain */
	size_t from; /* the index of the place that it begins at */
};

/* A line on a stack. */
struct ds_calls_place {
	struct fl_slice file;
	int64_t line;
};

/*
 * The shortest chain from the function of one of the places, the first ones first, to the function
 * that the line is in or declares. A name that several functions have is followed only within a
 * file that has it once. FL_ENOMEM when the arena is full.
 */
int ds_calls_find(const struct ds_record *r, const struct ds_calls_place *places, size_t count,
	const struct ds_calls_place *to, struct fl_arena *a, struct ds_calls *ret_calls,
	struct fl_error *err);

#endif

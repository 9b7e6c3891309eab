/* What a record asks and answers, as the options of an export want it. */
#ifndef FL_DATASETS_TURNS_H
#define FL_DATASETS_TURNS_H

#include "datasets/record/record.h"

struct ds_turns_opts {
	bool instruction; /* above the prompt, which has it as a comment line in any case */
	bool no_reasoning; /* neither in the answer nor asked for */
	bool no_markers; /* no lines around the reasoning and the code of answers */
};

struct ds_turns {
	struct fl_slice asked, reasoning, code; /* reasoning and code are the answer */
};

/* Slices of the record where nothing changes, else in the arena. */
int ds_turns_make(const struct ds_turns_opts *opts, const struct ds_record *r, struct fl_arena *a,
	struct ds_turns *ret_turns, struct fl_error *err);

/* The code of an answer without reasoning, by the options. A slice of it. */
struct fl_slice ds_turns_code(const struct ds_turns_opts *opts, struct fl_slice answer);

#endif

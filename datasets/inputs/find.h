/*
 * Inputs for programs that come without, or with few: found by running them. What a program
 * looks for (datasets/inputs/hints.h) and common shapes give the first ones; those that reach
 * something new have offspring (grow.h); kept are few that together reach most (cover.h), print
 * different things, end well under sanitizers in two runs alike, and are shorter where nothing is
 * lost. The same seed, program and compilers give the same inputs: work is counted in runs, not in
 * time.
 */
#ifndef FL_DATASETS_INPUTS_FIND_H
#define FL_DATASETS_INPUTS_FIND_H

#include "tracegen/verify.h"

/* Runs of one search, about; inputs kept unless told otherwise. */
enum { DS_INPUTS_RUNS = 400, DS_INPUTS_KEPT = 6 };

/* Runs of a project's tests that are few: with less, others are looked for. */
enum { DS_INPUTS_FEW = 8 };

struct ds_inputs_spec {
	/* Inputs that it has are where the search begins; found are those that do more. */
	const struct tg_program *program;
	uint64_t seed;
	struct fl_slice name; /* what the draw depends on besides */
	size_t max; /* most that are kept; at most TG_INPUTS_MAX */
	size_t runs; /* of the search, about; 0: DS_INPUTS_RUNS */
	struct tg_limits limits; /* of a run of the original */
};

/* X(ENUM, word, why no input was kept) */
#define DS_INPUTS_NONE(X)                                                  \
	X(FOUND, "", "some were")                                          \
	X(READS_NOTHING, "reads_nothing", "its sources ask for none")      \
	X(NOT_COVERED, "not_covered", "it does not build with coverage")   \
	X(NONE_WELL, "none_well", "it ends well with none of those tried") \
	X(ALL_ALIKE, "all_alike", "it does nothing new, whatever it is given")

enum ds_inputs_none {
#define X(id, ...) DS_INPUTS_##id,
	DS_INPUTS_NONE(X)
#undef X
		DS_INPUTS_NONE_COUNT
};

extern const char *const ds_inputs_none_words[DS_INPUTS_NONE_COUNT];

struct ds_inputs_found {
	/* struct tg_input, the one to be shown first first; without those that it had. */
	struct fl_list inputs;
	enum ds_inputs_none none;
	size_t tried, well; /* different inputs that were run; that it ended well with */
	size_t reached,
		kept_reach; /* places in the code: by all of those; by the ones that are kept */
};

/* Search in the box, which is emptied. Errors are of the box only. All lives in the arena. */
int ds_inputs_find(struct fl_box *box, const struct ds_inputs_spec *spec, struct fl_arena *a,
	struct ds_inputs_found *ret_found, struct fl_error *err);

#endif

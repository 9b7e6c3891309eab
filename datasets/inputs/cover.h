/*
 * What an input reaches in a program: the program is built with the compilers' coverage callbacks
 * and a part of ours that writes what they say into a file of the box. The callbacks also tell
 * which constants are compared with.
 */
#ifndef FL_DATASETS_INPUTS_COVER_H
#define FL_DATASETS_INPUTS_COVER_H

#include "datasets/inputs/hints.h"
#include "tracegen/verify.h"

enum { DS_COVER_CELLS = 1 << 14 };

struct ds_cover {
	struct fl_box *box;
	struct tg_program program; /* with the part that counts */
	unsigned cpu_ms; /* limit of a run; what needs more than a fifth of it does not count */
	bool hits_only; /* how often is chance: it has threads */
};

/* What one input did. */
struct ds_covered {
	bool well; /* status 0, within all limits */
	bool timeout; /* it did not end in time, or spent it asleep */
	/* By place in the code: 0, or 1 + the order of magnitude of how often it was reached. */
	unsigned char cells[DS_COVER_CELLS];
	size_t reached; /* cells that are not 0 */
	bool compared[DS_COVER_CELLS]; /* by place of a comparison and what its sides were like */
	size_t comparisons; /* of these */
	uint64_t output; /* hash of what it printed */
	size_t output_len;
};

/*
 * Build the program in the box, which is emptied. *ret_ok is false when that fails: the compiler
 * does not take it so. The arena holds what *ret_cover refers to.
 */
int ds_cover_open(struct fl_box *box, const struct tg_program *program, unsigned cpu_ms,
	struct fl_arena *a, struct ds_cover *ret_cover, bool *ret_ok, struct fl_error *err);

/* Run it with an input; constants that it compared with are added to the hints. */
int ds_cover_run(struct ds_cover *c, const struct tg_input *input, struct ds_hints *hints,
	struct ds_covered *ret_covered, struct fl_error *err);

#endif

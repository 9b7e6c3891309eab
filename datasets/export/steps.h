/*
 * A dialogue with a debugger or a compiler as steps, each right or wrong: rows for models that
 * judge each step of a reasoning. A step is a statement (a sentence of a thought, with the markers
 * that stand at it), a call with its answer, a script with its answers, an attempt, or the code.
 * The steps of a row, with a line end behind each, are the completion.
 *
 * Source of the shape: https://huggingface.co/docs/trl/dataset_formats, "Stepwise supervision".
 */
#ifndef FL_DATASETS_EXPORT_STEPS_H
#define FL_DATASETS_EXPORT_STEPS_H

#include "datasets/export/scrub.h"
#include "datasets/record/record.h"
#include "datasets/turns/flip.h"

struct ds_steps_counts {
	int64_t flips[DS_FLIP_KINDS]; /* rows with one */
	int64_t none; /* dialogues without a statement that can be flipped */
	int64_t unfound; /* flips that the checker lets through; none of them is written */
};

struct ds_steps {
	const struct ds_record *record;
	struct fl_list turns;
	struct fl_slice code; /* of its answer */
	struct ds_flip flip;
	bool flipped; /* there is one */
};

/*
 * Read a dialogue and draw its flip by the seed and its id; counted. FL_EREFUSED: the record is no
 * dialogue.
 */
int ds_steps_make(const struct ds_record *r, uint64_t seed, struct fl_arena *a,
	struct ds_steps *ret_steps, struct ds_steps_counts *counts, struct fl_error *err);

/*
 * Append `"completions":[…],"labels":[…],"flip":…,"refuted_by":…`: of the dialogue as it is, all
 * right, or up to and with the flipped statement. scrubbed: NULL, or texts are scrubbed and it is
 * counted.
 */
void ds_steps_put(const struct ds_steps *steps, bool flipped, int64_t *scrubbed, struct fl_arena *a,
	struct fl_buf *out);

#endif

/*
 * From records of faults of the build to a dialogue with the compiler about them: the program with
 * all of them is compiled; somebody reads what is said (datasets/attempts/idea.h), says what is
 * wrong and mends that, compiles again, and goes on until nothing is said. Now and then he tries
 * something else first, which the compiler refutes.
 *
 * The idea comes of the compiler's words and the program; the edits are looked at behind it only.
 */
#ifndef FL_DATASETS_ATTEMPTS_MAKE_H
#define FL_DATASETS_ATTEMPTS_MAKE_H

#include "datasets/dialogue/dialogues.h"

/* What `datasets dialogues --compile` is made by. */
extern const struct ds_dialogue_maker ds_attempts_maker;

/* Make one of rows that go together (datasets/attempts/bundle.h); as ds_dialogue_make(). */
int ds_attempts_make(struct ds_dialogue_bench *bench, const struct ds_record *const *rows,
	size_t count, struct fl_arena *a, struct ds_dialogue *ret_dialogue, struct fl_error *err);

#endif

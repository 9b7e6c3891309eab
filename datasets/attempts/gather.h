/*
 * Which faults come into one program: the rows of a program are gathered until they are as many as
 * was drawn, by the seed and the first of them.
 */
#ifndef FL_DATASETS_ATTEMPTS_GATHER_H
#define FL_DATASETS_ATTEMPTS_GATHER_H

#include "datasets/dialogue/dialogues.h"

/* As struct ds_dialogue_maker has them. */
int ds_gather_new(uint64_t seed, void **ret_state, struct fl_error *err);
int ds_gather_add(void *state, const struct ds_record *r, struct fl_slice line,
	ds_dialogue_ask_fn ask, void *ctx, struct fl_error *err);
int ds_gather_end(void *state, ds_dialogue_ask_fn ask, void *ctx, struct fl_error *err);
void ds_gather_free(void *state);

#endif

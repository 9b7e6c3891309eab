/*
 * Places that a prompt must show and that its evidence does not lead to: each with others of its
 * kind and size, from anywhere in the program, drawn by a key that knows nothing of the places, so
 * that being shown says little about them. A unit is a function, or some declarations; of a large
 * function it is a stretch of lines whose bounds the key draws.
 */
#ifndef FL_DATASETS_AMONG_H
#define FL_DATASETS_AMONG_H

#include "datasets/record/pick.h"

/*
 * Show them in shown (of each file) as far as `left` bytes allow. FL_ENOMEM when the arena is full.
 */
int ds_among(const struct ds_pick_spec *spec, size_t left, struct fl_arena *a,
	struct ds_shown *shown, struct fl_error *err);

#endif

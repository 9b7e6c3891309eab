/* A made-up data model with every kind of field, and random objects of it. */
#ifndef FL_TESTS_SAMPLE_H
#define FL_TESTS_SAMPLE_H

#include "base/model.h"
#include "base/rng.h"

extern const struct fl_shape sample_note_shape, sample_spot_shape, sample_shape;
extern const struct fl_registry sample_registry;

/* Random items of the sample shapes; texts hold any bytes, or no NUL where `nul` is false. */
struct fl_items sample_items(struct fl_arena *a, struct fl_rng *r, bool nul);

#endif

/*
 * A seeded generator (splitmix64): the same seed gives the same numbers on every machine. Streams
 * are made from a seed and names, so that what one program draws does not depend on another's.
 */
#ifndef FL_BASE_RNG_H
#define FL_BASE_RNG_H

#include "base/slice.h"

struct fl_rng {
	uint64_t state;
};

/* A stream of its own for (seed, scope, name); either slice may be empty. */
struct fl_rng fl_rng_new(uint64_t seed, struct fl_slice scope, struct fl_slice name);

uint64_t fl_rng_next(struct fl_rng *r);

/* Evenly from 0 to bound - 1; 0 when bound is 0. */
uint64_t fl_rng_below(struct fl_rng *r, uint64_t bound);

#endif

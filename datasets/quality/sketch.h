/*
 * What a text is of, in half a kilobyte: a sketch from which the share of what two texts have in
 * common is told without either. A text is the set of its runs of DS_SKETCH_GRAM tokens; blanks and
 * comments are none. What two have in common is the Jaccard index of their sets: how many runs are
 * in both, of those in either.
 *
 * One permutation hashing with optimal densification: each run falls into one bin by its hash, and
 * a bin keeps its least; an empty one takes that of another one, always the same.
 * A. Shrivastava, Optimal Densification for Fast and Accurate Minwise Hashing, ICML 2017.
 */
#ifndef FL_DATASETS_SKETCH_H
#define FL_DATASETS_SKETCH_H

#include "base/slice.h"

enum { DS_SKETCH_BINS = 256, DS_SKETCH_GRAM = 5 };

struct ds_sketch {
	uint16_t bins[DS_SKETCH_BINS];
};

/*
 * The sketch of a text of C or C++; of other languages words, numbers and marks are tokens as well.
 * A text of fewer tokens than a run has is one run. Texts without a token all have the same sketch.
 */
void ds_sketch_of(struct fl_slice text, struct ds_sketch *ret_sketch);

/*
 * The Jaccard index as the sketches tell it, 0 to 1. Its standard error is at most that of
 * DS_SKETCH_BINS draws: 0.025 where the index is 0.8.
 */
double ds_sketch_alike(const struct ds_sketch *a, const struct ds_sketch *b);

#endif

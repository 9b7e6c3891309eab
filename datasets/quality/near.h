/*
 * Which texts are nearly the same as an earlier one, among as many as memory holds sketches of
 * (datasets/quality/sketch.h): locality-sensitive hashing over bands of a sketch.
 *
 * A sketch is cut into bands of some bins; texts that agree in all bins of a band are compared. Two
 * that are alike to the least degree that is asked for agree in a band with a chance of
 * DS_NEAR_CHANCE or more. J. Leskovec, A. Rajaraman, J. Ullman, Mining of Massive Datasets, 3.4.
 *
 * Memory: about 0.9 kB a text that is nobody's copy, where bands have 8 bins; nothing for a copy.
 */
#ifndef FL_DATASETS_NEAR_H
#define FL_DATASETS_NEAR_H

#include <stdbool.h>

#include "base/error.h"
#include "datasets/quality/sketch.h"

struct ds_near;

#define DS_NEAR_CHANCE 0.99

/* Least and most percent alike that texts can be looked for at. */
enum { DS_NEAR_LEAST = 50, DS_NEAR_MOST = 100 };

/* Most texts; one more is FL_ELIMIT. */
enum { DS_NEAR_TEXTS = 1 << 24 };

/*
 * Texts are copies when at least so many percent (DS_NEAR_LEAST to DS_NEAR_MOST) of what either
 * has is in both; as sketches tell, which err, less by DS_NEAR_SLACK is enough: so of those that
 * are just so alike hardly any is missed. At 100 sketches have to be the same. FL_EINVAL,
 * FL_ENOMEM.
 */
enum { DS_NEAR_SLACK = 5 };

int ds_near_new(unsigned percent, struct ds_near **ret_near, struct fl_error *err);
void ds_near_free(struct ds_near *near);

/* Bins of a band, and how many bands: for documents. */
unsigned ds_near_rows(const struct ds_near *near);
unsigned ds_near_bands(const struct ds_near *near);

struct ds_near_match {
	bool copy; /* of an earlier one */
	size_t of; /* that one's number, by the order of those that are none's copy; else its own */
	double alike; /* 0 to 1 */
};

/*
 * What a text is a copy of: of those that it is like, the one that it is most like, the earliest of
 * such. One that is a copy of none is remembered.
 */
int ds_near_add(struct ds_near *near, const struct ds_sketch *sketch,
	struct ds_near_match *ret_match, struct fl_error *err);

/*
 * Its two halves: look, and remember nothing (no text that is like it: copy is false); remember
 * what was looked for and is a copy of none.
 */
struct ds_near_match ds_near_find(const struct ds_near *near, const struct ds_sketch *sketch);
int ds_near_put(struct ds_near *near, const struct ds_sketch *sketch, struct fl_error *err);

#endif

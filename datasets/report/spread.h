/*
 * How long texts are: every length that was added, and what is told of them at the end.
 */
#ifndef FL_DATASETS_REPORT_SPREAD_H
#define FL_DATASETS_REPORT_SPREAD_H

#include "base/model.h"

/* Lengths under way; begins zeroed. */
struct ds_lengths {
	uint32_t *at;
	size_t len, room;
};

/* How many lengths are in a range; the ranges of a spread follow each other. */
struct ds_range {
	int64_t from, to; /* inclusive */
	int64_t count;
};

struct ds_spread {
	struct fl_slice name, unit;
	int64_t count, none; /* lengths; those that are 0 */
	int64_t sum, least, most;
	int64_t tenth, quarter, median, three_quarters, nine_tenths, ninety_nine; /* nearest rank */
	struct fl_list ranges; /* struct ds_range: by powers of two, of those that are not 0 */
};

extern const struct fl_shape ds_spread_shape;

/* FL_ENOMEM. Lengths above UINT32_MAX count as that. */
int ds_lengths_add(struct ds_lengths *l, size_t length, struct fl_error *err);

/* Sorts the lengths. Lists live in the arena; name and unit are the caller's to set. */
int ds_lengths_spread(struct ds_lengths *l, struct fl_arena *a, struct ds_spread *ret_spread,
	struct fl_error *err);

void ds_lengths_release(struct ds_lengths *l);

#endif

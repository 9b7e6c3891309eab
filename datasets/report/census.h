/*
 * What the report says of all records, beyond what ds_tally counts: columns whose words are free,
 * and how long the texts are.
 */
#ifndef FL_DATASETS_REPORT_CENSUS_H
#define FL_DATASETS_REPORT_CENSUS_H

#include "datasets/report/spread.h"
#include "datasets/report/words.h"
#include "datasets/show.h"

/* Counts of one column. */
struct ds_column {
	struct fl_slice key, title;
	struct fl_slice note; /* what a reader should know of it, or "" */
	int64_t words; /* different ones */
	struct fl_list counts; /* struct ds_count, the highest first */
};

struct ds_census {
	struct ds_stats stats;
	struct fl_list columns; /* struct ds_column */
	struct fl_list spreads; /* struct ds_spread */
	struct fl_slice tokeniser;
};

extern const struct fl_shape ds_census_shape;

struct ds_census_taker;

/* Texts live in the arena, which must outlive it. The caller frees it. FL_ENOMEM. */
int ds_census_new(struct fl_arena *a, struct ds_census_taker **ret_taker, struct fl_error *err);

/* Count a record whose JSON line has so many bytes. FL_ENOMEM, FL_ELIMIT. */
int ds_census_add(
	struct ds_census_taker *t, const struct ds_record *r, size_t bytes, struct fl_error *err);

/* What there is so far; lists live in the arena. */
int ds_census_get(struct ds_census_taker *t, struct ds_census *ret_census, struct fl_error *err);

void ds_census_free(struct ds_census_taker *t);

#endif

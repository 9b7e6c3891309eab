/*
 * Rows of JSON without those that are there already: the same text, or nearly the same, as an
 * earlier row, or as a row of other sets, say those that a model is tested on.
 *
 * Rows are objects. Records of one fault (a `fault` key) are views of the same thing: what the
 * first of them comes to, the others come to, too.
 */
#ifndef FL_DATASETS_DEDUP_H
#define FL_DATASETS_DEDUP_H

#include <stdbool.h>

#include "base/error.h"
#include "base/slice.h"

struct ds_dedup;

struct ds_dedup_opts {
	struct fl_slice keys; /* whose texts are compared (datasets/quality/text.h) */
	unsigned
		near; /* percent alike (datasets/quality/near.h); 0: only the same text is the same */
};

enum ds_dedup_verdict {
	DS_DEDUP_KEPT,
	DS_DEDUP_SAME, /* its text was there */
	DS_DEDUP_NEAR, /* nearly */
	DS_DEDUP_OTHERS, /* the same, or nearly, is in another set */
	DS_DEDUP_TEXTLESS, /* it has none of the members: kept */
	DS_DEDUP_VERDICTS
};

struct ds_dedup_found {
	enum ds_dedup_verdict verdict;
	int64_t of; /* the number of the row that it is like, by the order of all rows; -1: none */
	double alike; /* 0 to 1 */
};

/* FL_EINVAL for a percentage that is none. */
int ds_dedup_new(
	const struct ds_dedup_opts *opts, struct ds_dedup **ret_dedup, struct fl_error *err);
void ds_dedup_free(struct ds_dedup *dedup);

/*
 * A row, of another set (whose rows all come first) or of this one; rows are numbered from 0 in the
 * order of the calls. FL_EPARSE when it is no JSON object, FL_ELIMIT and FL_ENOMEM as
 * ds_near_add(); after the last two no more rows can be judged.
 */
int ds_dedup_row(struct ds_dedup *dedup, struct fl_slice line, bool others,
	struct ds_dedup_found *ret_found, struct fl_error *err);

#endif

/*
 * Rows of JSON in a part to train on, one to choose by and one to test on, so that nothing of one
 * is in another: a repository's rows go together, and a row that is nearly the same as one of
 * another part (datasets/quality/near.h) is left out.
 *
 * Where a repository goes follows from its name alone (ds_split_at()). Rows that come first stay:
 * so whatever is added behind them, or with what was written before read first, changes no row's
 * part.
 */
#ifndef FL_DATASETS_QUALITY_SPLITTER_H
#define FL_DATASETS_QUALITY_SPLITTER_H

#include "datasets/record/record.h"

struct ds_splitter;

struct ds_splitter_opts {
	unsigned valid, test; /* percent of the repositories, together less than 100 */
	unsigned near; /* percent alike; 0: rows are not compared */
	struct fl_slice group; /* the member that names the repository; "": ds_splitter_row() */
	struct fl_slice keys; /* whose texts are compared (datasets/quality/text.h) */
};

struct ds_splitter_found {
	enum ds_split
		part; /* DS_SPLIT_COUNT: it is nearly the same as a row of another: left out */
	enum ds_split of; /* then: that one */
	int64_t row; /* that row's number, by the order of all rows; else -1 */
	double alike; /* 0 to 1 */
	bool named; /* the row names its repository */
};

/* FL_EINVAL for percentages that are none. */
int ds_splitter_new(
	const struct ds_splitter_opts *opts, struct ds_splitter **ret_split, struct fl_error *err);
void ds_splitter_free(struct ds_splitter *split);

/*
 * The part of a row. Its repository is the first that is there of `group`, `repo`, `repository`,
 * `repo_name`, `repos`; a row without any is one of its own, by its text. prior: the part that it
 * was given before, or -1. Rows are numbered from 0. FL_EPARSE when it is no JSON object; FL_ELIMIT
 * and FL_ENOMEM as ds_near_add(), and no more rows can be judged.
 */
int ds_splitter_row(struct ds_splitter *split, struct fl_slice line, int prior,
	struct ds_splitter_found *ret_found, struct fl_error *err);

#endif

/*
 * Why a candidate got its label: what was built and run, what shows the fault, and whether it comes
 * again.
 */
#ifndef FL_DATASETS_EXPLAIN_H
#define FL_DATASETS_EXPLAIN_H

#include "datasets/reward/judge.h"

/*
 * Append the explanation of a label that the judge's cache has, by the label's `hash`, and judge
 * the candidate once more. *ret_same: it came out the same. FL_ENOTFOUND when the cache has none.
 */
int ds_judge_explain(struct ds_judge *j, const char *hash, struct fl_buf *out, bool *ret_same,
	struct fl_error *err);

#endif

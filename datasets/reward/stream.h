/*
 * Candidates a line in, labels a line out, as many at once as there are workers. A label stands in
 * the place of its candidate, or, unordered, as soon as it is there. Empty lines are passed over.
 */
#ifndef FL_DATASETS_STREAM_H
#define FL_DATASETS_STREAM_H

#include <signal.h>

#include "datasets/reward/judge.h"

struct ds_stream_counts {
	uint64_t read, labelled, infra, passed;
	int64_t reward_sum; /* 1/10000ths */
};

struct ds_stream_opts {
	struct ds_judge_opts judge;
	unsigned jobs;
	bool unordered;
	const volatile sig_atomic_t *stop; /* not 0: take no more, and end; may be NULL */
	void (*progress)(const struct ds_stream_counts *counts); /* now and then; may be NULL */
};

/*
 * Read candidates from one descriptor to its end, write labels to the other. ret_counts is filled
 * also on failure. FL_ECLOSED when *stop was set; the labels of what was read are written then,
 * too. Failures are of reading, of writing, and of workers that cannot be started; what a worker
 * could not judge is a label with infra_error.
 */
int ds_stream_run(int in, int out, const struct ds_stream_opts *opts,
	struct ds_stream_counts *ret_counts, struct fl_error *err);

#endif

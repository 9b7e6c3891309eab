/*
 * Which limits hold on this host: each is tried, by something in a box that passes it.
 */
#ifndef FL_DATASETS_DOCTOR_H
#define FL_DATASETS_DOCTOR_H

#include "datasets/reward/judge.h"

/*
 * Append a line for each: "ok" or "NO", what, and how it is kept or why it is not. *ret_all: none
 * was "NO". A host on which there is no sandbox at all has a line for that. Errors are of memory,
 * and of a host that is out of something.
 */
int ds_doctor(
	const struct ds_judge_opts *opts, struct fl_buf *out, bool *ret_all, struct fl_error *err);

#endif

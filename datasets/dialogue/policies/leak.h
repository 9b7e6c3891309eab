/* What leaks, where another function than the one that holds it is to give it back. */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_LEAK_H
#define FL_DATASETS_DIALOGUE_POLICIES_LEAK_H

#include "datasets/dialogue/policy.h"

/*
 * Go on at the statement in line `made` of a frame, which stores what leaks in `holder`, or in a
 * variable that is handed on: whoever releases things of that type should release it.
 */
int ds_leak_stored(struct ds_talk *t, const struct dbg_frame *made, struct fl_slice holder,
	struct ds_cause *ret_cause);

/*
 * Go on in the function that the statement in line `release` calls to give `name` back, where the
 * program stands. *ret_within: that can be left with it; else nothing was asked or said.
 */
int ds_leak_within(struct ds_talk *t, const struct dbg_frame *at, int64_t release,
	struct fl_slice name, bool *ret_within, struct ds_cause *ret_cause);

#endif

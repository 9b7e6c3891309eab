/* A race with a thread that is waited for only behind the access. */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_JOINED_H
#define FL_DATASETS_DIALOGUE_POLICIES_JOINED_H

#include "datasets/dialogue/policy.h"

/*
 * The line behind the access, in its function, that waits for threads which the function has
 * started before it; 0: there is none.
 */
int64_t ds_joined_later(const struct ds_talk *t, const struct dbg_frame *access);

/* Go on from the report: is the access done before that line? */
int ds_joined_play(struct ds_talk *t, const struct dbg_frame *access, int64_t joined,
	struct ds_cause *ret_cause);

#endif

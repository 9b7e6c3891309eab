/* A null pointer that another policy has come upon. */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_NULL_H
#define FL_DATASETS_DIALOGUE_POLICIES_NULL_H

#include "datasets/dialogue/policy.h"

struct ds_null_found {
	struct dbg_stop at; /* in whose function it is an argument */
	struct fl_slice pointer; /* its name */
	struct ds_fact seen; /* that it is null */
	struct fl_list frames; /* struct dbg_frame, from there on: of the last answer */
};

/* From there to who should have asked. FL_EREFUSED: that is not seen. */
int ds_null_passed(
	struct ds_talk *t, const struct ds_null_found *found, struct ds_cause *ret_cause);

#endif

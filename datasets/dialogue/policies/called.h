/*
 * One call of a function that has both statements of a report: it is stopped at where it begins,
 * and goes on to the report from there.
 */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_CALLED_H
#define FL_DATASETS_DIALOGUE_POLICIES_CALLED_H

#include "datasets/dialogue/code.h"
#include "datasets/dialogue/policy.h"

/*
 * Are the two places, the earlier one first, in one function that stops once a call: of C, not
 * main(), and not one that calls itself?
 */
bool ds_called_is_one(
	const struct ds_talk *t, const struct dbg_frame *early, const struct dbg_frame *late);

/*
 * Stop where the function of these frames begins, look at what it is given, and let it go on to the
 * report. FL_EREFUSED: it does not come there, or is called too often.
 */
int ds_called_see(struct ds_talk *t, const struct dbg_frame *early, const struct dbg_frame *late,
	struct dbg_stop *ret_report);

#endif

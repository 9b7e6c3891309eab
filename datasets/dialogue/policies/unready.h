/*
 * A member that is null because nobody has set up what it is in: a list's head, a table's entry.
 * Who passes it is followed through the calls to an object of the program's, and then what sets
 * that up is looked for in the text.
 */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_UNREADY_H
#define FL_DATASETS_DIALOGUE_POLICIES_UNREADY_H

#include "datasets/dialogue/policy.h"

/*
 * The session stands where it went wrong, whose frames are `frames` (struct dbg_frame, the
 * innermost first); `pointer`, `p->next`, is null there, which is the fact `seen`. FL_EREFUSED: it
 * is passed by nobody that is seen, or what sets it up is right as far as can be told.
 */
int ds_unready_conclude(struct ds_talk *t, const struct fl_list *frames, struct fl_slice pointer,
	const struct ds_fact *seen, struct ds_cause *ret_cause);

#endif

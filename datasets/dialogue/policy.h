/*
 * Who asks: a policy for each kind of symptom. It sees the program, its symptom and the answers so
 * far, and ends at a cause or gives up. One file of policies/ each, and one row in the table of
 * policies.c.
 */
#ifndef FL_DATASETS_DIALOGUE_POLICY_H
#define FL_DATASETS_DIALOGUE_POLICY_H

#include "datasets/dialogue/talk.h"

/* The place that the observations leave. */
struct ds_cause {
	struct fl_slice file;
	int64_t line; /* where the statement begins; with `lacks`: of what misses something */
	int64_t last; /* then: the last line of that; else 0 */
	bool lacks; /* something is missing between the two lines */
	/* Of two statements of which one is too many or the wrong one: the other; "" and 0. */
	struct fl_slice other_file;
	int64_t other_line;
	/* What was said of the mend: a name that is to stand there (empty: none); it has only to go. */
	struct fl_slice means;
	bool excess;
};

/*
 * Play: think and ask, up to the conclusion, which is the thought of kind ERROR at the end.
 * FL_EREFUSED: there is none, and t->why says why.
 */
typedef int (*ds_policy_fn)(struct ds_talk *t, struct ds_cause *ret_cause);

/* Of that symptom; NULL: no policy knows it, or its report lacks what the policy begins with. */
ds_policy_fn ds_policy_of(const struct tg_symptom *symptom);

/* The policies. */
int ds_policy_freed(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_escaped(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_mismatch(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_index(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_null(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_bounds(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_leak(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_output(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_race(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_deadlock(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_unlock(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_unset(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_division(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_overflow(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_loop(struct ds_talk *t, struct ds_cause *ret_cause);
int ds_policy_return(struct ds_talk *t, struct ds_cause *ret_cause);

#endif

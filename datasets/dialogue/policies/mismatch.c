/* Memory that is released in another way than it was made, or that nobody made. */
#include "datasets/dialogue/code.h"
#include "datasets/dialogue/policy.h"

enum { STACK = 8 };

static int begin(struct ds_talk *t, const struct dbg_frame *use, const struct dbg_frame *made)
{
	const struct ds_fact facts[] = {ds_fact_report(t->scene->symptom->kind),
		ds_fact_code(t, use->file, use->line),
		ds_fact_code(t, made ? made->file : use->file, made ? made->line : use->line)};
	if (made)
		return DS_THINK(t, DS_TURN_PLAN, facts,
			"The report is {0}, at {1}; the memory is from {2}. I look at the place "
			"where it is made first.",
			"{0}: {1} releases what {2} has made. First I see how it is made.");
	return DS_THINK(t, DS_TURN_PLAN, facts,
		"The report is {0}, at {1}. I run the program up to there and see what is passed.",
		"{0}: what {1} releases is no block of the heap. I let it run into that.");
}

/* Stop where it is made, and look what it is. */
static int look_at_making(struct ds_talk *t, const struct dbg_frame *made)
{
	int rc = ds_ask_reach(t, made->file, made->line, "the allocation is not stopped at");
	if (rc)
		return rc;
	const struct ds_fact facts[] = {ds_fact_code(t, made->file, made->line)};
	return DS_THINK(t, DS_TURN_TRACE, facts, "Here the memory is made: {0}.",
		"The program stands where it makes the memory, {0}.");
}

static int go_to_report(struct ds_talk *t, bool running, struct dbg_stop *ret)
{
	int rc = ds_ask_report(t, running, ret);
	if (rc)
		return rc;
	const struct ds_fact facts[] = {ds_fact_stop(t, ret), ds_fact_signal(t, ret)};
	return DS_THINK(t, DS_TURN_TRACE, facts, "The report stops it with {1}: {0}.",
		"{1}, and it stands in {0}.");
}

int ds_policy_mismatch(struct ds_talk *t, struct ds_cause *ret_cause)
{
	const struct dbg_frame *use[STACK], *made[STACK];
	struct ds_debug_seen seen;
	struct dbg_stop stop = {0};
	size_t n = ds_talk_stack(t, SAN_ROLE_ACCESS, use, STACK);
	size_t m = ds_talk_stack(t, SAN_ROLE_ALLOCATION, made, STACK);
	if (!n)
		return ds_talk_give_up(t, "the report has no place of the program's");
	int rc = begin(t, use[0], m ? made[0] : NULL);
	rc = rc || !m ? rc : look_at_making(t, made[0]);
	rc = rc ? rc : go_to_report(t, m > 0, &stop);
	rc = rc ? rc : ds_ask(t, &seen, "inspect()");
	rc = rc || m ? rc : ds_ask(t, &seen, "backtrace_get()");
	if (rc)
		return rc;
	const struct ds_fact facts[] = {ds_fact_code(t, stop.file, stop.line),
		ds_fact_code(t, m ? made[0]->file : stop.file, m ? made[0]->line : stop.line)};
	*ret_cause = (struct ds_cause){.file = stop.file, .line = stop.line};
	if (m && fl_slice_eqs(t->scene->symptom->kind, "bad-free"))
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"{0} is not given what {1} has made, but some other place.",
			"Cause: {0} does not release the start of the block from {1}.");
	if (m)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"What {1} makes has to be released in the way that goes with it, and {0} "
			"does not.",
			"Cause: {0} is not the counterpart of {1}.");
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} is given what was never allocated by itself.",
		"{0} releases the wrong thing: no allocation begins there.");
}

#include "datasets/dialogue/policies/joined.h"

#include "datasets/dialogue/code.h"

enum { STACK = 8 };

static bool waits(struct fl_slice line)
{
	return fl_slice_find(line, "pthread_join(") >= 0 || fl_slice_find(line, ".join()") >= 0 ||
	       fl_slice_find(line, "thrd_join(") >= 0;
}

int64_t ds_joined_later(const struct ds_talk *t, const struct dbg_frame *access)
{
	const struct dbg_frame *started[STACK];
	struct fl_slice text = ds_talk_text(t, access->file);
	struct ds_block f;
	bool here = false;
	size_t n = ds_talk_stack(t, SAN_ROLE_THREAD_CREATION, started, STACK);
	if (!ds_code_function(text, access->line, &f))
		return 0;
	for (size_t i = 0; i < n; i++)
		here = here ||
		       (fl_slice_eq(started[i]->file, access->file) &&
			       fl_slice_eq(started[i]->function, access->function) &&
			       started[i]->line >= f.first && started[i]->line < access->line);
	for (int64_t line = f.first; here && line < access->line; line++)
		if (waits(ds_code_line(text, line)))
			return 0;
	for (int64_t line = access->line + 1; here && line <= f.last; line++)
		if (waits(ds_code_line(text, line)))
			return line;
	return 0;
}

int ds_joined_play(struct ds_talk *t, const struct dbg_frame *access, int64_t joined,
	struct ds_cause *ret_cause)
{
	const struct ds_fact facts[] = {
		ds_fact_code(t, access->file, access->line), ds_fact_code(t, access->file, joined)};
	int rc = DS_THINK(t, DS_TURN_HYPOTHESIS, facts,
		"A lock would be one way, but {1} waits for the threads anyway. Does that come "
		"before {0}?",
		"The function waits for its threads, by {1}. Behind that there would be no race "
		"at {0}.");
	rc = rc ? rc : ds_ask_stop(t, access->file, joined);
	rc = rc ? rc : ds_ask_reach(t, access->file, access->line, "the threads are waited for");
	if (rc)
		return rc;
	rc = DS_THINK(t, DS_TURN_TRACE, facts, "{0} comes first; {1} was not stopped at so far.",
		"It is at {0}, and has not been at {1}.");
	/* To go on would tell nothing that holds each time: the threads work meanwhile. */
	if (rc)
		return rc;
	*ret_cause = (struct ds_cause){
		.file = access->file, .line = access->line, .last = joined, .lacks = true};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} is done while the threads may still be running; {1} waits for them "
		"only behind it.",
		"{0} does not wait for the threads that it reads from: {1} belongs in front of "
		"it.");
}

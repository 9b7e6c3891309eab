/*
 * Memory that is used, or released, after it was released: who releases it first, who comes then,
 * and which of the two should not.
 */
#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/called.h"
#include "datasets/dialogue/policies/freed.h"
#include "tracegen/evidence/operands.h"

enum { STOPS = 4 };

/* Is it a variable's whole object, of which nothing is left to look at in front of the second? */
static bool frees_whole(const struct ds_freed *f)
{
	return ds_expr_is_name(
		ds_code_released(ds_talk_statement(f->t, f->free.file, f->free.line)));
}

/* By what the report offers, and of what is sensible there by chance. */
static enum ds_freed_first choose(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	bool inside = ds_freed_is_inside(f);
	bool both = ds_freed_same_function(f) && f->use_in.line != f->free_in.line && !inside;
	if (both) /* the report has the stacks: what they do in that function is what is open */
		return fl_rng_below(&t->rng, 3) || f->twice ||
				       !ds_called_is_one(t, &f->early, &f->late)
			       ? DS_FREED_BOTH
			       : DS_FREED_CALL;
	if (fl_rng_below(&t->rng, 20) < 11) {
		/* What is released twice has to be seen: the call alone does not show it. */
		if (!f->twice && ds_called_is_one(t, &f->early, &f->late))
			return DS_FREED_CALL;
		/* Of one function the report is the stop that comes in the end anyway. */
		if (!inside)
			return DS_FREED_USE;
	}
	/* Without a sanitizer, what was released holds something else in each run. */
	if (f->twice && inside && !f->read && !frees_whole(f) && fl_rng_below(&t->rng, 2))
		return DS_FREED_SECOND;
	return DS_FREED_RELEASE;
}

/* Of what the report leaves open. */
static enum ds_freed_idea first_idea(struct ds_freed *f)
{
	if (f->apart)
		return DS_FREED_OWNERS;
	if (f->order == DS_ORDER_ROUND)
		return DS_FREED_ROUND;
	if (fl_rng_below(&f->t->rng, 2))
		return DS_FREED_WRONG;
	return f->twice ? DS_FREED_MANY : DS_FREED_EARLY;
}

static int tell_idea(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	const struct ds_fact facts[] = {ds_fact_code(t, f->early.file, f->early.line),
		ds_fact_code(t, f->late.file, f->late.line)};
	f->idea = first_idea(f);
	switch (f->idea) {
	case DS_FREED_OWNERS:
		return DS_THINK_ONLY(t, DS_TURN_HYPOTHESIS,
			"The two are not in one function, so I take it first that the object "
			"has two owners.",
			"Two functions are in it: perhaps each takes the object for its own.");
	case DS_FREED_ROUND:
		return DS_THINK(t, DS_TURN_HYPOTHESIS, facts,
			"{0} stands behind {1}, so it was in an earlier round, or in another "
			"call.",
			"By the text {1} comes first. Then {0} was done the time before.");
	case DS_FREED_WRONG:
		return DS_THINK(t, DS_TURN_HYPOTHESIS, facts,
			"One run does {0} and then {1}. The first may have been given the wrong "
			"object.",
			"{0} comes before {1} in one function; I take it first that something "
			"else was to go there.");
	case DS_FREED_MANY:
		return DS_THINK(t, DS_TURN_HYPOTHESIS, facts,
			"One run does {0} and then {1}. My first idea is that one of them was "
			"left behind by mistake.",
			"{0} and {1} are in one function. Probably one is just too many.");
	default:
		return DS_THINK(t, DS_TURN_HYPOTHESIS, facts,
			"One run does {0} and then {1}. My first idea is that the two are in the "
			"wrong order.",
			"{0} comes before {1} in one function, so perhaps it comes too early.");
	}
}

static int tell_move(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	const struct ds_fact function[] = {ds_fact_name(f->early.function)};
	if (f->first == DS_FREED_USE)
		return DS_THINK_ONLY(t, DS_TURN_PLAN,
			"First the report as it comes, and then what came before it.",
			"First I see the use, then the release.");
	if (f->first == DS_FREED_CALL)
		return DS_THINK(t, DS_TURN_PLAN, function,
			"I stop where {0} begins: does one call of it do both, and which?",
			"Whether one call of {0} does both I see by a stop where it begins.");
	if (f->first == DS_FREED_SECOND)
		return DS_THINK_ONLY(t, DS_TURN_PLAN,
			"I stop in front of the second release and look at what it has.",
			"What is there when the second one is come to? I stop at it.");
	if (f->first == DS_FREED_BOTH)
		return DS_THINK_ONLY(t, DS_TURN_PLAN,
			"One caller asks for both. I stop at each of its two statements, and see "
			"whether one run of it comes to both.",
			"Both were wanted by the same function, so I stop at either place in it.");
	if (ds_freed_is_inside(f))
		return DS_THINK_ONLY(t, DS_TURN_PLAN,
			"I stop at the earlier of the two and look at what it is given.",
			"First I want to see the earlier one happen, and what it has there.");
	return DS_THINK_ONLY(t, DS_TURN_PLAN, "I stop at the release and look who asks for it.",
		"A breakpoint at the release will show how the program comes there.",
		"First I want to see the release happen.");
}

static int plan(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	const struct ds_fact facts[] = {ds_fact_report(t->scene->symptom->kind),
		ds_fact_code(t, f->use.file, f->use.line),
		ds_fact_code(t, f->free.file, f->free.line)};
	int rc = 0;
	if (f->read)
		rc = DS_THINK(t, DS_TURN_PLAN, facts,
			"The report is {0}, at {1}, and does not say who came first; the text has "
			"{2} above it.",
			"{0}: {1} is the second release. A first one of the same is seen in the "
			"text, {2}.");
	else
		rc = DS_THINK(t, DS_TURN_PLAN, facts,
			"The report is {0}: the fault shows at {1}, and the memory was released at "
			"{2}.",
			"{0}: {1} comes to memory that {2} has given back before.",
			"What is reported as {0} is seen at {1}; who released the memory is {2}.");
	rc = rc ? rc : tell_idea(f);
	return rc ? rc : tell_move(f);
}

/* In front of a release: what it has there. */
static int look_at_object(struct ds_freed *f, struct dbg_frame at)
{
	struct ds_talk *t = f->t;
	struct ds_debug_seen seen;
	struct fl_slice whole = ds_freed_struct_of(f, at);
	int rc = whole.len ? ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(whole))
			   : ds_ask(t, &seen, "inspect()");
	if (rc)
		return rc;
	const struct dbg_variable *v = whole.len || !seen.vars ? NULL : seen.vars->locals.items;
	struct fl_slice statement = ds_talk_statement(t, at.file, at.line);
	for (size_t i = 0; v && i < seen.vars->locals.len; i++) {
		const struct ds_fact facts[] = {ds_fact_value(t, v[i].name, v[i].value)};
		if (tg_mentions(statement, v[i].name) && !fl_slice_starts(v[i].value, "<") &&
			ds_fact_is_sayable(facts))
			return DS_THINK(t, DS_TURN_TRACE, facts, "What it works on is this: {0}.",
				"In front of it {0}, so that is the object.");
	}
	const struct ds_fact facts[] = {ds_fact_value(t, whole, seen.value)};
	f->whole = seen.value;
	if (!whole.len || !ds_fact_is_sayable(facts))
		return 0;
	if (ds_freed_is_inside(f) && f->twice)
		return DS_THINK(t, DS_TURN_TRACE, facts,
			"In front of it {0}. What of that is on the heap has to go once, and the "
			"object once.",
			"There {0}: the object has to go once, and so has what it alone holds.");
	return DS_THINK(
		t, DS_TURN_TRACE, facts, "What is at stake is this: {0}.", "In front of it {0}.");
}

/* Who comes later, outside of what only releases: by the stack there. */
static int look_at_use(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	struct ds_debug_seen seen;
	if (f->use_told)
		return 0;
	f->use_told = true;
	if (ds_freed_is_inside(f)) {
		f->use_in = f->use;
		f->twice = f->twice || ds_freed_same_release(f);
		return 0;
	}
	int rc = ds_ask(t, &seen, "backtrace_get()");
	if (rc)
		return rc;
	const struct dbg_frame *frames = seen.backtrace ? seen.backtrace->frames.items : NULL;
	size_t n = seen.backtrace ? seen.backtrace->frames.len : 0, own = 0;
	struct dbg_frame mine[64];
	for (size_t i = 0; i < n && own < 64; i++)
		if (frames[i].line && tg_files_find(t->scene->files, frames[i].file))
			mine[own++] = frames[i];
	if (!own)
		return ds_talk_give_up(t, "there is no stack");
	f->use_in = ds_freed_outside(mine, own);
	f->twice = f->twice || ds_code_is_releaser(mine[0].function) || ds_freed_same_release(f);
	if (f->use_in.line == f->use.line && fl_slice_eq(f->use_in.file, f->use.file))
		return 0;
	const struct ds_fact facts[] = {
		ds_fact_frame(t, &f->use_in), ds_fact_code(t, f->use_in.file, f->use_in.line)};
	return DS_THINK(t, DS_TURN_TRACE, facts, "It was called by {0}: {1}.",
		"Who still takes it for live is the caller, {0}.", "That is the doing of {1}.");
}

/* The report first, as it comes: who comes to it then. */
static int see_use(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	struct dbg_stop stop;
	int rc = ds_ask_report(t, false, &stop);
	if (rc)
		return rc;
	f->use.line = stop.line;
	f->use.file = stop.file;
	const struct ds_fact facts[] = {ds_fact_stop(t, &stop)};
	rc = DS_THINK(t, DS_TURN_TRACE, facts, "It is stopped in {0}, as reported.",
		"The report comes in {0}.");
	rc = rc ? rc : look_at_use(f);
	if (rc || f->twice)
		return rc ? rc
			  : DS_THINK_ONLY(t, DS_TURN_TRACE,
				    "That is the later one of the two; now I go to the one before.",
				    "That one comes too late; what came before it is the "
				    "question.");
	return DS_THINK_ONLY(t, DS_TURN_TRACE,
		"That is the use; what released it before is the next question.",
		"So much for the use. Now the release, which came before.");
}

/* Up to the last time that it is released before the report. */
static int go_to_release(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	struct ds_debug_seen seen;
	int rc = ds_ask_reach(t, f->free.file, f->free.line, "the release is not stopped at");
	if (rc)
		return rc;
	bool looks = ds_freed_is_inside(f) || f->twice || fl_rng_below(&t->rng, 2);
	rc = looks ? look_at_object(f, f->free) : 0;
	if (rc || ds_freed_is_inside(f))
		return rc;
	rc = ds_ask(t, &seen, "backtrace_get()");
	if (rc == 0 && (!seen.backtrace || !seen.backtrace->frames.len))
		return ds_talk_give_up(t, "there is no stack");
	if (rc == 0)
		f->stack = seen.backtrace;
	f->at_stack = t->answer;
	return rc;
}

static int tell_caller(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	f->free_in = f->free;
	if (ds_freed_is_inside(f))
		return 0;
	const struct dbg_frame *frames = f->stack->frames.items;
	f->free_in = ds_freed_outside(frames, f->stack->frames.len);
	if (fl_slice_eq(f->free_in.function, frames[0].function))
		return 0;
	struct ds_fact caller = ds_fact_frame(t, &f->free_in);
	caller.turn = f->at_stack;
	const struct ds_fact facts[] = {caller, ds_fact_code(t, f->free_in.file, f->free_in.line)};
	return DS_THINK(t, DS_TURN_TRACE, facts, "That release was asked for by {0}.",
		"Who wanted it released is {0}.", "It was {1} that asked for the release.");
}

/* On to the report; at the release again, that was not the one. */
static int go_to_use(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	struct ds_debug_seen seen;
	for (int i = 0;; i++) {
		int rc = ds_ask(t, &seen, "continue_exec()");
		if (rc)
			return rc;
		if (!seen.stop || !seen.stop->alive)
			return ds_talk_give_up(t, "the program ends without its symptom");
		if (seen.stop->reason == DBG_SIGNAL)
			break;
		if (ds_freed_is_inside(f))
			return ds_talk_give_up(t, "what was looked at there was another object");
		if (i == STOPS)
			return ds_talk_give_up(t, "the release is come to too often");
		const struct ds_fact facts[] = {ds_fact_stop(t, seen.stop)};
		rc = DS_THINK(t, DS_TURN_TRACE, facts, "No report yet: {0} is reached again.",
			"That release was not the one; {0} is reached once more.");
		struct ds_debug_seen again;
		rc = rc ? rc : ds_ask(t, &again, "backtrace_get()");
		if (rc == 0 && (!again.backtrace || !again.backtrace->frames.len))
			return ds_talk_give_up(t, "there is no stack");
		if (rc)
			return rc;
		f->stack = again.backtrace;
		f->at_stack = t->answer;
	}
	f->use.line = seen.stop->line;
	f->use.file = seen.stop->file;
	const struct ds_fact facts[] = {ds_fact_stop(t, seen.stop), ds_fact_signal(t, seen.stop),
		ds_fact_code(t, seen.stop->file, seen.stop->line)};
	return DS_THINK(t, DS_TURN_TRACE, facts,
		"It does not stop there again before the report ends the program with {1}: {0}.",
		"The next thing is the report itself: {1} in {0}.",
		"From there it runs straight into the report ({1}): {2}.");
}

/* The call that does both: what it is given, and that it goes from one to the other. */
static int see_call(struct ds_freed *f)
{
	struct dbg_stop stop;
	int rc = ds_called_see(f->t, &f->early, &f->late, &stop);
	if (rc == 0 && ds_freed_is_inside(f)) {
		f->use_in = f->use;
		f->free_in = f->free;
	}
	f->twice = f->twice || (rc == 0 && ds_freed_same_release(f));
	return rc;
}

/* The second release is stopped at before the report: what it has, and then what it does. */
static int see_second(struct ds_freed *f)
{
	int rc = ds_ask_reach(f->t, f->use.file, f->use.line, "the release is not stopped at");
	rc = rc ? rc : look_at_object(f, f->use);
	rc = rc ? rc : go_to_use(f);
	f->use_in = f->use;
	f->free_in = f->free;
	return rc;
}

/* Two statements of one function ask for the release and the use: are both come to, and when? */
static int see_both(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	struct ds_debug_seen seen = {0};
	int64_t before = 0, last = 0;
	int rc = ds_ask_stop(t, f->use_in.file, f->use_in.line);
	rc = rc ? rc : ds_ask_reach(t, f->free_in.file, f->free_in.line, "it is not stopped");
	rc = rc ? rc : look_at_object(f, f->free_in);
	for (int i = 0; rc == 0; i++) {
		rc = ds_ask(t, &seen, "continue_exec()");
		if (rc || !seen.stop || seen.stop->reason != DBG_BREAKPOINT)
			break;
		if (i == STOPS)
			return ds_talk_give_up(t, "the release is come to too often");
		before = i ? last : f->free_in.line;
		last = seen.stop->line;
		const struct ds_fact facts[] = {ds_fact_stop(t, seen.stop)};
		rc = DS_THINK(t, DS_TURN_TRACE, facts, "Then {0} is come to.",
			"The next stop is {0}, with no report so far.");
	}
	if (rc)
		return rc;
	if (!seen.stop || seen.stop->reason != DBG_SIGNAL || before != f->free_in.line ||
		last != f->use_in.line)
		return ds_talk_give_up(t, "the two places do not follow each other");
	f->twice = f->twice || ds_freed_same_release(f);
	const struct ds_fact facts[] = {ds_fact_signal(t, seen.stop),
		ds_fact_code(t, f->use_in.file, f->use_in.line),
		ds_fact_code(t, f->free_in.file, f->free_in.line)};
	return DS_THINK(t, DS_TURN_TRACE, facts,
		"Behind {1} comes the report ({0}); {2} had its turn before.",
		"{2} goes well, and {1} does not: it ends with {0}.");
}

/* One run did both, one below the other: was it the order, or what was released? */
static int weigh_order(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	const struct ds_fact facts[] = {ds_fact_code(t, f->early.file, f->early.line),
		ds_fact_code(t, f->late.file, f->late.line), ds_fact_name(f->kept)};
	if (f->idea == DS_FREED_MANY && f->kept.len)
		return DS_THINK(t, DS_TURN_ELIMINATE, facts,
			"But {2} is not released in that function at all: none of the two is too "
			"many, one of them means another thing.",
			"Too many would leave {2}, which the function does not release. So one of "
			"them was for that.");
	if (f->idea == DS_FREED_EARLY && f->kept.len)
		return DS_THINK(t, DS_TURN_ELIMINATE, facts,
			"But then {2} would never go. So it is not the order: {0} is given the "
			"wrong object.",
			"It is more than the order, since {2} is not released in the function "
			"at all: {0} names another object than it should.");
	if (f->idea == DS_FREED_WRONG && f->kept.len)
		return DS_THINK(t, DS_TURN_CONFIRM, facts,
			"That fits: {2} is released nowhere in the function, and its neighbour "
			"twice.",
			"Something is left over, indeed: nothing there gives back {2}.");
	if (f->idea == DS_FREED_WRONG && !f->sure)
		return 0;
	if (f->idea == DS_FREED_WRONG && f->twice)
		return DS_THINK(t, DS_TURN_ELIMINATE, facts,
			"Nothing else of that function is left for {0} or {1} to release. So no "
			"object is mistaken: one of them is too many.",
			"There is no other object that {0} or {1} could have meant; one of the "
			"two is simply too many.");
	if (f->idea == DS_FREED_WRONG)
		return DS_THINK(t, DS_TURN_ELIMINATE, facts,
			"The function has nothing else that it would have to release: the object "
			"is right, and {0} comes before {1} is done with it.",
			"No other object of the function is left over, so that {0} means the "
			"right one; it only comes too early for {1}.");
	return 0;
}

/* What becomes of the first idea. */
static int weigh(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	const struct ds_fact facts[] = {ds_fact_code(t, f->free_in.file, f->free_in.line),
		ds_fact_code(t, f->use_in.file, f->use_in.line)};
	if (f->idea == DS_FREED_EARLY || f->idea == DS_FREED_MANY || f->idea == DS_FREED_WRONG)
		return weigh_order(f);
	if (ds_freed_same_function(f) && f->free_in.line == f->use_in.line)
		return 0;
	if (f->idea == DS_FREED_OWNERS && ds_freed_same_function(f))
		return DS_THINK(t, DS_TURN_ELIMINATE, facts,
			"So there are no two owners: one function does {0} and then {1}.",
			"That rules the first idea out: {0} and {1} are of one function, which "
			"has the object to itself.");
	if (f->idea == DS_FREED_OWNERS)
		return DS_THINK(t, DS_TURN_CONFIRM, facts,
			"So it stays with the release: {0} gives away what {1} comes to use "
			"afterwards.",
			"{0} comes first, and {1} works on the same memory behind it.");
	return 0;
}

/* The same statement comes to it twice: in a loop, or in two calls. */
static int conclude_again(struct ds_freed *f, struct ds_cause *ret)
{
	struct ds_talk *t = f->t;
	const struct ds_fact facts[] = {ds_fact_code(t, f->free_in.file, f->free_in.line)};
	*ret = (struct ds_cause){.file = f->free_in.file, .line = f->free_in.line};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} comes to one object twice; it does not release what it should.",
		"One statement, {0}, releases the same object again: it takes the wrong one.");
}

/* One of the two was to release what is left over. */
static int conclude_kept(struct ds_freed *f)
{
	struct ds_talk *t = f->t;
	const struct ds_fact facts[] = {ds_fact_code(t, f->free_in.file, f->free_in.line),
		ds_fact_code(t, f->use_in.file, f->use_in.line), ds_fact_name(f->kept)};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} and {1} release one object, and nothing there releases {2}: one of "
		"the two is for that.",
		"Of {0} and {1} one is meant for {2}, which is never given back there; as it is, "
		"both are for the same object.");
}

static int conclude_twice(struct ds_freed *f, struct ds_cause *ret)
{
	struct ds_talk *t = f->t;
	const struct ds_fact facts[] = {ds_fact_code(t, f->free_in.file, f->free_in.line),
		ds_fact_code(t, f->use_in.file, f->use_in.line)};
	if (f->free_in.line == f->use_in.line)
		return conclude_again(f, ret);
	*ret = (struct ds_cause){.file = f->use_in.file,
		.line = f->use_in.line,
		.other_file = f->free_in.file,
		.other_line = f->free_in.line};
	ret->means = f->kept;
	if (f->kept.len)
		return conclude_kept(f);
	if (!f->sure)
		return ds_talk_give_up(t, "what else one of the two could be for is not seen");
	ret->excess = true;
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} releases the object, and {1} does it once more.",
		"{0} and {1} are one release too many for one object.");
}

/* What realloc() gives back is another block: it is the old pointer that is used behind it. */
static int conclude_moved(struct ds_freed *f, struct ds_cause *ret)
{
	struct ds_talk *t = f->t;
	const struct ds_fact facts[] = {ds_fact_code(t, f->early.file, f->early.line),
		ds_fact_code(t, f->late.file, f->late.line)};
	bool down = f->early.line < f->late.line;
	*ret = (struct ds_cause){.file = f->early.file,
		.line = down ? f->early.line : f->late.line,
		.last = down ? f->late.line : f->early.line,
		.lacks = true};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} moves the block, and {1} still goes by the old pointer: nothing "
		"between them takes over the new one in time.",
		"Behind {0} the old pointer is worth nothing, and {1} uses it: the new one has to "
		"be taken over before that.");
}

/* Does the statement itself release something, as its words say? */
static bool releases(struct fl_slice statement)
{
	static const char *const words[] = {"erase", "clear", "reset", "pop", "resize", "push",
		"insert", "realloc", "nullptr", "remove", "swap", "assign", "move"};
	if (ds_code_released(statement).len)
		return true;
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_find(statement, words[i]) >= 0)
			return true;
	return false;
}

/* What the text says of the release, besides that it comes too early. */
static int conclude_by_text(struct ds_freed *f, int64_t later, int64_t moved, struct fl_slice what)
{
	struct ds_talk *t = f->t;
	const struct ds_fact facts[] = {ds_fact_code(t, f->free_in.file, f->free_in.line),
		ds_fact_code(t, f->use_in.file, f->use_in.line),
		ds_fact_code(t, f->free_in.file, later ? later : moved), ds_fact_name(what)};
	if (later)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"{2} gives it back anyway, behind its last use; {0} is one release too "
			"many, and {1} comes to what that has left.",
			"Cause: {0} is one too many: the object is needed by {1}, and {2} releases "
			"it in the end.");
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: in front of {0} {3} was given its next value, by {2}; so what is released "
		"is the one that {1} comes to.",
		"{2} comes before {0}: {3} is the next one by then, which {1} still needs.");
}

static int conclude_early(struct ds_freed *f, struct ds_cause *ret)
{
	struct ds_talk *t = f->t;
	const struct ds_fact facts[] = {ds_fact_code(t, f->free_in.file, f->free_in.line),
		ds_fact_code(t, f->use_in.file, f->use_in.line), ds_fact_name(f->kept)};
	if (!releases(ds_talk_statement(t, f->free_in.file, f->free_in.line)))
		return ds_talk_give_up(
			t, "what releases it is no statement that is there for that");
	struct fl_slice what =
		ds_code_released(ds_talk_statement(t, f->free_in.file, f->free_in.line));
	int64_t later = f->kept.len ? 0 : ds_freed_later(f, what);
	int64_t moved = f->kept.len || later ? 0 : ds_freed_moved_on(f, what);
	*ret = (struct ds_cause){.file = f->free_in.file,
		.line = f->free_in.line,
		.means = f->kept,
		.excess = later > 0};
	if (later || moved)
		return conclude_by_text(f, later, moved, what);
	if (f->kept.len)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: {0} releases what {1} still needs; it should be {2}, which "
			"nothing there gives back.",
			"{0} is given the wrong object: {1} needs that one, and {2} stays.");
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} gives the memory back while it is still needed, by {1}.",
		"{0} is wrong: what it releases has a use behind it, {1}.");
}

/* The release, then the report; what asked for either. */
static int see_each(struct ds_freed *f)
{
	int rc = f->first == DS_FREED_USE ? see_use(f) : 0;
	rc = rc ? rc : go_to_release(f);
	rc = rc ? rc : go_to_use(f);
	rc = rc ? rc : tell_caller(f);
	return rc ? rc : look_at_use(f);
}

int ds_policy_freed(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct ds_freed f = {.t = t};
	int rc = ds_freed_read(&f);
	if (rc)
		return rc;
	f.first = choose(&f);
	rc = plan(&f);
	if (rc)
		return rc;
	if (f.first == DS_FREED_SECOND)
		rc = see_second(&f);
	else if (f.first == DS_FREED_CALL)
		rc = see_call(&f);
	else
		rc = f.first == DS_FREED_BOTH ? see_both(&f) : see_each(&f);
	/* The function that did both is nearer to it than who called that. */
	if (f.order != DS_ORDER_NONE && !f.apart && !ds_freed_is_inside(&f)) {
		f.free_in = f.early;
		f.use_in = f.twice ? f.late : f.use_in;
	}
	ds_freed_see_left(&f);
	rc = rc ? rc : weigh(&f);
	if (rc)
		return rc;
	if (f.order != DS_ORDER_NONE &&
		fl_slice_find(ds_talk_statement(t, f.early.file, f.early.line), "realloc(") >= 0)
		return conclude_moved(&f, ret_cause);
	return f.twice ? conclude_twice(&f, ret_cause) : conclude_early(&f, ret_cause);
}

/*
 * What is never given back, memory or a file: who holds it where it is made, which ways lead out of
 * that function, and which of them is taken while it is still held.
 */
#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/leak.h"
#include "datasets/dialogue/policies/owner.h"
#include "datasets/dialogue/policy.h"
#include "tracegen/evidence/operands.h"

enum { STACK = 8, WAYS = 4, STOPS = 4 };

struct leak {
	struct ds_talk *t;
	const struct dbg_frame *stack[STACK];
	size_t depth, n; /* of the stack: the frame that holds it */
	struct dbg_frame at; /* that frame */
	struct fl_slice text, name; /* of its file; what holds it */
	struct ds_block function;
	struct ds_owned events[DS_OWNED_MAX];
	size_t count;
	int64_t ways[WAYS]; /* lines that are stopped at behind where it is made */
	size_t way_count;
	struct ds_fact held; /* that it is still there */
};

static bool has(const struct leak *l, enum ds_own what)
{
	for (size_t i = 0; i < l->count; i++)
		if (l->events[i].what == what)
			return true;
	return false;
}

static int64_t first_of(const struct leak *l, enum ds_own what)
{
	for (size_t i = 0; i < l->count; i++)
		if (l->events[i].what == what)
			return l->events[i].line;
	return 0;
}

/* What the function of that frame has it in; false: nothing that is seen. */
static bool read_frame(struct leak *l, size_t depth)
{
	l->depth = depth;
	l->at = *l->stack[depth];
	l->text = ds_talk_text(l->t, l->at.file);
	struct fl_slice statement = ds_talk_statement(l->t, l->at.file, l->at.line);
	l->name = ds_owner_target(statement);
	if (!ds_code_function(l->text, l->at.line, &l->function))
		return false;
	l->count = l->name.len ? ds_owner_events(l->text, ds_code_end(l->text, l->at.line),
					 l->function.last, l->name, l->events, DS_OWNED_MAX)
			       : 0;
	return fl_slice_starts(statement, "return") || l->name.len > 0;
}

/* Does it leave the function for its caller, and in no other way? */
static bool is_passed_up(const struct leak *l)
{
	struct fl_slice s = ds_talk_statement(l->t, l->at.file, l->at.line);
	if (fl_slice_starts(s, "return"))
		return true;
	return has(l, DS_OWN_RETURNED) && !has(l, DS_OWN_STORED) && !has(l, DS_OWN_LEFT);
}

/* The frame that holds it in the end. */
static int find_holder(struct leak *l)
{
	struct ds_talk *t = l->t;
	for (size_t i = 0; i < l->n; i++) {
		if (!read_frame(l, i))
			return ds_talk_give_up(t, "who holds what leaks is not seen");
		if (!is_passed_up(l))
			return 0;
	}
	return ds_talk_give_up(t, "the program's own stack ends before who holds what leaks");
}

static int plan(struct leak *l)
{
	struct ds_talk *t = l->t;
	const struct ds_fact facts[] = {ds_fact_report(t->scene->symptom->kind),
		ds_fact_code(t, l->stack[0]->file, l->stack[0]->line),
		ds_fact_code(t, l->at.file, l->at.line)};
	if (l->depth == 0)
		return DS_THINK(t, DS_TURN_PLAN, facts,
			"The report is {0}: what {1} takes is not given back.",
			"{0}: nobody gives back what {1} has made.",
			"What is taken by {1} is still there at the end ({0}).");
	return DS_THINK(t, DS_TURN_PLAN, facts,
		"The report is {0}. {1} makes it for its caller, so that it is {2} that holds it.",
		"{0}: it is made by {1}, which passes it on; who has it then is {2}.");
}

/* ---- ways out ---- */

static int add_way(struct leak *l, int64_t line)
{
	for (size_t i = 0; i < l->way_count; i++)
		if (l->ways[i] == line)
			return 0;
	if (l->way_count == WAYS)
		return ds_talk_give_up(l->t, "there are too many ways out of the function");
	l->ways[l->way_count++] = line;
	return ds_ask_stop(l->t, l->at.file, line);
}

/* Is it in a block that the holder's line is not in? */
static bool is_in_branch(const struct leak *l, int64_t line, struct ds_block *ret_block)
{
	struct ds_block blocks[DS_BLOCKS_MAX];
	size_t n = ds_code_blocks(l->text, line, blocks, DS_BLOCKS_MAX);
	if (!n || blocks[0].function ||
		(blocks[0].head <= l->at.line && l->at.line <= blocks[0].last))
		return false;
	*ret_block = blocks[0];
	return true;
}

/* Is it given back in the same block, before the line? */
static bool is_released_before(const struct leak *l, int64_t line)
{
	struct ds_block own, other;
	bool branch = is_in_branch(l, line, &own);
	for (size_t i = 0; i < l->count; i++) {
		if (l->events[i].what != DS_OWN_RELEASED || l->events[i].line >= line)
			continue;
		if (!is_in_branch(l, l->events[i].line, &other))
			return true;
		if (branch && own.head == other.head)
			return true;
	}
	return false;
}

static int think_ways(struct leak *l)
{
	struct ds_talk *t = l->t;
	int64_t release = first_of(l, DS_OWN_RELEASED);
	int64_t lost = first_of(l, DS_OWN_OVERWRITTEN);
	if (!release && lost) {
		const struct ds_fact facts[] = {ds_fact_code(t, l->at.file, lost)};
		return DS_THINK(t, DS_TURN_HYPOTHESIS, facts,
			"There is {0} behind it, which gives the variable another value. Does it "
			"come there while that holds the first?",
			"{0} writes to the same variable. Perhaps what it held is lost by that.");
	}
	if (!release) {
		const struct ds_fact facts[] = {ds_fact_code(t, l->at.file, l->at.line)};
		return DS_THINK(t, DS_TURN_HYPOTHESIS, facts,
			"Behind {0} the function has nothing that gives it back.",
			"I see no release of it behind {0} in that function.");
	}
	const struct ds_fact facts[] = {ds_fact_code(t, l->at.file, release)};
	return DS_THINK(t, DS_TURN_HYPOTHESIS, facts,
		"It is given back by {0}, unless the function is left before.",
		"There is a release, {0}; either it is not come to, or it is given something else.",
		"The release is {0}. Is it reached?");
}

/* Breakpoints at where it is overwritten, where it is given back, and where the function ends. */
static int stop_at_ways(struct leak *l)
{
	int rc = 0;
	bool certain = false; /* the function is not left, or ends, without it behind this */
	for (size_t i = 0; i < l->count && rc == 0 && !certain; i++) {
		struct ds_block block;
		int64_t line = l->events[i].line;
		bool branch = is_in_branch(l, line, &block);
		if (l->events[i].what == DS_OWN_LEFT && is_released_before(l, line))
			continue;
		rc = add_way(l, line);
		certain = !branch && l->events[i].what != DS_OWN_OVERWRITTEN;
	}
	return rc || certain ? rc : add_way(l, l->function.last);
}

/* ---- what it shows ---- */

static enum ds_own what_is_at(const struct leak *l, int64_t line)
{
	for (size_t i = 0; i < l->count; i++)
		if (l->events[i].line == line)
			return l->events[i].what;
	return DS_OWN_LEFT;
}

/* Is it still held here? */
static int look_at_holder(struct leak *l)
{
	struct ds_talk *t = l->t;
	struct ds_debug_seen seen;
	int rc = ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(l->name));
	if (rc)
		return rc;
	if (fl_slice_starts(seen.value, "0x0") || fl_slice_eqs(seen.value, "-1"))
		return ds_talk_give_up(t, "it holds nothing where the function is left");
	l->held = ds_fact_value(t, l->name, seen.value);
	return 0;
}

static int conclude_overwritten(struct leak *l, int64_t line, struct ds_cause *ret)
{
	struct ds_talk *t = l->t;
	const struct ds_fact facts[] = {ds_fact_code(t, l->at.file, line),
		ds_fact_code(t, l->at.file, l->at.line), l->held};
	*ret = (struct ds_cause){.file = l->at.file, .line = line};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} gives the variable another value while it holds what {1} made ({2}).",
		"When {0} comes, {2}: what {1} made is lost there, since nothing else points to "
		"it.");
}

static int conclude_left(struct leak *l, int64_t line, struct ds_cause *ret)
{
	struct ds_talk *t = l->t;
	struct ds_block block = {.head = line};
	const struct ds_fact facts[] = {ds_fact_code(t, l->at.file, line), l->held,
		ds_fact_code(t, l->at.file, l->at.line)};
	is_in_branch(l, line, &block);
	*ret = (struct ds_cause){
		.file = l->at.file, .line = block.head, .last = line, .lacks = true};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: the function is left by {0} without giving back what it holds ({1}).",
		"{0} leaves while {1}: on that way nobody gives back what {2} has made.");
}

/* The end of the function is come to past a release that stands in a branch. */
static int conclude_branch(struct leak *l, int64_t release, struct ds_cause *ret)
{
	struct ds_talk *t = l->t;
	struct ds_block block = {.head = release, .last = release};
	is_in_branch(l, release, &block);
	const struct ds_fact facts[] = {ds_fact_code(t, l->at.file, release),
		ds_fact_code(t, l->at.file, block.head), l->held};
	*ret = (struct ds_cause){
		.file = l->at.file, .line = block.head, .last = block.last, .lacks = true};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} is done only where {1} lets it, and here it does not: at the end {2}.",
		"The release {0} depends on {1}, which is passed by; {2} where the function ends.");
}

static int conclude_lacks(struct leak *l, struct ds_cause *ret)
{
	struct ds_talk *t = l->t;
	const struct ds_fact facts[] = {ds_fact_code(t, l->at.file, l->at.line), l->held,
		{.kind = DS_FACT_LINE, .turn = -1, .file = l->at.file, .line = l->function.last}};
	*ret = (struct ds_cause){
		.file = l->at.file, .line = l->at.line, .last = l->function.last, .lacks = true};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: between {0} and the end of the function ({2}) nothing gives it back; "
		"there {1}.",
		"At {2} the function ends and {1}: a release of what {0} made is missing.");
}

static int conclude_at(struct leak *l, int64_t line, struct ds_cause *ret)
{
	struct ds_talk *t = l->t;
	enum ds_own what = what_is_at(l, line);
	int64_t release = first_of(l, DS_OWN_RELEASED);
	struct ds_block block;
	int rc = look_at_holder(l);
	if (rc)
		return rc;
	if (what == DS_OWN_OVERWRITTEN)
		return conclude_overwritten(l, line, ret);
	if (line != l->function.last && (release || is_in_branch(l, line, &block)))
		return conclude_left(l, line, ret);
	if (release && is_in_branch(l, release, &block))
		return conclude_branch(l, release, ret);
	if (release)
		return ds_talk_give_up(t, "a release is passed by in a way that is not seen");
	return conclude_lacks(l, ret);
}

/* A release came: that time all was well. */
static int tell_released(struct leak *l, const struct dbg_stop *stop)
{
	const struct ds_fact facts[] = {ds_fact_stop(l->t, stop)};
	return DS_THINK(l->t, DS_TURN_TRACE, facts,
		"It comes to the release ({0}); if that one leaks, another is meant, or the "
		"release "
		"does not do all.",
		"{0}: a release is reached, so it is not simply forgotten here.");
}

/* It comes to one of the others; where there is but one, nothing is to be said of that. */
static int tell_way(struct leak *l, const struct dbg_stop *stop)
{
	const struct ds_fact facts[] = {ds_fact_stop(l->t, stop)};
	if (l->way_count < 2)
		return 0;
	return DS_THINK(l->t, DS_TURN_TRACE, facts, "The first of these that it comes to is {0}.",
		"The way that it takes is {0}.");
}

static bool is_made_here(const struct leak *l, const struct dbg_stop *stop)
{
	return stop->line == l->at.line && fl_slice_eq(stop->file, l->at.file);
}

/* From where it is made to the first of the ways that is taken without a release. */
static int follow(struct leak *l, struct ds_cause *ret)
{
	struct ds_talk *t = l->t;
	for (int i = 0; i < STOPS; i++) {
		struct ds_debug_seen seen;
		int rc = ds_ask(t, &seen, "continue_exec()");
		if (rc)
			return rc;
		if (!seen.stop || seen.stop->reason != DBG_BREAKPOINT)
			return ds_talk_give_up(t, "the function is not left by any of its ways");
		if (is_made_here(l, seen.stop))
			continue;
		enum ds_own what = what_is_at(l, seen.stop->line);
		if (what == DS_OWN_STORED || what == DS_OWN_RETURNED)
			return ds_talk_give_up(t, "it is handed on, and lost elsewhere");
		rc = what == DS_OWN_RELEASED ? tell_released(l, seen.stop) : tell_way(l, seen.stop);
		bool within = false;
		if (rc == 0 && what == DS_OWN_RELEASED)
			rc = ds_leak_within(t, &l->at, seen.stop->line, l->name, &within, ret);
		if (rc || within)
			return rc;
		if (what != DS_OWN_RELEASED)
			return conclude_at(l, seen.stop->line, ret);
	}
	return ds_talk_give_up(t, "it is made too often");
}

/* To where it is made: straight, or by way of who calls that function. */
static int reach(struct leak *l)
{
	struct ds_talk *t = l->t;
	struct ds_debug_seen seen;
	bool main = fl_slice_eqs(l->at.function, "main");
	if (main || !ds_expr_is_name(l->at.function) || fl_rng_below(&t->rng, 2))
		return ds_ask_reach(t, l->at.file, l->at.line, "the allocation is not stopped at");
	int rc = ds_ask(t, &seen, "__AGENT_QUERY__(\"trace\", \"%.*s\")", FL_ARG(l->at.function));
	const struct dbg_frame *f = rc || !seen.backtrace ? NULL : seen.backtrace->frames.items;
	if (rc == 0 && (!f || seen.backtrace->frames.len < 2))
		return ds_talk_give_up(t, "there is no stack");
	if (rc)
		return rc;
	const struct ds_fact facts[] = {ds_fact_frame(t, &f[1])};
	rc = DS_THINK(t, DS_TURN_TRACE, facts, "The call is from {0}. On to the line itself.",
		"{0} has called it; now to where it is made.");
	rc = rc ? rc : ds_ask_stop(t, l->at.file, l->at.line);
	rc = rc ? rc : ds_ask(t, &seen, "continue_exec()");
	if (rc == 0 && (!seen.stop || !is_made_here(l, seen.stop)))
		return ds_talk_give_up(t, "the allocation is not stopped at");
	return rc;
}

/* What it is kept in, or what is handed on: the variable does not hold it for itself. */
static struct fl_slice kept_in(const struct leak *l)
{
	for (size_t i = 0; i < l->count; i++) {
		struct fl_slice target =
			ds_owner_target(ds_talk_statement(l->t, l->at.file, l->events[i].line));
		if (l->events[i].what == DS_OWN_STORED)
			return target.len && !ds_expr_is_name(target) ? target : l->name;
		if (l->events[i].what != DS_OWN_LEFT)
			return fl_slice(NULL, 0);
	}
	return ds_expr_is_name(l->name) ? fl_slice(NULL, 0) : l->name;
}

int ds_policy_leak(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct leak l = {.t = t};
	l.n = ds_talk_stack(t, SAN_ROLE_ALLOCATION, l.stack, STACK);
	if (!l.n) /* of a descriptor: where it was opened */
		l.n = ds_talk_stack(t, SAN_ROLE_ACCESS, l.stack, STACK);
	int rc = find_holder(&l);
	if (rc)
		return rc;
	struct fl_slice kept = kept_in(&l);
	if (kept.len)
		return ds_leak_stored(t, &l.at, kept, ret_cause);
	rc = plan(&l);
	rc = rc ? rc : think_ways(&l);
	rc = rc ? rc
		: DS_THINK_ONLY(t, DS_TURN_PLAN,
			  "I stop where it is made and at each way out behind that, and see which "
			  "one it takes.",
			  "Breakpoints at where it is made and at what can come then will tell.");
	rc = rc ? rc : reach(&l);
	rc = rc ? rc : stop_at_ways(&l);
	return rc ? rc : follow(&l, ret_cause);
}

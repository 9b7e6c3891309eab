/* A null pointer that is used: which pointer, where it got that, and who should have asked. */
#include "datasets/dialogue/code.h"
#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/gives.h"
#include "datasets/dialogue/policies/null.h"
#include "datasets/dialogue/policies/owner.h"
#include "datasets/dialogue/policies/passed.h"
#include "datasets/dialogue/policies/trapped.h"
#include "datasets/dialogue/policies/unready.h"
#include "datasets/dialogue/policy.h"
#include "tracegen/evidence/operands.h"

enum { STACK = 8, HOPS = 5, STOPS = 3 };

struct null {
	struct ds_talk *t;
	struct dbg_stop at;
	struct fl_slice text, statement;
	struct ds_block function;
	struct fl_slice pointer; /* an expression */
	bool arg, local; /* an argument, a variable of the function */
	struct fl_list
		frames; /* struct dbg_frame, of the answer `told`; empty: not asked for yet */
	int64_t told;
	const struct dbg_frame *caller; /* with what it passed; NULL: not seen */
	struct fl_slice passed;
	bool on_purpose; /* it means to pass null */
	struct ds_fact seen; /* that it is null */
	int64_t set; /* the line that gave it its value; 0: none is seen */
	struct fl_slice suspect; /* the name that is thought of first; may be empty */
};

static bool is_null(struct fl_slice value)
{
	return fl_slice_eqs(value, "0x0") || fl_slice_starts(value, "0x0 ");
}

/* Where several pointers could be it, one of them is suspected first. */
static int suspect(struct null *x, const struct dbg_frame *at)
{
	struct ds_talk *t = x->t;
	struct fl_slice statement = ds_talk_statement(t, at->file, at->line);
	struct fl_slice names[DS_EXPR_MAX], used[DS_EXPR_MAX];
	size_t n = ds_expr_names(statement, names, DS_EXPR_MAX), count = 0;
	for (size_t i = 0; i < n; i++)
		if (ds_expr_dereferences(statement, names[i]))
			used[count++] = names[i];
	if (count < 2)
		return 0;
	x->suspect = used[fl_rng_below(&t->rng, (uint32_t)count)];
	const struct ds_fact facts[] = {ds_fact_name(x->suspect)};
	return DS_THINK(t, DS_TURN_HYPOTHESIS, facts, "I suspect {0}, and look at all of them.",
		"My first guess is {0}.");
}

/* What became of that. */
static int tell_suspect(struct null *x, const struct dbg_frame_vars *vars)
{
	struct ds_talk *t = x->t;
	const struct dbg_variable *v = x->suspect.len ? ds_expr_variable(vars, x->suspect) : NULL;
	if (!v || fl_slice_eq(x->suspect, x->pointer) || is_null(v->value))
		return 0;
	const struct ds_fact facts[] = {ds_fact_value(t, v->name, v->value), x->seen};
	if (!ds_fact_is_sayable(&facts[0]))
		return 0;
	return DS_THINK(t, DS_TURN_ELIMINATE, facts, "Not that one: {0}. But {1}.",
		"{0}, so my guess was wrong; {1}.");
}

static int plan(struct null *x, const struct dbg_frame *at)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {
		ds_fact_report(t->scene->symptom->kind), ds_fact_code(t, at->file, at->line)};
	int rc = DS_THINK(t, DS_TURN_PLAN, facts,
		"The program ends with {0} at {1}: some pointer there leads nowhere.",
		"{0}, at {1}. One of its pointers has to be null.",
		"{1} is where it goes wrong ({0}).");
	rc = rc ? rc : suspect(x, at);
	return rc || t->scene->pass.len || x->suspect.len
		       ? rc
		       : DS_THINK_ONLY(t, DS_TURN_PLAN,
				 "I run it up to that and look which pointer it is.",
				 "First I let it stop there and see the variables.");
}

static int come_by_trap(struct null *x)
{
	int rc = ds_trapped_enter(x->t, &x->at, &x->frames);
	x->told = x->t->answer;
	return rc;
}

/* The pointer of the statement that is null: a variable, or what goes through one. */
static int find_pointer(struct null *x, const struct dbg_frame_vars *vars)
{
	struct ds_talk *t = x->t;
	struct fl_slice names[DS_EXPR_MAX], values[DS_EXPR_MAX];
	size_t n = ds_expr_names(x->statement, names, DS_EXPR_MAX);
	for (int strict = 1; strict >= 0; strict--)
		for (size_t i = 0; i < n; i++) {
			const struct dbg_variable *v = ds_expr_variable(vars, names[i]);
			if (!v || !is_null(v->value) ||
				(strict && !ds_expr_dereferences(x->statement, names[i])))
				continue;
			x->pointer = v->name;
			x->arg = v->arg;
			x->local = true;
			x->seen = ds_fact_value(t, v->name, v->value);
			return 0;
		}
	n = tg_lvalues(x->statement, &vars->locals, t->scene->cxx, values, 4);
	for (size_t i = 0; i < n; i++) {
		struct ds_debug_seen seen;
		if (!ds_expr_is_askable(values[i], vars))
			continue;
		int rc = ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(values[i]));
		if (rc)
			return rc;
		if (!is_null(seen.value))
			continue;
		x->pointer = values[i];
		x->seen = ds_fact_value(t, values[i], seen.value);
		return 0;
	}
	return ds_talk_give_up(t, "no pointer of the statement is null");
}

/* A condition in [from, to) that asks of another pointer what this one should be asked; 0: none. */
static int64_t wrong_test(
	const struct null *x, int64_t from, int64_t to, const struct dbg_frame_vars *vars)
{
	const struct dbg_variable *v = vars->locals.items;
	for (int64_t line = from; line < to; line++) {
		struct fl_slice s = ds_code_line(x->text, line);
		for (size_t i = 0; i < vars->locals.len; i++) {
			bool pointer = fl_slice_chr(v[i].type, '*') >= 0;
			int64_t before = 0;
			if (!pointer || fl_slice_eq(v[i].name, x->pointer) ||
				!ds_expr_tests(s, v[i].name))
				continue;
			/* The other one was asked already, so that this is of no use. */
			for (int64_t k = x->function.first; k < line && !before; k++)
				before = ds_expr_tests(ds_code_line(x->text, k), v[i].name) ? k : 0;
			if (before)
				return line;
		}
	}
	return 0;
}

static int64_t tested(const struct null *x, int64_t from, int64_t to)
{
	for (int64_t line = from; line < to; line++)
		if (ds_expr_tests(ds_code_line(x->text, line), x->pointer))
			return line;
	return 0;
}

static int tell_source(struct null *x)
{
	struct ds_talk *t = x->t;
	if (x->set) {
		const struct ds_fact facts[] = {x->seen, ds_fact_code(t, x->at.file, x->set)};
		return DS_THINK(t, DS_TURN_TRACE, facts, "Here {0}; what set it is {1}.",
			"The pointer is found: {0}, set by {1}.");
	}
	const struct ds_fact facts[] = {x->seen};
	return DS_THINK(t, DS_TURN_TRACE, facts, "It is this one: {0}.", "So {0}.",
		"The one that leads nowhere: {0}.");
}

/* The frame that called the one looked at; NULL: it is not seen. */
static int find_caller(struct null *x, const struct dbg_frame **ret)
{
	struct ds_debug_seen seen;
	*ret = NULL;
	int rc = x->frames.len ? 0 : ds_ask(x->t, &seen, "backtrace_get()");
	if (rc)
		return rc;
	if (!x->frames.len && seen.backtrace) {
		x->frames = seen.backtrace->frames;
		x->told = x->t->answer;
	}
	const struct dbg_frame *f = x->frames.items;
	for (size_t i = 0; i + 1 < x->frames.len; i++)
		if (fl_slice_eq(f[i].function, x->at.function) && f[i].line == x->at.line) {
			*ret = f[i + 1].line ? &f[i + 1] : NULL;
			break;
		}
	return 0;
}

/* `p` of `p + i`: what is null behind that is so without. */
static struct fl_slice without_offset(struct fl_slice argument)
{
	ptrdiff_t plus = fl_slice_find(argument, " + ");
	struct fl_slice name = fl_slice_head(argument, plus < 0 ? argument.len : (size_t)plus);
	return ds_expr_is_name(name) ? name : argument;
}

/* It came in: who passed it, and what? */
static int look_at_caller(struct null *x)
{
	struct ds_talk *t = x->t;
	const struct dbg_frame *caller;
	int rc = find_caller(x, &caller);
	if (rc || !caller)
		return rc;
	struct ds_fact facts[] = {
		ds_fact_frame(t, caller), ds_fact_code(t, caller->file, caller->line)};
	facts[0].turn = x->told;
	x->caller = caller;
	bool seen = ds_passed(x->text, &x->function, x->at.function, x->pointer,
		ds_talk_statement(t, caller->file, caller->line), &x->passed);
	x->on_purpose = seen && ds_passed_null(x->passed);
	if (seen)
		x->passed = without_offset(x->passed);
	if (x->on_purpose)
		return DS_THINK(t, DS_TURN_TRACE, facts,
			"The caller passes null on purpose, {1}, so that the function has to "
			"take it.",
			"{1} gives it null by its very words: this is a use that is meant.");
	return DS_THINK(t, DS_TURN_TRACE, facts,
		"It is an argument, so it was null in the call already: {1}.",
		"{1} has passed it on.", "The caller passed it so, {0}.");
}

/* Where it is set last by the text may not be come to: then it was before. */
static int come_to_setting(struct null *x)
{
	struct ds_talk *t = x->t;
	for (;;) {
		struct ds_debug_seen seen;
		int64_t before = ds_code_assigned(x->text, x->function.first, x->set, x->pointer);
		int rc = ds_ask_stop(t, x->at.file, x->set);
		rc = rc ? rc : ds_ask(t, &seen, "run()");
		if (rc)
			return rc;
		if (seen.stop && seen.stop->reason == DBG_BREAKPOINT && seen.stop->line >= x->set &&
			fl_slice_eq(seen.stop->file, x->at.file))
			return 0;
		if (!before)
			return ds_talk_give_up(t, "where the pointer is set is not stopped at");
		const struct ds_fact facts[] = {
			ds_fact_code(t, x->at.file, x->set), ds_fact_code(t, x->at.file, before)};
		rc = DS_THINK(t, DS_TURN_ELIMINATE, facts,
			"It does not come by {0}; so {1} has set it.",
			"{0} is not done at all before it fails. Then it is {1}.");
		if (rc)
			return rc;
		x->set = before;
	}
}

/* The function that set it gives null in one place only: is that the way that it went? */
static int see_way(struct null *x, const struct ds_gives *gives)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	const struct ds_fact facts[] = {ds_fact_code(t, gives->file, gives->line)};
	int rc = DS_THINK(t, DS_TURN_HYPOTHESIS, facts,
		"What it calls has one way to give null, {0}. Is that taken?",
		"By the text it is {0} that gives null there. I stop at that.");
	rc = rc ? rc
		: ds_ask_reach(t, gives->file, gives->line, "where null is given is not come to");
	for (int i = 0; rc == 0; i++) {
		rc = ds_ask(t, &seen, "continue_exec()");
		if (rc || !seen.stop || seen.stop->reason != DBG_BREAKPOINT ||
			seen.stop->line != gives->line ||
			!fl_slice_eq(seen.stop->file, gives->file))
			break;
		if (i == STOPS)
			return ds_talk_give_up(t, "null is given too often");
	}
	if (rc)
		return rc;
	/* A kernel is stopped where it gives up, as before. */
	bool failed =
		seen.stop && (seen.stop->reason == DBG_SIGNAL ||
				     (t->scene->pass.len && seen.stop->reason == DBG_BREAKPOINT));
	if (!failed)
		return ds_talk_give_up(t, "the program ends without its symptom");
	const struct ds_fact found[] = {facts[0], ds_fact_code(t, x->at.file, x->set)};
	return DS_THINK(t, DS_TURN_CONFIRM, found,
		"It is: behind {0} comes the failure. So null is an answer that {1} has to "
		"expect.",
		"{0} is the last stop before it fails, and no accident: who does {1} has to "
		"reckon with null.");
}

/* Of several places that set it, which one did? */
static int see_setting(struct null *x)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	int rc = come_to_setting(x);
	rc = rc ? rc : ds_ask(t, &seen, "next()");
	if (rc == 0 && (!seen.stop || !seen.stop->alive))
		return ds_talk_give_up(t, "the program ends without its symptom");
	rc = rc ? rc : ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(x->pointer));
	if (rc || !is_null(seen.value))
		return rc;
	const struct ds_fact facts[] = {ds_fact_value(t, x->pointer, seen.value)};
	return DS_THINK(t, DS_TURN_CONFIRM, facts,
		"So this is what it gives: {0}, the first time already.",
		"At once {0}: null is one of its answers.");
}

/* In which call was it set to null? */
static int see_call(struct null *x)
{
	struct ds_talk *t = x->t;
	const struct dbg_frame *caller;
	int rc = find_caller(x, &caller);
	if (rc || !caller)
		return rc;
	struct ds_fact facts[] = {
		ds_fact_code(t, x->at.file, x->set), ds_fact_code(t, caller->file, caller->line)};
	return DS_THINK(t, DS_TURN_TRACE, facts, "In the call from {1} it is that {0} gives null.",
		"{0} gives null when the function is called by {1}.");
}

static int look_at_setting(struct null *x)
{
	struct ds_gives gives;
	bool others = ds_code_assigned(x->text, x->function.first, x->set, x->pointer) > 0;
	/* Where it is asked for in the function, null is known to come. */
	if (x->t->calls >= DS_TURNS_CALLS_LEAST && !others &&
		tested(x, x->function.first, x->function.last + 1))
		return 0;
	if (ds_gives_null(x->t, ds_talk_statement(x->t, x->at.file, x->set), &gives))
		return see_way(x, &gives);
	return others || fl_slice_eqs(x->at.function, "main") ? see_setting(x) : see_call(x);
}

static int look_at_source(struct null *x)
{
	return x->set ? look_at_setting(x) : x->arg ? look_at_caller(x) : 0;
}

static int conclude_wrong_test(struct null *x, int64_t line, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, line), x->seen};
	*ret = (struct ds_cause){.file = x->at.file, .line = line};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} asks about a pointer that was asked about before, so that nobody "
		"notices that {1}.",
		"The test {0} is about the wrong pointer: it does not help that {1}.");
}

static int conclude_test(struct null *x, int64_t line, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, line), x->seen};
	*ret = (struct ds_cause){.file = x->at.file, .line = line};
	if (line == x->at.line)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: {0} asks about the pointer and yet goes on to use it, though {1}: "
			"its parts are joined in the wrong way.",
			"{0} uses in one part what it asks about in another, and does so though "
			"{1}.");
	return DS_THINK(t, DS_TURN_ERROR, facts, "Cause: {0} lets the program pass though {1}.",
		"The test {0} does not do what it is there for: {1}, and it goes on.");
}

/* What sets it is another variable of that name, in a block that has ended. */
static bool is_shadow(const struct null *x)
{
	struct ds_block block;
	return x->set && ds_owner_type(x->text, x->set, x->set, x->pointer).len &&
	       ds_code_blocks(x->text, x->set, &block, 1) == 1 && !block.function &&
	       block.last < x->at.line;
}

static int conclude_shadow(struct null *x, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->set),
		ds_fact_code(t, x->at.file, x->at.line), x->seen};
	*ret = (struct ds_cause){.file = x->at.file, .line = x->set};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} declares another variable, which ends with its block; at {1} it is "
		"the outer one that counts, and {2}.",
		"The outer variable is never set, so that {2} at {1}: {0} sets one of its own.");
}

/* `while (x != NULL || y != NULL)` does not keep y from being null. */
static bool is_half(struct fl_slice statement)
{
	return fl_slice_find(statement, "||") >= 0 && fl_slice_find(statement, "!=") >= 0;
}

static int conclude_lack(struct null *x, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	int64_t from = x->set ? x->set : x->function.first;
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->at.line), x->seen,
		ds_fact_code(t, x->at.file, from)};
	*ret = (struct ds_cause){
		.file = x->at.file, .line = from + 1, .last = x->at.line, .lacks = true};
	if (x->set)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Between {2} and {0} nobody asks whether the pointer is null: the test is "
			"missing.",
			"Cause: {2} may give a null pointer, and {0} uses it without a test.");
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} uses the pointer without a test, and it may be null as here ({1}).",
		"Nothing in the function asks whether it is null before {0}: that test is "
		"missing.");
}

/* It is asked for, but behind its use. */
static int conclude_late(struct null *x, int64_t late, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	int64_t from = x->set ? x->set : x->function.first;
	const struct ds_fact facts[] = {
		ds_fact_code(t, x->at.file, x->at.line), ds_fact_code(t, x->at.file, late)};
	*ret = (struct ds_cause){.file = x->at.file, .line = from + 1, .last = late, .lacks = true};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: the test {1} comes too late, since {0} has used the pointer by then.",
		"{1} asks the right question, but behind {0}, which needed the answer.");
}

/*
 * A cause in the function that is looked at. FL_ENOTFOUND: there is none to be seen. That null may
 * come is known of what a call gives, and of what is asked for elsewhere.
 */
static int conclude(struct null *x, const struct dbg_frame_vars *vars, struct ds_cause *ret)
{
	/* A test in front of the last that sets it is about another value. */
	int64_t last = ds_code_assigned(x->text, x->function.first, x->at.line, x->pointer);
	int64_t from = last ? last + 1 : x->function.first;
	bool elsewhere = tested(x, x->function.first, x->function.last + 1) > 0;
	int64_t late = tested(x, x->at.line + 1, x->function.last + 1);
	int64_t wrong = vars ? wrong_test(x, from, x->at.line, vars) : 0;
	int64_t own = tested(x, from, x->at.line + 1);
	bool called = x->set && fl_slice_chr(ds_talk_statement(x->t, x->at.file, x->set), '(') >= 0;
	if (is_shadow(x))
		return conclude_shadow(x, ret);
	if (own && is_half(ds_talk_statement(x->t, x->at.file, own)))
		return ds_talk_give_up(x->t, "a test asks about more than one pointer");
	if (own)
		return conclude_test(x, own, ret);
	if (wrong)
		return conclude_wrong_test(x, wrong, ret);
	if (late && !ds_code_assigned(x->text, x->at.line + 1, late, x->pointer))
		return conclude_late(x, late, ret);
	if (!called && !elsewhere && !x->on_purpose)
		return FL_ENOTFOUND;
	return conclude_lack(x, ret);
}

static int stand_at(struct null *x, const struct dbg_stop *at)
{
	x->at = *at;
	x->text = ds_talk_text(x->t, at->file);
	x->statement = ds_talk_statement(x->t, at->file, at->line);
	if (!ds_code_function(x->text, at->line, &x->function))
		return ds_talk_give_up(x->t, "the function is not read");
	return 0;
}

/* To the caller, whose variable was passed. */
static int follow(struct null *x)
{
	const struct dbg_frame *caller = x->caller;
	if (!x->arg || x->set || !caller || !ds_expr_is_name(x->passed) ||
		ds_code_is_test(caller->file))
		return ds_talk_give_up(x->t, "whether it may be null is not seen");
	const struct dbg_stop at = {
		.file = caller->file, .line = caller->line, .function = caller->function};
	x->pointer = x->passed;
	x->caller = NULL;
	int rc = stand_at(x, &at);
	if (rc == 0)
		x->arg = ds_passed_is_parameter(x->text, &x->function, x->pointer);
	return rc;
}

/* Does a loop around the use give it another value behind it? Then it is not what came in. */
static bool set_in_round(const struct null *x)
{
	static const char *const words[] = {"for", "while", "do"};
	struct ds_block blocks[DS_BLOCKS_MAX];
	size_t n = ds_code_blocks(x->text, x->at.line, blocks, DS_BLOCKS_MAX);
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++)
			if (ds_code_begins(x->text, blocks[i].head, words[k]) &&
				ds_code_assigned(
					x->text, x->at.line, blocks[i].last + 1, x->pointer))
				return true;
	return false;
}

/* Where the pointer comes from, function by function. */
static int trace_back(struct null *x, const struct dbg_frame_vars *vars, struct ds_cause *ret)
{
	for (int hop = 0; hop < HOPS; hop++) {
		x->set = ds_code_assigned(x->text, x->function.first, x->at.line, x->pointer);
		if (x->arg && !x->set && set_in_round(x))
			return ds_talk_give_up(x->t, "a loop gives the argument other values");
		int rc = hop && !x->set ? 0 : tell_source(x);
		rc = rc ? rc : look_at_source(x);
		rc = rc ? rc : conclude(x, hop ? NULL : vars, ret);
		if (rc != FL_ENOTFOUND)
			return rc;
		bool member = x->caller && x->passed.len && !ds_expr_is_name(x->passed);
		if (hop == 0 && member && x->t->scene->pass.len)
			return ds_unready_conclude(x->t, &x->frames, x->pointer, &x->seen, ret);
		rc = follow(x);
		if (rc)
			return rc;
	}
	return ds_talk_give_up(x->t, "the pointer comes from too far away");
}

/* The assertion that stops a kernel asks about a pointer that is null. */
int ds_null_passed(struct ds_talk *t, const struct ds_null_found *found, struct ds_cause *ret_cause)
{
	struct null x = {.t = t,
		.pointer = found->pointer,
		.arg = true,
		.local = true,
		.seen = found->seen,
		.frames = found->frames,
		.told = t->answer};
	int rc = stand_at(&x, &found->at);
	return rc ? rc : trace_back(&x, NULL, ret_cause);
}

/* Does the report say that the address is another than null's? */
static bool is_wild(const struct tg_symptom *s)
{
	return fl_slice_eqs(s->kind, "segv") && fl_slice_find(s->message, "high value") >= 0;
}

int ds_policy_null(struct ds_talk *t, struct ds_cause *ret_cause)
{
	if (is_wild(t->scene->symptom))
		return ds_talk_give_up(t, "the address is none of a null pointer");
	struct null x = {.t = t};
	const struct dbg_frame *stack[STACK];
	const struct dbg_frame_vars *vars = NULL;
	if (!ds_talk_stack(t, SAN_ROLE_ACCESS, stack, STACK))
		return ds_talk_give_up(t, "the report has no place of the program's");
	int rc = plan(&x, stack[0]);
	rc = rc ? rc : t->scene->pass.len ? come_by_trap(&x) : ds_ask_report(t, false, &x.at);
	rc = rc ? rc : stand_at(&x, &x.at);
	rc = rc ? rc : ds_ask_vars(t, &vars);
	rc = rc ? rc : find_pointer(&x, vars);
	rc = rc ? rc : tell_suspect(&x, vars);
	if (rc)
		return rc;
	if (!x.local && t->scene->pass.len)
		return ds_unready_conclude(t, &x.frames, x.pointer, &x.seen, ret_cause);
	if (!x.local)
		return ds_talk_give_up(t, "the pointer is in something larger");
	return trace_back(&x, vars, ret_cause);
}

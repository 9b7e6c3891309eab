/*
 * A kernel that gives up over a value that nobody has set: in a check of its own, or in an
 * exception.
 * Its locals begin with the compiler's pattern, by which the debugger's answers tell them.
 */
#include "datasets/dialogue/code.h"
#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/null.h"
#include "datasets/dialogue/policies/trapped.h"
#include "datasets/dialogue/policy.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/source.h"

enum { STACK = 8, LOOKED = 6 };

struct unset {
	struct ds_talk *t;
	const struct dbg_frame
		*stack[STACK]; /* what gave up, or was interrupted, and its callers */
	size_t count;
	int64_t first; /* the number of the first of them in a backtrace */
	/* The one that is looked at. */
	struct dbg_frame at;
	struct fl_slice text, statement;
	struct ds_block function;
	const struct dbg_frame_vars *vars;
};

static int plan(struct unset *x)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {
		ds_fact_report(t->scene->symptom->actual), ds_fact_code(t, x->at.file, x->at.line)};
	return DS_THINK(t, DS_TURN_PLAN, facts,
		"The kernel ends with {0}, over {1}. Which of the values there is the wrong one?",
		"{0} is its last line. What it does not bear is {1}, so I want its operands.",
		"It gives up at {1} ({0}). I stop it there and look at what that works with.");
}

/* Where the kernel gives up by itself, the caller of that function is what asked. */
static int come_by_check(struct unset *x)
{
	x->first = 1;
	return ds_trapped_reach(x->t);
}

static int come_by_trap(struct unset *x)
{
	struct dbg_stop at;
	struct fl_list frames;
	return ds_trapped_enter(x->t, &at, &frames);
}

static int stand_at(struct unset *x, size_t frame)
{
	x->at = *x->stack[frame];
	x->text = ds_talk_text(x->t, x->at.file);
	x->statement = ds_talk_statement(x->t, x->at.file, x->at.line);
	if (!ds_code_function(x->text, x->at.line, &x->function))
		return ds_talk_give_up(x->t, "the function is not read");
	return 0;
}

static int look(struct unset *x, size_t frame)
{
	struct ds_debug_seen seen;
	int64_t number = x->first + (int64_t)frame;
	int rc = number ? ds_ask(x->t, &seen, "inspect(%lld)", (long long)number)
			: ds_ask(x->t, &seen, "inspect()");
	if (rc == 0 && (!seen.vars || seen.vars->line != x->at.line))
		return ds_talk_give_up(x->t, "it gives up elsewhere than it says");
	if (rc == 0)
		x->vars = seen.vars;
	return rc;
}

/* Only that pattern, or a number that was counted on from it. */
static bool is_unset(struct fl_slice value)
{
	static const uint64_t pattern = 0xaaaaaaaaaaaaaaaa;
	enum { WORD = 32, LOW = 16 };
	uint64_t number = 0;
	if (fl_slice_starts(value, "<uninitialized>"))
		return true;
	for (size_t i = 0; i < value.len && value.ptr[i] >= '0' && value.ptr[i] <= '9'; i++)
		number = number * 10 + (uint64_t)(value.ptr[i] - '0');
	return number >> LOW == pattern >> LOW || number >> LOW == pattern >> (WORD + LOW);
}

static const struct dbg_variable *unset_of(const struct unset *x, struct fl_slice statement)
{
	struct fl_slice names[DS_EXPR_MAX];
	size_t n = ds_expr_names(statement, names, DS_EXPR_MAX);
	for (size_t i = 0; i < n; i++) {
		const struct dbg_variable *v = ds_expr_variable(x->vars, names[i]);
		if (v && is_unset(v->value))
			return v;
	}
	return NULL;
}

/* A variable that the statement uses, or what such a one was made of. */
static const struct dbg_variable *find_unset(const struct unset *x)
{
	struct fl_slice names[DS_EXPR_MAX];
	size_t n = ds_expr_names(x->statement, names, DS_EXPR_MAX);
	const struct dbg_variable *v = unset_of(x, x->statement);
	for (size_t i = 0; i < n && !v; i++) {
		int64_t line = ds_code_assigned(x->text, x->function.first, x->at.line, names[i]);
		if (line)
			v = unset_of(x, ds_talk_statement(x->t, x->at.file, line));
	}
	return v;
}

/* `size_t i = i;` */
static bool is_of_itself(struct fl_slice statement, struct fl_slice name)
{
	ptrdiff_t equal = fl_slice_find(statement, " = ") + 1;
	struct fl_slice behind = fl_slice_trim(fl_slice_skip(statement, (size_t)equal + 1));
	return equal > 0 && fl_slice_starts_with(behind, name) &&
	       (behind.len == name.len || !fl_is_word(behind.ptr[name.len]));
}

/* The line that declares it and gives it no value; 0: none such. */
static int64_t declared(const struct unset *x, struct fl_slice name)
{
	for (int64_t line = x->function.first; line <= x->at.line; line++) {
		if (!tg_mentions(ds_code_line(x->text, line), name))
			continue;
		struct fl_slice s = tg_statement_at(x->text, line);
		bool bare = fl_slice_chr(s, '(') < 0 && !tg_assigns(s, name);
		return bare || is_of_itself(s, name) ? line : 0;
	}
	return 0;
}

static int conclude(struct unset *x, const struct dbg_variable *v, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	const struct ds_fact seen = ds_fact_value(t, v->name, v->value);
	int64_t line = declared(x, v->name);
	if (!line || ds_code_is_test(x->at.file) ||
		ds_code_assigned(x->text, line + 1, x->at.line, v->name))
		return ds_talk_give_up(t, "where the value should have been set is not seen");
	const struct ds_fact facts[] = {
		seen, ds_fact_code(t, x->at.file, line), ds_fact_code(t, x->at.file, x->at.line)};
	*ret = (struct ds_cause){.file = x->at.file, .line = line};
	bool counted = !fl_slice_starts(v->value, "<");
	int rc = counted ? DS_THINK(t, DS_TURN_TRACE, facts,
				   "{0}: no count, but the pattern of memory that was never set, "
				   "gone "
				   "on from there.",
				   "A number like this is no accident: {0} is the filling of unset "
				   "memory, and something was added to it.")
			 : DS_THINK(t, DS_TURN_TRACE, facts,
				   "{0}: no statement has given it a value when {2} is come to.",
				   "The debugger shows {0}, so nothing was ever stored there.");
	if (rc || line == x->at.line)
		return rc ? rc
			  : DS_THINK(t, DS_TURN_ERROR, facts,
				    "Cause: {1} sets it from itself, so it begins with whatever "
				    "lay "
				    "there.");
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {1} gives it no value, and {2} works with whatever lay there.",
		"Cause: it has no value from its start on, in {1}, and {2} needs one.");
}

/* An argument of the statement's that is a null pointer. */
static const struct dbg_variable *find_null(const struct unset *x)
{
	struct fl_slice names[DS_EXPR_MAX];
	size_t n = ds_expr_names(x->statement, names, DS_EXPR_MAX);
	for (size_t i = 0; i < n; i++) {
		const struct dbg_variable *v = ds_expr_variable(x->vars, names[i]);
		if (v && v->arg && fl_slice_eqs(v->value, "0x0"))
			return v;
	}
	return NULL;
}

/* Who passed that? */
static int leave_to_null(struct unset *x, const struct dbg_variable *v, struct ds_cause *ret)
{
	struct ds_debug_seen seen;
	struct ds_null_found found = {
		.at = {.file = x->at.file, .line = x->at.line, .function = x->at.function},
		.pointer = v->name,
		.seen = ds_fact_value(x->t, v->name, v->value)};
	int rc = ds_ask(x->t, &seen, "backtrace_get()");
	if (rc == 0 && !seen.backtrace)
		return ds_talk_give_up(x->t, "there is no stack");
	if (rc)
		return rc;
	found.frames = seen.backtrace->frames;
	return ds_null_passed(x->t, &found, ret);
}

static int tell_passed(struct unset *x, const struct dbg_variable *v)
{
	const struct ds_fact facts[] = {
		ds_fact_value(x->t, v->name, v->value), ds_fact_code(x->t, x->at.file, x->at.line)};
	return DS_THINK(x->t, DS_TURN_TRACE, facts,
		"{0}, and it came in as an argument: who passed that?",
		"What {1} asks about is an argument, {0}; so to the caller.");
}

static int tell_nothing(struct unset *x)
{
	const struct ds_fact facts[] = {ds_fact_code(x->t, x->at.file, x->at.line)};
	return DS_THINK(x->t, DS_TURN_ELIMINATE, facts,
		"Nothing odd is seen of what {0} has for itself; then it is what its caller gave.",
		"{0} only does what it was called for. The caller is next.");
}

int ds_policy_unset(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct unset x = {.t = t};
	x.count = ds_talk_stack(t, SAN_ROLE_ACCESS, x.stack, STACK);
	if (!x.count)
		return ds_talk_give_up(t, "the report has no place of the program's");
	bool check = fl_slice_eqs(t->scene->symptom->kind, "kernel-panic") ||
		     fl_slice_eqs(t->scene->symptom->kind, "wrong-output");
	bool passed = false;
	int rc = stand_at(&x, 0);
	rc = rc ? rc : plan(&x);
	rc = rc ? rc : check ? come_by_check(&x) : come_by_trap(&x);
	for (size_t i = 0; rc == 0 && i < x.count && i < LOOKED; i++) {
		rc = stand_at(&x, i);
		rc = rc ? rc : look(&x, i);
		const struct dbg_variable *v = rc ? NULL : find_unset(&x);
		if (v && !v->arg)
			return conclude(&x, v, ret_cause);
		const struct dbg_variable *null = rc || v || i || !check ? NULL : find_null(&x);
		if (null)
			return leave_to_null(&x, null, ret_cause);
		/* What is not seen in the caller either is not passed on from farther away. */
		bool lost = !v && (passed || i == 1);
		if (rc == 0 && lost)
			break;
		passed = passed || v;
		rc = rc ? rc : v ? tell_passed(&x, v) : tell_nothing(&x);
	}
	return rc ? rc : ds_talk_give_up(t, "no value of the statement is seen to be unset");
}

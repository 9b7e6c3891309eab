/*
 * A local variable that is used when its function is over: how it got out of that, captured by a
 * lambda, returned by reference, or as a pointer to it.
 */
#include "datasets/dialogue/code.h"
#include "datasets/dialogue/policies/owner.h"
#include "datasets/dialogue/policy.h"
#include "tracegen/evidence/operands.h"

enum { STACK = 8 };

/* How it gets out. */
enum way { CAPTURED, BY_REFERENCE, POINTED_TO };

struct escaped {
	struct ds_talk *t;
	struct dbg_frame use, owner;
	struct fl_slice text, name; /* of the owner's file; of the variable */
	struct ds_block function; /* the owner */
	enum way way;
	int64_t line; /* where it gets out */
};

/* "stack variable 'most' of 4 bytes" */
static struct fl_slice name_of(struct fl_slice region)
{
	ptrdiff_t open = fl_slice_chr(region, '\'');
	struct fl_slice rest = fl_slice_skip(region, (size_t)(open + 1));
	ptrdiff_t close = fl_slice_chr(rest, '\'');
	struct fl_slice name = fl_slice_head(rest, open < 0 || close < 0 ? 0 : (size_t)close);
	ptrdiff_t dot = fl_slice_chr(name, '.'); /* clang's "factor.addr" of a parameter */
	if (dot > 0)
		name = fl_slice_head(name, (size_t)dot);
	return name.len && fl_is_name(name.ptr[0]) ? name : fl_slice(NULL, 0);
}

/* Does a lambda in the line take the variable by reference: `[&most]`, or all, `[&]`? */
static bool captures(struct fl_slice line, struct fl_slice name, struct fl_arena *a)
{
	ptrdiff_t open = fl_slice_chr(line, '[');
	if (open < 0)
		return false;
	struct fl_slice rest = fl_slice_skip(line, (size_t)open);
	ptrdiff_t close = fl_slice_chr(rest, ']');
	struct fl_slice list = fl_slice_head(rest, close < 0 ? 0 : (size_t)close + 1);
	return fl_slice_find(list, "[&]") >= 0 || fl_slice_find(list, "[&,") >= 0 ||
	       fl_slice_search(list, fl_arena_printf(a, "&%.*s", FL_ARG(name))) >= 0;
}

/* Does the head of the function say that it returns a reference? */
static bool gives_reference(const struct escaped *x)
{
	for (int64_t line = x->function.head; line <= x->function.first; line++) {
		struct fl_slice s = ds_code_line(x->text, line);
		ptrdiff_t and = fl_slice_chr(s, '&'), open = fl_slice_chr(s, '(');
		if (and >= 0 && (open < 0 || and < open))
			return true;
		if (open >= 0)
			return false;
	}
	return false;
}

static bool find_way(struct escaped *x)
{
	struct fl_arena *a = x->t->a;
	struct fl_slice plain = fl_arena_printf(a, "return %.*s;", FL_ARG(x->name)),
			pointer = fl_arena_printf(a, "return &%.*s", FL_ARG(x->name));
	bool reference = gives_reference(x);
	for (int64_t line = x->function.head; line <= x->function.last; line++) {
		struct fl_slice s = ds_code_line(x->text, line);
		x->line = line;
		x->way = captures(s, x->name, a) ? CAPTURED : reference ? BY_REFERENCE : POINTED_TO;
		if (x->way == CAPTURED || fl_slice_starts_with(s, plain) ||
			fl_slice_starts_with(s, pointer))
			return true;
	}
	return false;
}

static int plan(struct escaped *x)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_report(t->scene->symptom->kind),
		ds_fact_code(t, x->use.file, x->use.line), ds_fact_name(x->name),
		ds_fact_code(t, x->owner.file, x->function.head)};
	int rc = DS_THINK(t, DS_TURN_PLAN, facts, "{0}: {1} comes to {2}, a variable of {3}.",
		"The report is {0}. What {1} uses is {2}, which belongs to {3}.");
	rc = rc ? rc
		: DS_THINK(t, DS_TURN_HYPOTHESIS, facts,
			  "Perhaps that function is still under way, and only a block of it has "
			  "ended. The stack will tell.",
			  "Is the function over, or only a block in it? I look at the stack.");
	return rc;
}

/* Is the owner among those that are under way when it is used? */
static int look_at_use(struct escaped *x, bool running)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	struct dbg_stop stop;
	int rc = ds_ask_report(t, running, &stop);
	rc = rc ? rc : ds_ask(t, &seen, "backtrace_get()");
	if (rc)
		return rc;
	const struct dbg_frame *f = seen.backtrace ? seen.backtrace->frames.items : NULL;
	size_t n = seen.backtrace ? seen.backtrace->frames.len : 0;
	if (!n)
		return ds_talk_give_up(t, "there is no stack");
	for (size_t i = 0; i < n; i++)
		if (fl_slice_eq(f[i].function, x->owner.function))
			return ds_talk_give_up(t, "the owner is still under way");
	size_t own = 0;
	while (own + 1 < n && !tg_files_find(t->scene->files, f[own].file))
		own++;
	const struct ds_fact facts[] = {
		ds_fact_frame(t, &f[own]), ds_fact_code(t, x->owner.file, x->function.head)};
	return DS_THINK(t, DS_TURN_ELIMINATE, facts,
		"It is used in {0}, and no call of {1} is left on the stack: it is over.",
		"{1} is not among the calls that led to {0}. It has ended, and all that it had.");
}

static int look_at_way(struct escaped *x)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_code(t, x->owner.file, x->line)};
	int rc = DS_THINK(t, DS_TURN_TRACE, facts,
		"How did it get out? By {0}, as far as I see; I stop there.",
		"By the text {0} is what lets it out. Does the program come there?");
	return rc ? rc
		  : ds_ask_reach(t, x->owner.file, x->line, "where it gets out is not come to");
}

static int conclude(struct escaped *x, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_code(t, x->owner.file, x->line),
		ds_fact_name(x->name), ds_fact_code(t, x->owner.file, x->function.head)};
	*ret = (struct ds_cause){.file = x->owner.file, .line = x->line};
	if (x->way == CAPTURED)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: {0} takes {1} by reference, and is called when {2} has returned.",
			"{0} outlives {2}, but has only a reference to {1}, which does not.");
	if (x->way == BY_REFERENCE) {
		*ret = (struct ds_cause){.file = x->owner.file,
			.line = x->function.head,
			.last = x->function.first,
			.lacks = true};
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: {2} returns a reference, and {0} makes that one to {1}, which ends "
			"there.",
			"By {0} the caller gets a reference to {1}, a local variable: {2} should "
			"return the value.");
	}
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} gives the caller a pointer to {1}, which ends there.",
		"{1} is gone when {0} is done, and a pointer to it is what the caller gets.");
}

int ds_policy_escaped(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct escaped x = {.t = t, .name = name_of(t->scene->symptom->region)};
	const struct dbg_frame *use[STACK], *owner[STACK];
	if (!ds_talk_stack(t, SAN_ROLE_ACCESS, use, STACK) ||
		!ds_talk_stack(t, SAN_ROLE_OWNER, owner, STACK))
		return ds_talk_give_up(t, "the report has not both places");
	x.use = *use[0];
	x.owner = *owner[0];
	x.text = ds_talk_text(t, x.owner.file);
	if (!x.name.len || !ds_code_function(x.text, x.owner.line, &x.function))
		return ds_talk_give_up(t, "the variable has no name in the report");
	if (!find_way(&x))
		return ds_talk_give_up(t, "how the variable gets out is not seen");
	int rc = plan(&x);
	if (fl_rng_below(&t->rng, 2)) {
		rc = rc ? rc : look_at_way(&x);
		rc = rc ? rc : look_at_use(&x, true);
	} else {
		rc = rc ? rc : look_at_use(&x, false);
		rc = rc ? rc : look_at_way(&x);
	}
	return rc ? rc : conclude(&x, ret_cause);
}

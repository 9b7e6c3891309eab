/*
 * An access behind the end of memory, or in front of it: was too little allocated, or does the
 * access go too far?
 */
#include "datasets/dialogue/code.h"
#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/called.h"
#include "datasets/dialogue/policies/owner.h"
#include "datasets/dialogue/policy.h"
#include "tracegen/evidence/operands.h"

enum { STACK = 8 };

struct bounds {
	struct ds_talk *t;
	struct dbg_frame use, made; /* made.line 0: not of the heap, or not the program's own */
	int64_t bytes; /* of the block */
	struct fl_slice text; /* of the file of the access */
	struct fl_slice statement, making;
	struct dbg_stop at;
	const struct dbg_frame_vars *vars; /* at the access */
	struct fl_slice counted; /* the pointer whose own size the making counts with; or empty */
	struct ds_fact element; /* what one of what it points to takes, where that was asked */
	int64_t loop; /* the head of a loop around the access that includes its bound; 0: none */
	struct ds_bound bound; /* of that loop */
	struct fl_slice counter; /* the index that it counts */
};

/* "20-byte heap region" */
static void read_region(struct bounds *x)
{
	struct fl_slice region = x->t->scene->symptom->region;
	uint32_t bytes;
	if (fl_slice_uint(region, &bytes))
		x->bytes = bytes;
}

static int plan(struct bounds *x)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_report(t->scene->symptom->kind),
		ds_fact_code(t, x->use.file, x->use.line),
		x->made.line ? ds_fact_code(t, x->made.file, x->made.line)
			     : ds_fact_code(t, x->use.file, x->use.line)};
	if (!x->made.line || x->loop) {
		int rc = DS_THINK(t, DS_TURN_PLAN, facts, "The report is {0}, and {1} does it.",
			"{0}: {1} goes beyond what it may.");
		return rc ? rc
			  : DS_THINK_ONLY(t, DS_TURN_HYPOTHESIS,
				    "I suppose that an index runs too far; I let it come to that.",
				    "Probably a loop does not stop in time; I run it into the "
				    "report.");
	}
	int rc = DS_THINK(t, DS_TURN_PLAN, facts,
		"{0}: {1} goes beyond the block that {2} has made.",
		"The report is {0}. The access is {1}, the block is from {2}.");
	return rc ? rc
		  : DS_THINK_ONLY(t, DS_TURN_HYPOTHESIS,
			    "Either the access goes too far or the block is too small; I take the "
			    "access first, but I look at the block.",
			    "I suspect the access. How large the block was meant to be comes "
			    "first.");
}

/* The report as it comes, before anything is stopped at. */
static int see_report(struct bounds *x)
{
	struct ds_talk *t = x->t;
	struct dbg_stop stop;
	int rc = ds_ask_report(t, false, &stop);
	if (rc)
		return rc;
	const struct ds_fact facts[] = {
		ds_fact_stop(t, &stop), ds_fact_code(t, x->made.file, x->made.line)};
	return DS_THINK(t, DS_TURN_TRACE, facts,
		"It comes here as well, in {0}. Now I see {1} make the block, and go on from "
		"there.",
		"The report comes in {0}. How large the block is, is told by {1}.");
}

/* `p` of `sizeof(p)`, where that is what gets the block: the size of a pointer. */
static struct fl_slice counted_with(const struct bounds *x)
{
	ptrdiff_t at = fl_slice_find(x->making, "sizeof");
	if (at < 0)
		return fl_slice(NULL, 0);
	struct fl_slice rest = fl_slice_trim(fl_slice_skip(x->making, (size_t)at + 6));
	bool bracket = fl_slice_starts(rest, "(");
	rest = fl_slice_trim(fl_slice_skip(rest, bracket));
	size_t n = 0;
	while (n < rest.len) { /* `w->items`, too */
		bool arrow = n + 1 < rest.len && rest.ptr[n] == '-' && rest.ptr[n + 1] == '>';
		if (!arrow && !fl_is_word(rest.ptr[n]) && rest.ptr[n] != '.')
			break;
		n += arrow ? 2 : 1;
	}
	struct fl_slice name = fl_slice_head(rest, n);
	struct fl_slice before = fl_slice_head(x->making, (size_t)at);
	bool own = ds_expr_is_name(name) ? tg_mentions(before, name)
					 : fl_slice_search(before, name) >= 0;
	return n && own && ds_expr_is_askable(name, NULL) ? name : fl_slice(NULL, 0);
}

/* How large is one of what it points to? */
static int look_at_element(struct bounds *x)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	int rc = ds_ask(t, &seen, "eval(\"sizeof(*%.*s)\")", FL_ARG(x->counted));
	if (rc)
		return rc;
	x->element = ds_fact_value(
		t, fl_arena_printf(t->a, "sizeof(*%.*s)", FL_ARG(x->counted)), seen.value);
	const struct ds_fact facts[] = {x->element, ds_fact_code(t, x->made.file, x->made.line)};
	return DS_THINK(t, DS_TURN_TRACE, facts,
		"One of them is larger than a pointer ({0}), and {1} counts with the pointer's "
		"own size.",
		"{0}; but {1} asks for the size of the pointer itself.");
}

/* Where the block is made: what its size is made of. */
static int look_at_making(struct bounds *x)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	int rc = ds_ask_reach(t, x->made.file, x->made.line, "the allocation is not stopped at");
	if (rc == 0 && x->counted.len)
		return look_at_element(x);
	rc = rc ? rc : ds_ask(t, &seen, "inspect()");
	if (rc)
		return rc;
	const struct dbg_variable *v = NULL;
	struct fl_slice names[DS_EXPR_MAX];
	size_t n = ds_expr_names(x->making, names, DS_EXPR_MAX);
	int64_t number;
	for (size_t i = 0; i < n && !v; i++) {
		v = ds_expr_variable(seen.vars, names[i]);
		v = v && ds_expr_number(v->value, &number) ? v : NULL;
	}
	if (!v)
		return ds_talk_give_up(t, "what the block's size is made of is not seen");
	const struct ds_fact facts[] = {ds_fact_value(t, v->name, v->value)};
	return DS_THINK(t, DS_TURN_TRACE, facts, "As the block is made, {0}.",
		"Its size is made of this: {0}.");
}

static int go_to_use(struct bounds *x)
{
	struct ds_talk *t = x->t;
	bool stopped = x->made.line && !x->loop;
	size_t calls = t->calls;
	int rc = ds_ask_report(t, stopped, &x->at);
	if (rc == 0 && stopped && t->calls > calls + 1)
		return ds_talk_give_up(t, "another block was made in front of that one");
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->at.line)};
	return rc ? rc
		  : DS_THINK(t, DS_TURN_TRACE, facts, "The report stops it at {0}.",
			    "It comes to the access, {0}.");
}

/* What is there when the report has stopped it. */
static int look_at_use(struct bounds *x)
{
	struct ds_debug_seen seen = {0};
	x->text = ds_talk_text(x->t, x->at.file);
	x->statement = ds_talk_statement(x->t, x->at.file, x->at.line);
	int rc = ds_ask(x->t, &seen, "inspect()");
	x->vars = seen.vars;
	return rc;
}

/* The call of a function that makes the block and goes beyond it. */
static int see_call(struct bounds *x)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_name(x->made.function)};
	int rc = DS_THINK(t, DS_TURN_PLAN, facts,
		"Both are in {0}; what that is given I see where it begins.",
		"I stop where {0} begins, which does both, and look at what it is given.");
	return rc ? rc : ds_called_see(t, &x->made, &x->use, &x->at);
}

/* The block as it is made, then the access. */
static int see_each(struct bounds *x)
{
	bool plain = !x->made.line || x->counted.len || x->loop;
	int rc = plain || fl_rng_below(&x->t->rng, 2) ? 0 : see_report(x);
	rc = rc || !x->made.line || x->loop ? rc : look_at_making(x);
	return rc ? rc : go_to_use(x);
}

/* ---- the block is too small ---- */

/* The size was counted with that of a pointer. */
static int try_sizeof(struct bounds *x, struct ds_cause *ret, bool *ret_done)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {x->element, ds_fact_code(t, x->made.file, x->made.line)};
	if (!x->counted.len)
		return 0;
	int rc = DS_THINK(t, DS_TURN_ELIMINATE, facts,
		"The access is not to blame: one element takes that much ({0}), and the block was "
		"made as for pointers.",
		"So the access is right, and it is the block: {0} for one, and it has room for a "
		"pointer in its place.");
	*ret = (struct ds_cause){.file = x->made.file, .line = x->made.line};
	*ret_done = true;
	return rc ? rc
		  : DS_THINK(t, DS_TURN_ERROR, facts,
			    "Cause: {1} takes the size of the pointer, not of what it points to.",
			    "In {1} the size is that of a pointer, which is too little.");
}

/* Does it write a whole text to the start of the block, in the function that makes that? */
static bool fills(const struct bounds *x)
{
	static const char *const copies[] = {"sprintf(", "strcpy("};
	struct fl_slice target = ds_owner_target(x->making);
	for (size_t i = 0; i < sizeof(copies) / sizeof(copies[0]); i++) {
		ptrdiff_t at = fl_slice_find(x->statement, copies[i]);
		struct fl_slice rest = fl_slice_skip(
			x->statement, at < 0 ? x->statement.len : (size_t)at + strlen(copies[i]));
		if (target.len && fl_slice_starts_with(rest, target) &&
			fl_slice_starts(fl_slice_skip(rest, target.len), ",") &&
			fl_slice_eq(x->at.function, x->made.function) &&
			fl_slice_eq(x->at.file, x->made.file))
			return true;
	}
	return false;
}

/* `name` of `strcpy(t->name, name)`; empty: what is copied is no variable. */
static struct fl_slice copied(const struct bounds *x)
{
	ptrdiff_t at = fl_slice_find(x->statement, "strcpy(");
	struct fl_slice rest = at < 0 ? fl_slice(NULL, 0) : fl_slice_skip(x->statement, (size_t)at);
	ptrdiff_t comma = fl_slice_chr(rest, ','), end = fl_slice_find(rest, ")");
	if (comma < 0 || end < comma)
		return fl_slice(NULL, 0);
	struct fl_slice name = fl_slice_trim(
		fl_slice_head(fl_slice_skip(rest, (size_t)comma + 1), (size_t)(end - comma - 1)));
	return ds_expr_is_name(name) ? name : fl_slice(NULL, 0);
}

/* How long is the text that is copied, beside the block that it goes to? */
static int look_at_length(struct bounds *x)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	struct fl_slice name = copied(x);
	if (!name.len || !ds_expr_variable(x->vars, name) || !t->scene->symptom->region.len)
		return 0;
	struct fl_slice call = fl_arena_printf(t->a, "(int)strlen(%.*s)", FL_ARG(name));
	int rc = ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(call));
	if (rc)
		return rc;
	const struct ds_fact facts[] = {
		ds_fact_value(t, call, seen.value), ds_fact_report(t->scene->symptom->region)};
	return DS_THINK(t, DS_TURN_TRACE, facts,
		"The text is this long: {0}; the byte at its end comes to that, and the block is a "
		"{1}.",
		"{0}, without the byte at its end, and what it goes to is a {1}.");
}

/* Does it put something there that has a length of its own? */
static bool copies(struct fl_slice statement)
{
	static const char *const words[] = {
		"strcpy", "strcat", "sprintf", "memcpy", "memmove", "'\\0'", "= 0;", "= 0"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_find(statement, words[i]) >= 0)
			return true;
	return false;
}

/* Does it write the byte at the end of a text? */
static bool ends_text(struct fl_slice statement)
{
	static const char *const words[] = {"strcpy(", "strcat(", "sprintf(", "'\\0'", " + 1)"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_find(statement, words[i]) >= 0)
			return true;
	return false;
}

/* Text that is copied with the byte at its end, into a block without room for it. */
static int try_text(struct bounds *x, struct ds_cause *ret, bool *ret_done)
{
	struct ds_talk *t = x->t;
	bool more = fl_slice_chr(x->making, '+') >= 0;
	bool fits = t->scene->symptom->offset == x->bytes ||
		    fl_slice_eqs(t->scene->symptom->access, "write");
	if (!copies(x->statement) || (more && !fills(x)) || !fits)
		return 0;
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->at.line),
		ds_fact_code(t, x->made.file, x->made.line)};
	static const char *const of_text[] = {
		"The byte that ends a text has to be written, so {0} is right; it is the block "
		"that has no room for it.",
		"A text takes one byte more than it has letters: {0} is right to write that, and "
		"the block is too small.",
		NULL};
	static const char *const of_any[] = {
		"The access writes what has to be there, {0}: it is the block that is too small.",
		"{0} writes no more than belongs there, so the size of the block is wrong.", NULL};
	int rc = look_at_length(x);
	rc = rc ? rc
		: ds_think(t, DS_TURN_ELIMINATE, ends_text(x->statement) ? of_text : of_any, facts,
			  sizeof(facts) / sizeof(facts[0]));
	*ret = (struct ds_cause){.file = x->made.file, .line = x->made.line};
	*ret_done = true;
	return rc ? rc
		  : DS_THINK(t, DS_TURN_ERROR, facts,
			    "Cause: {1} makes a block that is too small for what {0} puts there.",
			    "{1} leaves no room for all that {0} writes.");
}

/* ---- the access goes too far ---- */

/* A loop around the access that counts one of its indexes up to its bound and with it. */
static void find_loop(struct bounds *x)
{
	struct fl_slice text = ds_talk_text(x->t, x->use.file), indexes[DS_EXPR_MAX];
	struct fl_slice access = ds_talk_statement(x->t, x->use.file, x->use.line);
	struct ds_block blocks[DS_BLOCKS_MAX];
	size_t n = ds_expr_indexes(access, indexes, DS_EXPR_MAX);
	size_t m = ds_code_blocks(text, x->use.line, blocks, DS_BLOCKS_MAX);
	for (size_t i = 0; i < n * m && !x->loop; i++) {
		int64_t head = blocks[i % m].head;
		struct fl_slice s = ds_talk_statement(x->t, x->use.file, head),
				name = indexes[i / m];
		bool loop =
			ds_code_begins(text, head, "for") || ds_code_begins(text, head, "while");
		if (!loop || !ds_expr_is_name(name) || !ds_expr_bound(s, name, &x->bound) ||
			!x->bound.inclusive || !x->bound.upper)
			continue;
		x->loop = head;
		x->counter = name;
	}
}

/* The variable that the head of a `for` counts; empty: it is none such. */
static struct fl_slice counted_by(const struct bounds *x, int64_t head)
{
	struct fl_slice s = ds_talk_statement(x->t, x->at.file, head), names[DS_EXPR_MAX];
	bool loop = ds_code_begins(x->text, head, "for");
	size_t n = loop ? ds_expr_names(s, names, DS_EXPR_MAX) : 0;
	for (size_t i = 0; i < n; i++) {
		struct ds_bound b;
		if (ds_expr_bound(s, names[i], &b) && b.upper &&
			ds_expr_variable(x->vars, names[i]))
			return names[i];
	}
	return fl_slice(NULL, 0);
}

/* The variable that a loop around the access counts, and that the access does not have. */
static struct fl_slice left_out(const struct bounds *x, const struct ds_block *blocks, size_t n)
{
	struct fl_slice found = {0};
	for (size_t i = 0; i < n; i++) {
		struct fl_slice name = counted_by(x, blocks[i].head);
		if (name.len && !tg_mentions(x->statement, name))
			found = name;
	}
	return found;
}

static int conclude_index(
	struct bounds *x, struct ds_fact index, const struct ds_block *blocks, size_t n)
{
	struct ds_talk *t = x->t;
	struct fl_slice region = t->scene->symptom->region, left = left_out(x, blocks, n);
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->at.line), index,
		ds_fact_report(region), ds_fact_name(left)};
	if (left.len)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: the index in {0} comes to be outside ({1}), and {3}, which the "
			"loop around it counts, has no part in it.",
			"{1} is outside, and no wonder: {0} leaves out {3}, the variable of a loop "
			"around it.");
	if (region.len)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: the index in {0} is outside of the {2}: {1}.",
			"{0} computes an index that the {2} does not have: {1}.");
	return DS_THINK(t, DS_TURN_ERROR, facts, "Cause: the index in {0} is outside ({1}).",
		"{0} computes an index that is not there: {1}.");
}

/* The counter at the end, beside what the loop compares it with. */
static int conclude_loop(struct bounds *x, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	const struct dbg_variable *v = ds_expr_variable(x->vars, x->counter);
	struct ds_debug_seen seen;
	int64_t number;
	if (!v)
		return ds_talk_give_up(t, "the variable of the loop is not seen");
	struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->loop),
		ds_fact_value(t, v->name, v->value), ds_fact_report(t->scene->symptom->region),
		ds_fact_name(x->counter)};
	*ret = (struct ds_cause){.file = x->at.file, .line = x->loop};
	if (!ds_expr_number(x->bound.bound, &number)) {
		if (!ds_expr_is_askable(x->bound.bound, x->vars))
			return ds_talk_give_up(t, "the bound of the loop cannot be asked for");
		int rc = ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(x->bound.bound));
		if (rc)
			return rc;
		facts[3] = ds_fact_value(t, x->bound.bound, seen.value);
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: {0} includes its bound: {3}, and it comes to {1}, one behind the "
			"last that is there.",
			"The loop {0} runs once too often: {3}, and with {1} it goes on.");
	}
	if (facts[2].value.len)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: {0} includes its bound: {1} at last, which the {2} does not have.",
			"The loop {0} runs once too often: with {1} it is behind the {2}.");
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} includes its bound, and so it comes that {1}.",
		"The loop {0} runs once too often: {1}.");
}

static int try_access(struct bounds *x, struct ds_cause *ret, bool *ret_done)
{
	struct ds_talk *t = x->t;
	struct fl_slice indexes[DS_EXPR_MAX];
	struct ds_block blocks[DS_BLOCKS_MAX];
	if (x->loop) {
		*ret_done = true;
		return conclude_loop(x, ret);
	}
	size_t n = ds_expr_indexes(x->statement, indexes, DS_EXPR_MAX);
	size_t m = ds_code_blocks(x->text, x->at.line, blocks, DS_BLOCKS_MAX);
	for (size_t i = 0; i < n; i++) {
		bool sum = fl_slice_chr(indexes[i], '+') >= 0 || fl_slice_chr(indexes[i], '-') >= 0;
		struct ds_debug_seen seen;
		if (!sum || !ds_expr_is_askable(indexes[i], x->vars))
			continue;
		int rc = ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(indexes[i]));
		if (rc)
			return rc;
		*ret = (struct ds_cause){.file = x->at.file, .line = x->at.line};
		*ret_done = true;
		return conclude_index(x, ds_fact_value(t, indexes[i], seen.value), blocks, m);
	}
	return 0;
}

/* By the text alone: could what is tried here conclude anything? */
static bool has_way(const struct bounds *x)
{
	struct fl_slice s = ds_talk_statement(x->t, x->use.file, x->use.line);
	struct fl_slice indexes[DS_EXPR_MAX];
	return copies(s) || ds_expr_indexes(s, indexes, DS_EXPR_MAX) > 0 ||
	       fl_slice_find(x->making, "sizeof") >= 0;
}

int ds_policy_bounds(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct bounds x = {.t = t};
	const struct dbg_frame *use[STACK], *made[STACK];
	bool done = false;
	if (!ds_talk_stack(t, SAN_ROLE_ACCESS, use, STACK))
		return ds_talk_give_up(t, "the report has no place of the program's");
	x.use = *use[0];
	size_t n = ds_talk_stack(t, SAN_ROLE_ALLOCATION, made, STACK), i = 0;
	while (i + 1 < n && ds_code_is_maker(made[i]->function))
		i++;
	if (n) {
		x.made = *made[i];
		x.making = ds_talk_statement(t, x.made.file, x.made.line);
		x.counted = counted_with(&x);
	}
	read_region(&x);
	if (!has_way(&x))
		return ds_talk_give_up(t, "the statement has no index, and copies nothing");
	/* Where the size is a pointer's, the block is looked at, whatever loop goes over it. */
	if (!x.counted.len)
		find_loop(&x);
	int rc = plan(&x);
	bool one = x.made.line && !x.counted.len && !x.loop && ds_called_is_one(t, &x.made, &x.use);
	if (rc == 0 && one)
		rc = see_call(&x);
	else
		rc = rc ? rc : see_each(&x);
	rc = rc ? rc : look_at_use(&x);
	rc = rc ? rc : try_sizeof(&x, ret_cause, &done);
	rc = rc || done || !x.made.line ? rc : try_text(&x, ret_cause, &done);
	rc = rc || done ? rc : try_access(&x, ret_cause, &done);
	if (rc == 0 && !done)
		return ds_talk_give_up(t, "block and access both could be wrong");
	return rc;
}

/* An index that its array does not have: which expression it is, and what lets it come so far. */
#include "datasets/dialogue/code.h"
#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policy.h"
#include "tracegen/evidence/operands.h"

enum { STACK = 8 };

struct index {
	struct ds_talk *t;
	struct dbg_frame at;
	int64_t index, extent;
	struct fl_slice text; /* of the file */
	struct fl_slice statement, expression; /* whose value it is */
	struct ds_block loop; /* that the variable counts; head 0: none */
	int64_t at_vars; /* the turn that told the variables */
	struct ds_fact seen; /* the expression and its value */
};

/* "index 10 out of bounds for type 'int [10]'" */
static bool read_message(struct index *x)
{
	struct fl_slice m = x->t->scene->symptom->message, rest;
	if (!fl_slice_starts(m, "index "))
		return false;
	rest = fl_slice_skip(m, strlen("index "));
	ptrdiff_t type = fl_slice_find(m, "type '"), open;
	if (!ds_expr_number(rest, &x->index) || type < 0)
		return false;
	rest = fl_slice_skip(m, (size_t)type);
	open = fl_slice_chr(rest, '[');
	for (ptrdiff_t more; open >= 0; open += more + 1) {
		struct fl_slice digits = fl_slice_skip(rest, (size_t)open + 1);
		ptrdiff_t close = fl_slice_chr(digits, ']');
		if (close > 0 && ds_expr_number(fl_slice_head(digits, (size_t)close), &x->extent))
			return true;
		more = fl_slice_chr(digits, '[');
		if (more < 0)
			break;
	}
	return false;
}

/* Does the head of the loop have one of the names that the statement takes for an index? */
static bool counts_an_index(const struct index *x, int64_t head)
{
	struct fl_slice indexes[DS_EXPR_MAX], names[DS_EXPR_MAX];
	struct fl_slice statement = ds_talk_statement(x->t, x->at.file, x->at.line);
	struct fl_slice loop = ds_talk_statement(x->t, x->at.file, head);
	size_t n = ds_expr_indexes(statement, indexes, DS_EXPR_MAX);
	for (size_t i = 0; i < n; i++) {
		size_t m = ds_expr_names(indexes[i], names, DS_EXPR_MAX);
		for (size_t k = 0; k < m; k++)
			if (tg_mentions(loop, names[k]))
				return true;
	}
	return false;
}

/* The nearest of the blocks that is a loop; counted: that counts an index. */
static bool find_loop(struct index *x, const struct ds_block *blocks, size_t n, bool counted)
{
	for (size_t i = 0; i < n; i++) {
		bool loop = ds_code_begins(x->text, blocks[i].head, "for") ||
			    ds_code_begins(x->text, blocks[i].head, "while");
		if (!loop || (counted && !counts_an_index(x, blocks[i].head)))
			continue;
		x->loop = blocks[i];
		return true;
	}
	return false;
}

static int plan(struct index *x)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_report(t->scene->symptom->message),
		ds_fact_code(t, x->at.file, x->at.line)};
	struct ds_block blocks[DS_BLOCKS_MAX];
	size_t n = ds_code_blocks(x->text, x->at.line, blocks, DS_BLOCKS_MAX);
	int rc = DS_THINK(t, DS_TURN_PLAN, facts, "The report says {0}; it is of {1}.",
		"{1} uses an index that its array does not have: {0}.",
		"What goes wrong is {0}, in {1}.");
	if (rc == 0 && !find_loop(x, blocks, n, true))
		find_loop(x, blocks, n, false);
	if (rc)
		return rc;
	if (!x->loop.head)
		return DS_THINK_ONLY(t, DS_TURN_HYPOTHESIS,
			"There is no loop around it, so the index came in wrong, I suppose.",
			"No loop counts it: whoever computed the index may be wrong.");
	const struct ds_fact loop[] = {ds_fact_code(t, x->at.file, x->loop.head)};
	return DS_THINK(t, DS_TURN_HYPOTHESIS, loop,
		"It stands in a loop, {0}, which may run too far.",
		"My first idea is the loop around it: {0} could go too far.");
}

/* Which of the indexes of the statement has that value: by the frame, or by asking. */
static int find_expression(struct index *x, const struct dbg_frame_vars *vars)
{
	struct ds_talk *t = x->t;
	struct fl_slice indexes[DS_EXPR_MAX];
	size_t n = ds_expr_indexes(x->statement, indexes, DS_EXPR_MAX);
	for (size_t i = 0; i < n; i++) {
		const struct dbg_variable *v = ds_expr_variable(vars, indexes[i]);
		int64_t value;
		if (!v || !ds_expr_number(v->value, &value) || value != x->index)
			continue;
		x->expression = indexes[i];
		x->seen = ds_fact_value(t, v->name, v->value);
		return 0;
	}
	for (size_t i = 0; i < n; i++) {
		struct ds_debug_seen seen;
		int64_t value;
		if (!ds_expr_is_askable(indexes[i], vars) || ds_expr_variable(vars, indexes[i]))
			continue;
		int rc = ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(indexes[i]));
		if (rc)
			return rc;
		if (!ds_expr_number(seen.value, &value) || value != x->index)
			continue;
		x->expression = indexes[i];
		x->seen = ds_fact_value(t, indexes[i], seen.value);
		return 0;
	}
	return ds_talk_give_up(t, "no index of the statement has the value of the report");
}

/* Evaluate what the loop's variable is compared with. */
static int look_at_loop(struct index *x, const struct ds_bound *b,
	const struct dbg_frame_vars *vars, int64_t *ret_value, struct ds_fact *ret_fact)
{
	struct ds_talk *t = x->t;
	const struct dbg_variable *v = ds_expr_variable(vars, b->bound);
	struct ds_debug_seen seen;
	if (ds_expr_number(b->bound, ret_value)) {
		*ret_fact = ds_fact_code(t, x->at.file, x->loop.head);
		return 0;
	}
	if (v && ds_expr_number(v->value, ret_value)) {
		*ret_fact = (struct ds_fact){.kind = DS_FACT_VALUE,
			.turn = t->answer,
			.name = v->name,
			.value = v->value};
		return 0;
	}
	if (!ds_expr_is_askable(b->bound, vars))
		return ds_talk_give_up(t, "the bound of the loop cannot be asked for");
	int rc = ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(b->bound));
	if (rc == 0 && !ds_expr_number(seen.value, ret_value))
		return ds_talk_give_up(t, "the bound of the loop is no number");
	if (rc == 0)
		*ret_fact = ds_fact_value(t, b->bound, seen.value);
	return rc;
}

static int conclude_loop(
	struct index *x, const struct ds_bound *b, struct ds_fact bound, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->loop.head), x->seen, bound};
	int rc = DS_THINK(t, DS_TURN_CONFIRM, facts,
		"The loop lets it come so far: {1} passes its test, where {2}.",
		"That is what the loop allows, since {2} and {1}.");
	*ret = (struct ds_cause){.file = x->at.file, .line = x->loop.head};
	if (rc)
		return rc;
	if (b->inclusive)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: {0} runs up to its bound and with it, and the array ends before "
			"that.",
			"The test in {0} includes the bound, which is no index any more.");
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} has a bound that is larger than the array.",
		"The bound in {0} does not fit the array.");
}

/* Is the loop's own variable an index still? Then it is not the loop that goes too far. */
static int weigh_loop(struct index *x, const struct dbg_frame_vars *vars)
{
	struct ds_talk *t = x->t;
	struct fl_slice names[DS_EXPR_MAX];
	size_t n = ds_expr_names(x->expression, names, DS_EXPR_MAX);
	struct fl_slice head = ds_talk_statement(t, x->at.file, x->loop.head);
	for (size_t i = 0; i < n; i++) {
		const struct dbg_variable *v = ds_expr_variable(vars, names[i]);
		struct ds_bound b;
		if (!v || !ds_expr_bound(head, names[i], &b))
			continue;
		struct ds_fact counter = ds_fact_value(t, v->name, v->value);
		counter.turn = x->at_vars;
		const struct ds_fact facts[] = {
			ds_fact_code(t, x->at.file, x->loop.head), counter, x->seen};
		return DS_THINK(t, DS_TURN_ELIMINATE, facts,
			"The loop {0} does not go too far: {1} is an index that there is. It is "
			"what is made of it: {2}.",
			"By itself {0} stays within the array ({1}); only with what is added to it "
			"is it outside, {2}.");
	}
	return ds_talk_give_up(t, "whether the loop goes too far is not seen");
}

static int conclude_here(struct index *x, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->at.line), x->seen};
	*ret = (struct ds_cause){.file = x->at.file, .line = x->at.line};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} uses an index that does not belong there ({1}).",
		"Cause: the index in {0} is the wrong one; {1}.");
}

/* Does another loop around it count another variable, which might be meant? */
static bool counts_other(const struct index *x)
{
	struct ds_block blocks[DS_BLOCKS_MAX];
	size_t n = ds_code_blocks(x->text, x->at.line, blocks, DS_BLOCKS_MAX);
	for (size_t i = 0; i < n; i++) {
		struct fl_slice head = ds_talk_statement(x->t, x->at.file, blocks[i].head);
		if (ds_code_begins(x->text, blocks[i].head, "for") &&
			blocks[i].head != x->loop.head && !tg_mentions(head, x->expression))
			return true;
	}
	return false;
}

static int conclude_other(struct index *x, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->loop.head), x->seen};
	int rc = DS_THINK(t, DS_TURN_ELIMINATE, facts,
		"{0} is right to count so far; but there are two loops here, and this array is "
		"not the one that it is for ({1}).",
		"The loop {0} does not go too far by itself; that {1} is fine for another array.");
	return rc ? rc : conclude_here(x, ret);
}

/* Is it a sum of what would be indexes themselves? */
static bool is_of_indexes(const struct index *x, const struct dbg_frame_vars *vars)
{
	struct fl_slice names[DS_EXPR_MAX];
	size_t n = ds_expr_names(x->expression, names, DS_EXPR_MAX);
	bool sum = fl_slice_chr(x->expression, '+') >= 0 || fl_slice_chr(x->expression, '-') >= 0;
	for (size_t i = 0; i < n && sum; i++) {
		const struct dbg_variable *v = ds_expr_variable(vars, names[i]);
		int64_t value;
		sum = v && ds_expr_number(v->value, &value) && value >= 0 && value < x->extent;
	}
	return sum && n > 0;
}

/* The index is a name: what gives it its value? */
static int weigh_name(struct index *x, const struct dbg_frame_vars *vars, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	struct ds_bound b;
	struct ds_fact bound;
	int64_t limit = 0;
	struct fl_slice head =
		x->loop.head ? ds_talk_statement(t, x->at.file, x->loop.head) : fl_slice(NULL, 0);
	if (x->loop.head && ds_expr_bound(head, x->expression, &b)) {
		int rc = look_at_loop(x, &b, vars, &limit, &bound);
		if (rc)
			return rc;
		bool over = b.upper && limit + b.inclusive > x->extent;
		if (over && counts_other(x))
			return conclude_other(x, ret);
		if (over && limit + b.inclusive == x->extent + 1)
			return conclude_loop(x, &b, bound, ret);
		if (over)
			return ds_talk_give_up(t, "loop and index both could be wrong");
		return ds_talk_give_up(t, "the loop's bound is within the array");
	}
	if (x->loop.head && !tg_mentions(head, x->expression)) {
		const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->loop.head), x->seen};
		int rc = DS_THINK(t, DS_TURN_ELIMINATE, facts,
			"The loop {0} does not count that variable ({1}).",
			"So it is not the loop's end: {0} is about something else, and {1}.");
		return rc ? rc : conclude_here(x, ret);
	}
	return ds_talk_give_up(t, "where the index comes from is not seen");
}

/* The one index of the statement, where there is one that can be asked for; else empty. */
static struct fl_slice only_index(const struct index *x)
{
	struct fl_slice all[DS_EXPR_MAX];
	size_t n = ds_expr_indexes(x->statement, all, DS_EXPR_MAX);
	bool one = n == 1 && ds_expr_is_askable(all[0], NULL);
	return one ? all[0] : fl_slice(NULL, 0);
}

/* In front of the access, where the report says which index it is; or into the report. */
static int go_there(struct index *x)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	struct fl_slice e = only_index(x);
	/* Where it is a name, what it counts is seen with it. */
	bool stop = ds_expr_is_name(e) && fl_rng_below(&t->rng, 3);
	int rc = stop ? DS_THINK_ONLY(t, DS_TURN_PLAN,
				"I stop there when the index is the one of the report.",
				"Only the round with that index is of interest, so I stop at that.")
		      : DS_THINK_ONLY(t, DS_TURN_PLAN, "I let it run into the report.",
				"I run it, and look at the variables where it stops.");
	if (rc == 0 && stop)
		rc = ds_ask(t, &seen, "breakpoint(\"%.*s\", %lld, \"%.*s == %lld\")",
			FL_ARG(x->at.file), (long long)x->at.line, FL_ARG(e), (long long)x->index);
	rc = rc ? rc : ds_ask(t, &seen, "run()");
	bool there = rc == 0 && seen.stop &&
		     (seen.stop->reason == DBG_SIGNAL || seen.stop->reason == DBG_BREAKPOINT);
	return rc || there ? rc : ds_talk_give_up(t, "the program ends without its symptom");
}

int ds_policy_index(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct index x = {.t = t};
	const struct dbg_frame *stack[STACK];
	struct ds_debug_seen seen;
	if (!ds_talk_stack(t, SAN_ROLE_ACCESS, stack, STACK) || !read_message(&x))
		return ds_talk_give_up(t, "the report has no place of the program's");
	x.at = *stack[0];
	x.text = ds_talk_text(t, x.at.file);
	x.statement = ds_talk_statement(t, x.at.file, x.at.line);
	int rc = plan(&x);
	rc = rc ? rc : go_there(&x);
	rc = rc ? rc : ds_ask(t, &seen, "inspect()");
	if (rc)
		return rc;
	const struct dbg_frame_vars *vars = seen.vars;
	x.at_vars = t->answer;
	rc = find_expression(&x, vars);
	if (rc)
		return rc;
	const struct ds_fact facts[] = {x.seen};
	rc = DS_THINK(t, DS_TURN_TRACE, facts, "The index is what the report says: {0}.",
		"It is this index: {0}.");
	rc = rc || t->calls > 2 ? rc : ds_ask(t, &seen, "backtrace_get()");
	if (rc)
		return rc;
	if (ds_expr_is_name(x.expression))
		return weigh_name(&x, vars, ret_cause);
	if (!is_of_indexes(&x, vars))
		return ds_talk_give_up(t, "where the index comes from is not seen");
	rc = x.loop.head ? weigh_loop(&x, vars) : 0;
	return rc ? rc : conclude_here(&x, ret_cause);
}

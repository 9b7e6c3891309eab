/*
 * What the arithmetic of a statement does not bear: a divisor that is zero, a shift that is too
 * far, a sum or product that its type does not hold; and a function that ends without its value.
 */
#include "datasets/dialogue/code.h"
#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/passed.h"
#include "datasets/dialogue/policy.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/node.h"

enum { STACK = 8, ASKED = 3 };

struct arith {
	struct ds_talk *t;
	struct dbg_frame at;
	struct fl_slice text, statement;
	struct ds_block function;
	const struct dbg_frame_vars *vars;
};

static int begin(struct arith *x)
{
	struct ds_talk *t = x->t;
	const struct dbg_frame *stack[STACK];
	if (!ds_talk_stack(t, SAN_ROLE_ACCESS, stack, STACK))
		return ds_talk_give_up(t, "the report has no place of the program's");
	x->at = *stack[0];
	x->text = ds_talk_text(t, x->at.file);
	x->statement = ds_talk_statement(t, x->at.file, x->at.line);
	if (!ds_code_function(x->text, x->at.line, &x->function))
		return ds_talk_give_up(t, "the statement is in no function");
	return 0;
}

/* Run into the report, and see the variables there. */
static int go_there(struct arith *x)
{
	struct dbg_stop stop;
	struct ds_debug_seen seen;
	int rc = ds_ask_report(x->t, false, &stop);
	rc = rc ? rc : ds_ask(x->t, &seen, "inspect()");
	if (rc == 0 && (!seen.vars || stop.line != x->at.line))
		return ds_talk_give_up(x->t, "it stops elsewhere than the report says");
	if (rc == 0)
		x->vars = seen.vars;
	return rc;
}

/* An operand that begins, or ends, at that byte: a name with its members, or a bracket. */
static struct fl_slice operand_at(struct fl_slice s, size_t pos)
{
	while (pos < s.len && s.ptr[pos] == ' ')
		pos++;
	if (pos < s.len && s.ptr[pos] == '(') {
		size_t end = tg_text_find(s, pos + 1, s.len, ')');
		return end < s.len ? fl_slice(s.ptr + pos + 1, end - pos - 1) : fl_slice(NULL, 0);
	}
	size_t end = pos;
	while (end < s.len) {
		bool arrow = s.ptr[end] == '-' && end + 1 < s.len && s.ptr[end + 1] == '>';
		if (s.ptr[end] == '[')
			end = tg_text_find(s, end + 1, s.len, ']');
		else if (!arrow && !fl_is_word(s.ptr[end]) && s.ptr[end] != '.')
			break;
		end += arrow ? 2 : 1;
	}
	end = end < s.len ? end : s.len;
	bool call = end < s.len && s.ptr[end] == '(';
	return call ? fl_slice(NULL, 0) : fl_slice(s.ptr + pos, end - pos);
}

/* The value that the frame has of it, or that is asked for. *ret_found: it has one. */
static int value_of(struct arith *x, struct fl_slice e, struct ds_fact *ret_fact,
	int64_t *ret_value, bool *ret_found)
{
	const struct dbg_variable *v = ds_expr_variable(x->vars, e);
	struct ds_debug_seen seen;
	*ret_found = false;
	if (v) {
		*ret_fact = ds_fact_value(x->t, v->name, v->value);
		*ret_found = ds_expr_number(v->value, ret_value);
		return 0;
	}
	if (!ds_expr_is_askable(e, x->vars))
		return 0;
	int rc = ds_ask(x->t, &seen, "eval(\"%.*s\")", FL_ARG(e));
	if (rc == 0) {
		*ret_fact = ds_fact_value(x->t, e, seen.value);
		*ret_found = ds_expr_number(seen.value, ret_value);
	}
	return rc;
}

/* Who calls the function, where it is one of the program's. */
static int tell_caller(struct ds_talk *t)
{
	struct ds_debug_seen seen;
	int rc = ds_ask(t, &seen, "backtrace_get()");
	if (rc || !seen.backtrace || seen.backtrace->frames.len < 2)
		return rc;
	const struct dbg_frame *f = (const struct dbg_frame *)seen.backtrace->frames.items + 1;
	const struct ds_fact facts[] = {ds_fact_frame(t, f), ds_fact_code(t, f->file, f->line)};
	if (!f->line || !tg_files_find(t->scene->files, f->file))
		return 0;
	return DS_THINK(t, DS_TURN_TRACE, facts, "The call is from {0}.", "It was called by {1}.");
}

/* ---- a divisor that is zero ---- */

/* Where a divisor begins behind the '/' or '%' at pos. */
static size_t divisor_at(struct fl_slice s, size_t pos)
{
	return pos + 1 + (pos + 1 < s.len && s.ptr[pos + 1] == '=');
}

/* The next divisor of the statement from *pos on; empty: it cannot be read. False: no more. */
static bool next_divisor(const struct arith *x, size_t *pos, struct fl_slice *ret_divisor)
{
	struct fl_slice s = x->statement;
	while (*pos < s.len) {
		size_t at = *pos;
		*pos = tg_text_token(s, at);
		if ((s.ptr[at] != '/' && s.ptr[at] != '%') || tg_text_solid(s, at) != at)
			continue;
		*ret_divisor = operand_at(s, divisor_at(s, at));
		return true;
	}
	return false;
}

/* The one divisor of the statement, where it can be asked for; else empty. */
static struct fl_slice only_divisor(const struct arith *x)
{
	struct fl_slice found = {0}, e;
	size_t pos = 0;
	while (next_divisor(x, &pos, &e)) {
		if (found.len)
			return fl_slice(NULL, 0);
		found = e;
	}
	return found.len && ds_expr_is_askable(found, NULL) ? found : fl_slice(NULL, 0);
}

/* In front of the division by zero, where its divisor is seen in the text; or into the report. */
static int go_to_division(struct arith *x)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	struct fl_slice e = only_divisor(x);
	if (!e.len || !fl_rng_below(&t->rng, 3)) {
		int rc = DS_THINK_ONLY(t, DS_TURN_PLAN,
			"I run it into that and see which divisor it is.",
			"Which value that is, and since when, the variables tell.");
		return rc ? rc : go_there(x);
	}
	int rc = DS_THINK_ONLY(t, DS_TURN_PLAN,
		"Its divisor is in the text; I stop in front of it when that is zero.",
		"I stop there only where the divisor is nothing.");
	rc = rc ? rc
		: ds_ask(t, &seen, "breakpoint(\"%.*s\", %lld, \"(%.*s) == 0\")",
			  FL_ARG(x->at.file), (long long)x->at.line, FL_ARG(e));
	rc = rc ? rc : ds_ask(t, &seen, "run()");
	if (rc == 0 && (!seen.stop || seen.stop->line != x->at.line))
		return ds_talk_give_up(t, "it stops elsewhere than the report says");
	return rc ? rc : ds_ask_vars(t, &x->vars);
}

static int find_divisor(struct arith *x, struct fl_slice *ret_divisor, struct ds_fact *ret_fact)
{
	struct fl_slice e;
	size_t pos = 0;
	for (size_t asked = 0; asked < ASKED && next_divisor(x, &pos, &e); asked++) {
		bool zero = false;
		int64_t value = 0;
		int rc = e.len ? value_of(x, e, ret_fact, &value, &zero) : 0;
		if (rc)
			return rc;
		if (!zero || value)
			continue;
		*ret_divisor = e;
		return 0;
	}
	return ds_talk_give_up(x->t, "no divisor of the statement is seen to be zero");
}

/* The last line before the statement that asks anything of the divisor's first name; 0: none. */
static int64_t asked_before(const struct arith *x, struct fl_slice divisor)
{
	struct fl_slice names[DS_EXPR_MAX];
	size_t n = ds_expr_names(divisor, names, DS_EXPR_MAX);
	int64_t found = 0;
	for (int64_t line = x->function.first; n && line < x->at.line; line++) {
		struct fl_slice s = ds_code_line(x->text, line);
		bool asks = ds_code_begins(x->text, line, "if") ||
			    ds_code_begins(x->text, line, "while");
		if (asks && fl_slice_search(s, divisor) >= 0)
			found = line;
	}
	return found;
}

static int conclude_divisor(
	struct arith *x, struct fl_slice divisor, struct ds_fact seen, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	int64_t test = asked_before(x, divisor);
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->at.line), seen,
		ds_fact_code(t, x->at.file, test ? test : x->function.head)};
	*ret = (struct ds_cause){.file = x->at.file,
		.line = test ? test : x->function.first,
		.last = x->at.line,
		.lacks = true};
	if (test) /* it lets zero pass */
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: {2} lets it pass that {1}, and then {0} divides by it.",
			"The test {2} should keep that from {0}; it does not, since {1}.");
	if (t->calls < DS_TURNS_CALLS_LEAST)
		return ds_talk_give_up(t, "who passes the zero is not seen");
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: nothing from {2} on asks for it, and {0} divides while {1}.",
		"Between {2} and {0} no test keeps a zero away, and {1}.");
}

int ds_policy_division(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct arith x = {.t = t};
	struct ds_fact zero;
	struct fl_slice divisor = {0};
	int rc = begin(&x);
	if (rc)
		return rc;
	const struct ds_fact facts[] = {
		ds_fact_report(t->scene->symptom->kind), ds_fact_code(t, x.at.file, x.at.line)};
	rc = DS_THINK(
		t, DS_TURN_PLAN, facts, "The report is {0}, in {1}.", "{1} divides by zero ({0}).");
	rc = rc ? rc : go_to_division(&x);
	rc = rc ? rc : find_divisor(&x, &divisor, &zero);
	if (rc)
		return rc;
	const struct ds_fact which[] = {zero};
	struct ds_block f;
	struct fl_slice text = ds_talk_text(t, x.at.file);
	bool passed =
		ds_code_function(text, x.at.line, &f) && ds_passed_is_parameter(text, &f, divisor);
	if (!passed && t->calls >= DS_TURNS_CALLS_LEAST) {
		rc = DS_THINK(t, DS_TURN_TRACE, which, "The divisor is found: {0}.", "So {0}.");
		return rc ? rc : conclude_divisor(&x, divisor, zero, ret_cause);
	}
	rc = DS_THINK(t, DS_TURN_TRACE, which,
		"The divisor is found: {0}. Did the caller pass that, and should this function "
		"have asked?",
		"So {0}. Next: who calls it with that.");
	rc = rc ? rc : tell_caller(t);
	return rc ? rc : conclude_divisor(&x, divisor, zero, ret_cause);
}

/* ---- a type that is too narrow ---- */

static bool is_wide(struct fl_slice type)
{
	static const char *const words[] = {"long", "int64_t", "uint64_t", "size_t", "ssize_t",
		"ptrdiff_t", "uintmax_t", "intmax_t", "u64", "i64", "double"};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_find(type, words[i]) >= 0)
			return true;
	return false;
}

/* What an assignment of any kind gives its value to; empty: it is none. */
static struct fl_slice kept_in(struct fl_slice statement)
{
	ptrdiff_t equal = fl_slice_chr(statement, '=');
	size_t end = equal < 0 ? 0 : (size_t)equal;
	while (end > 0 && strchr(" +-*/%|&^<>", statement.ptr[end - 1]))
		end--;
	struct fl_slice left = fl_slice_head(statement, end);
	while (end > 0 && (fl_is_word(left.ptr[end - 1]) || strchr(".>-]", left.ptr[end - 1])))
		end--;
	return fl_slice_skip(left, end);
}

/* Is what the statement computes kept in something wider than an int? *ret_fact tells it. */
static int see_kept(struct arith *x, struct ds_fact *ret_fact)
{
	struct ds_talk *t = x->t;
	struct fl_slice target = kept_in(x->statement);
	struct ds_debug_seen seen;
	int64_t size = 0;
	if (fl_slice_starts(x->statement, "return")) {
		*ret_fact = ds_fact_code(t, x->at.file, x->function.head);
		return is_wide(ds_code_line(x->text, x->function.head))
			       ? 0
			       : ds_talk_give_up(t, "operands and operation both could be wrong");
	}
	if (!ds_expr_is_askable(target, x->vars))
		return ds_talk_give_up(t, "what keeps the result is not seen");
	struct fl_slice e = fl_arena_printf(t->a, "sizeof(%.*s)", FL_ARG(target));
	int rc = ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(e));
	if (rc)
		return rc;
	*ret_fact = ds_fact_value(t, e, seen.value);
	if (!ds_expr_number(seen.value, &size) || size <= (int64_t)sizeof(int32_t))
		return ds_talk_give_up(t, "operands and operation both could be wrong");
	return 0;
}

/* The operands that are seen are of the size of an int; the first is told. */
static int tell_operands(struct arith *x)
{
	struct ds_talk *t = x->t;
	const struct dbg_variable *v = x->vars->locals.items, *first = NULL;
	for (size_t i = 0; i < x->vars->locals.len; i++) {
		int64_t value;
		if (!tg_mentions(x->statement, v[i].name) || !ds_expr_number(v[i].value, &value))
			continue;
		if (value > INT32_MAX || value < INT32_MIN)
			return ds_talk_give_up(t, "an operand is large already");
		first = first ? first : &v[i];
	}
	if (!first)
		return ds_talk_give_up(t, "no operand is seen");
	const struct ds_fact facts[] = {ds_fact_code(t, x->at.file, x->at.line),
		ds_fact_value(t, first->name, first->value)};
	return DS_THINK(t, DS_TURN_ELIMINATE, facts, "No operand of {0} has run away: {1}.",
		"{1}, which is nothing unusual; it is no spoilt operand of {0}.");
}

int ds_policy_overflow(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct arith x = {.t = t};
	int rc = begin(&x);
	if (rc)
		return rc;
	const struct ds_fact facts[] = {
		ds_fact_report(t->scene->symptom->message), ds_fact_code(t, x.at.file, x.at.line)};
	rc = DS_THINK(t, DS_TURN_PLAN, facts,
		"The report says {0}, of {1}. Either a value is far too large already, or the "
		"operation is done in too narrow a type.",
		"{1} computes what its type does not hold: {0}. I look whether the operands "
		"are sane.");
	rc = rc ? rc
		: DS_THINK_ONLY(t, DS_TURN_HYPOTHESIS,
			  "I suspect the operands first: some value may have run away.",
			  "My first idea is an operand that was spoilt before.");
	struct ds_fact kept;
	rc = rc ? rc : go_there(&x);
	if (rc)
		return rc;
	rc = tell_operands(&x);
	rc = rc ? rc : see_kept(&x, &kept);
	if (rc)
		return rc;
	const struct ds_fact ends[] = {facts[0], facts[1], kept};
	*ret_cause = (struct ds_cause){.file = x.at.file, .line = x.at.line};
	return DS_THINK(t, DS_TURN_ERROR, ends,
		"Cause: what {1} gives its value to is wide enough ({2}), but it is computed in a "
		"narrow type: {0}.",
		"{2}, which would hold the result of {1}; the operation itself is done too "
		"narrow: {0}.");
}

/* ---- a function without its value ---- */

/* The condition of the last `if` of the function that can be asked for; empty: there is none. */
static struct fl_slice last_condition(const struct arith *x)
{
	static const char *const others[] = {"(", "NULL", "nullptr", "++", "--", "\""};
	for (int64_t line = x->function.last; line > x->function.first; line--) {
		struct fl_slice s = ds_code_line(x->text, line);
		ptrdiff_t open = fl_slice_find(s, "if (");
		size_t from = open < 0 ? s.len : (size_t)open + strlen("if (");
		size_t end = from < s.len ? tg_text_find(s, from, s.len, ')') : s.len;
		struct fl_slice c = fl_slice(s.ptr + from, end < s.len ? end - from : 0);
		bool other = !c.len || open > 2;
		for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
			other = other || fl_slice_find(c, others[i]) >= 0;
		for (size_t i = 1; i + 1 < c.len && !other; i++) /* it would be assigned to */
			other = c.ptr[i] == '=' && !strchr("=!<>", c.ptr[i - 1]) &&
				c.ptr[i + 1] != '=';
		/* It would have returned: that it did not can be seen. */
		bool returns = ds_code_begins(x->text, line + 1, "return");
		struct ds_block block;
		bool nested = ds_code_blocks(x->text, line, &block, 1) != 1 || !block.function;
		if (!other && returns && !nested)
			return c;
	}
	return fl_slice(NULL, 0);
}

/* Why none of its returns is taken: the last condition there, or what it was given. */
static int see_conditions(struct arith *x)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	struct fl_slice condition = last_condition(x);
	if (condition.len) {
		int rc = ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(condition));
		if (rc)
			return rc;
		const struct ds_fact facts[] = {ds_fact_value(t, condition, seen.value)};
		if (!fl_slice_eqs(seen.value, "0") && !fl_slice_eqs(seen.value, "false"))
			return ds_talk_give_up(t, "its last condition holds by now");
		return DS_THINK(t, DS_TURN_TRACE, facts,
			"Its last condition does not hold ({0}); it went on behind that.",
			"{0}, and so it went past that condition.");
	}
	int rc = ds_ask(t, &seen, "inspect()");
	const struct dbg_variable *v = rc || !seen.vars ? NULL : seen.vars->locals.items;
	for (size_t i = 0; v && i < seen.vars->locals.len; i++) {
		const struct ds_fact facts[] = {ds_fact_value(t, v[i].name, v[i].value)};
		if (!fl_slice_starts(v[i].value, "<") && !fl_slice_starts(v[i].value, "{"))
			return DS_THINK(t, DS_TURN_TRACE, facts,
				"It came to its end with this: {0}.",
				"At its end {0}, which is nothing unusual.");
	}
	return rc;
}

int ds_policy_return(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct arith x = {.t = t};
	struct dbg_stop stop;
	int rc = begin(&x);
	if (rc)
		return rc;
	const struct ds_fact facts[] = {ds_fact_report(t->scene->symptom->kind),
		ds_fact_code(t, x.at.file, x.function.head),
		{.kind = DS_FACT_LINE, .turn = -1, .file = x.at.file, .line = x.function.last}};
	rc = DS_THINK(t, DS_TURN_PLAN, facts,
		"The report is {0}, of {1}: it is left at its end. With which arguments, and by "
		"which way?",
		"{0}: {1} comes to its end without a value. I look what it was given then.");
	rc = rc ? rc : ds_ask_report(t, false, &stop);
	rc = rc ? rc : tell_caller(t);
	rc = rc ? rc : see_conditions(&x);
	if (rc)
		return rc;
	int64_t last = x.function.last - 1;
	while (last > x.function.first && ds_code_line(x.text, last).len < 2)
		last--;
	const struct ds_fact ends[] = {
		ds_fact_code(t, x.at.file, x.function.head), ds_fact_code(t, x.at.file, last)};
	*ret_cause = (struct ds_cause){.file = x.at.file,
		.line = x.function.first,
		.last = x.function.last,
		.lacks = true};
	return DS_THINK(t, DS_TURN_ERROR, ends,
		"Cause: {0} has no return on this way; behind {1} one is missing.",
		"Behind {1} the function {0} just ends: a return is missing there.");
}

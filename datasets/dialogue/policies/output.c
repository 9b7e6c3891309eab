/*
 * A line of output that is another than it should be: which statement prints it, which value of it
 * is wrong, and back from there to the statement that computes it. The place is found where one
 * small change of that computation, with the values that are there, gives what should be printed.
 */
#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/owner.h"
#include "datasets/dialogue/policies/printed.h"
#include "datasets/dialogue/policies/sums.h"
#include "datasets/dialogue/policy.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/source.h"
#include "tracegen/node.h"

enum { HOPS = 3, ASKED = 3, FUNCTIONS = 128, LINES = 4 };

struct output {
	struct ds_talk *t;
	struct ds_printed printed;
	int64_t got, wanted;
	/* The statement that is looked at, and its expression whose value is `got`. */
	struct fl_slice file, text, expression;
	int64_t line;
	struct ds_block function;
	bool repeated; /* it is done more than once, so that the value has to tell which time */
	const struct dbg_frame_vars *vars;
	struct ds_sum_values values;
	struct ds_fact seen; /* the value that is wrong, where it was seen last */
};

/* ---- who prints it ---- */

static int find_print(struct output *x)
{
	const struct tg_symptom *s = x->t->scene->symptom;
	const struct tg_file *files = x->t->scene->files->items;
	size_t alike = 0, right = 0;
	for (size_t i = 0; i < x->t->scene->files->len; i++) {
		struct fl_slice rest = files[i].content, line;
		for (int64_t at = 1; fl_slice_line(&rest, &line); at++) {
			struct fl_slice statement = tg_statement_at(files[i].content, at);
			struct ds_printed p, other;
			if (!ds_printed_may(line))
				continue;
			right += ds_printed_by(statement, s->expected, s->actual, &other) &&
				 other.form;
			if (!ds_printed_by(statement, s->actual, s->expected, &p))
				continue;
			if (x->line && p.letters < x->printed.letters)
				continue;
			alike = x->line && p.letters == x->printed.letters ? alike + 1 : 1;
			x->printed = p;
			x->file = files[i].path;
			x->text = files[i].content;
			x->line = at;
		}
	}
	if (!alike)
		return ds_talk_give_up(x->t, "no statement is seen to print the line");
	if (alike > 1)
		return ds_talk_give_up(x->t, "more than one statement could print the line");
	if (x->printed.form && right)
		return ds_talk_give_up(x->t, "another statement should have printed the line");
	if (x->printed.form && !x->printed.kept)
		return ds_talk_give_up(x->t, "words and values of the line are others");
	return 0;
}

/* ---- a line that does not end ---- */

/* The one statement that prints the expected line without its end; 0: there is none, or more. */
static int64_t find_unended(struct output *x)
{
	const struct tg_symptom *s = x->t->scene->symptom;
	const struct tg_file *files = x->t->scene->files->items;
	int64_t found = 0;
	if (!s->expected.len || s->actual.len <= s->expected.len ||
		!fl_slice_starts_with(s->actual, s->expected))
		return 0;
	for (size_t i = 0; i < x->t->scene->files->len; i++) {
		struct fl_slice rest = files[i].content, line;
		for (int64_t at = 1; fl_slice_line(&rest, &line); at++) {
			if (!ds_printed_may(line) ||
				!ds_printed_unended(
					tg_statement_at(files[i].content, at), s->expected))
				continue;
			if (found)
				return 0;
			found = at;
			x->file = files[i].path;
		}
	}
	return found;
}

/* Over the statement, which may take lines. */
static int pass_statement(struct output *x, int64_t line)
{
	int64_t last = ds_code_end(ds_talk_text(x->t, x->file), line);
	struct ds_debug_seen seen;
	int rc = 0;
	for (int i = 0; rc == 0 && i < LINES; i++) {
		rc = ds_ask(x->t, &seen, "next()");
		if (rc == 0 && (!seen.stop || !seen.stop->alive))
			return ds_talk_give_up(x->t, "the program ends at the statement");
		if (rc == 0 && (seen.stop->line < line || seen.stop->line > last))
			break;
	}
	return rc;
}

/* See it happen: the line is printed, whatever else goes well. */
static int reproduce(struct output *x)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	int rc = DS_THINK_ONLY(t, DS_TURN_PLAN, "I let it run once as it is, to see the line come.",
		"Does it come in the debugger, too? One run without any stop will tell.");
	rc = rc ? rc : ds_ask(t, &seen, "run()");
	if (rc)
		return rc;
	const struct ds_turn *told = fl_vec_at(&t->turns, (size_t)t->answer);
	const struct ds_fact facts[] = {
		{.kind = DS_FACT_OUTPUT, .turn = t->answer, .value = t->scene->symptom->actual}};
	if (!seen.stop || seen.stop->reason != DBG_EXIT ||
		fl_slice_search(told->text, t->scene->symptom->actual) < 0)
		return ds_talk_give_up(t, "the line is not seen to come");
	return DS_THINK(t, DS_TURN_TRACE, facts,
		"There is {0}, and the program goes on to its end; now I stop where that is made.",
		"It is here as well: {0}. Next I stop in front of that.");
}

static int debug_unended(struct output *x, int64_t line, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	const struct tg_symptom *s = t->scene->symptom;
	const struct ds_fact facts[] = {ds_fact_report(s->actual), ds_fact_report(s->expected),
		ds_fact_code(t, x->file, line)};
	int rc = DS_THINK(t, DS_TURN_PLAN, facts,
		"The line should be {1}, and more stands behind that: {0}. Does {2} print too "
		"much, or does the line just not end?",
		"{0} begins as it should, with {1}. Either {2} goes on too far, or another "
		"statement writes into its line.");
	rc = rc ? rc
		: DS_THINK_ONLY(t, DS_TURN_HYPOTHESIS,
			  "First I take it that this statement prints too much.",
			  "A value that is printed too long is the first idea.");
	rc = rc || fl_rng_below(&t->rng, 2) ? rc : reproduce(x);
	rc = rc ? rc : ds_ask_reach(t, x->file, line, "the statement is not come to");
	rc = rc ? rc : pass_statement(x, line);
	/* What has no end of a line stays in the stream's buffer. */
	rc = rc ? rc : ds_ask(t, &seen, "eval(\"(int)fflush(0)\")");
	if (rc)
		return rc;
	const struct ds_turn *told = fl_vec_at(&t->turns, (size_t)t->answer);
	if (fl_slice_search(told->text, s->expected) < 0)
		return ds_talk_give_up(t, "what the statement prints is not seen");
	const struct ds_fact found[] = {
		{.kind = DS_FACT_OUTPUT, .turn = t->answer, .value = s->expected},
		ds_fact_code(t, x->file, line)};
	rc = DS_THINK(t, DS_TURN_ELIMINATE, found,
		"It prints {0} and nothing more, so that what follows is another's.",
		"No: {0} is all that comes of {1}.");
	*ret = (struct ds_cause){.file = x->file, .line = line};
	return rc ? rc
		  : DS_THINK(t, DS_TURN_ERROR, found,
			    "Cause: {1} does not end its line behind {0}; what is printed next "
			    "joins it.",
			    "The end of the line is missing in {1}: behind {0} the output goes on "
			    "in the same line.");
}

static int plan(struct output *x)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_report(t->scene->symptom->actual),
		ds_fact_report(t->scene->symptom->expected), ds_fact_code(t, x->file, x->line)};
	int rc = DS_THINK(t, DS_TURN_PLAN, facts,
		"The program prints {0} where {1} should be; the statement for that is {2}.",
		"{2} has to be what prints {0}, which should read {1}.",
		"Instead of {1} there is {0}. By its words it comes from {2}.");
	if (rc || x->printed.form)
		return rc;
	return DS_THINK_ONLY(t, DS_TURN_HYPOTHESIS,
		"Perhaps the value is right and only printed in the wrong way; I stop there and "
		"look.",
		"First I look whether the value is wrong by then, or only shown wrongly.");
}

/* ---- going to a statement ---- */

static bool is_loop(const struct output *x, int64_t line)
{
	struct ds_block blocks[DS_BLOCKS_MAX];
	size_t n = ds_code_blocks(x->text, line, blocks, DS_BLOCKS_MAX);
	for (size_t i = 0; i < n; i++)
		if (ds_code_begins(x->text, blocks[i].head, "for") ||
			ds_code_begins(x->text, blocks[i].head, "while") ||
			ds_code_begins(x->text, blocks[i].head, "do"))
			return true;
	return false;
}

/* Set where the statement stands. */
static int stand_at(struct output *x, struct fl_slice file, int64_t line)
{
	x->file = file;
	x->line = line;
	x->text = ds_talk_text(x->t, file);
	if (!ds_code_function(x->text, line, &x->function))
		return ds_talk_give_up(x->t, "the statement is in no function");
	bool main = fl_slice_eqs(ds_owner_function_name(x->text, &x->function), "main");
	x->repeated = !main || is_loop(x, line);
	return 0;
}

/* Stop there; where it is done more than once, when the value is the one that was printed. */
static int stop_there(struct output *x)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	bool pure = ds_expr_is_pure(x->expression) && !x->printed.form;
	int rc = x->repeated && pure
			 ? ds_ask(t, &seen, "breakpoint(\"%.*s\", %lld, \"%.*s == %lld\")",
				   FL_ARG(x->file), (long long)x->line, FL_ARG(x->expression),
				   (long long)x->got)
			 : ds_ask_stop(t, x->file, x->line);
	rc = rc ? rc : ds_ask(t, &seen, "run()");
	if (rc == 0 &&
		(!seen.stop || seen.stop->reason != DBG_BREAKPOINT || seen.stop->line != x->line))
		return ds_talk_give_up(t, "the value does not come there");
	return rc ? rc : ds_ask_vars(t, &x->vars);
}

static void keep_value(struct output *x, struct fl_slice name, struct fl_slice text)
{
	int64_t value;
	if (x->values.count == DS_SUMS_VALUES || !ds_expr_number(text, &value))
		return;
	x->values.at[x->values.count++] = (struct ds_sum_value){.name = name, .value = value};
}

/* The numbers of the frame, and what else the expression needs. */
static int read_values(struct output *x)
{
	struct fl_slice names[DS_EXPR_MAX];
	const struct dbg_variable *v = x->vars->locals.items;
	size_t n = ds_sum_names(x->expression, names, DS_EXPR_MAX), asked = 0;
	x->values.count = 0;
	for (size_t i = 0; i < x->vars->locals.len; i++)
		keep_value(x, v[i].name, v[i].value);
	for (size_t i = 0; i < n; i++) {
		struct ds_debug_seen seen;
		bool known = ds_expr_variable(x->vars, names[i]) != NULL;
		if (known || !ds_expr_is_askable(names[i], x->vars) || asked++ == ASKED)
			continue;
		int rc = ds_ask(x->t, &seen, "eval(\"%.*s\")", FL_ARG(names[i]));
		if (rc)
			return rc;
		keep_value(x, names[i], seen.value);
		if (n == 1)
			x->seen = ds_fact_value(x->t, names[i], seen.value);
	}
	return 0;
}

/* ---- what computes it ---- */

/* The call's name where the expression is one call of a function of the program's; else empty. */
static struct fl_slice called(struct fl_slice e)
{
	ptrdiff_t open = fl_slice_chr(e, '(');
	struct fl_slice name = fl_slice_trim(fl_slice_head(e, open < 0 ? 0 : (size_t)open));
	bool whole = open > 0 && tg_text_find(e, (size_t)open + 1, e.len, ')') + 1 == e.len;
	return whole && ds_expr_is_name(name) ? name : fl_slice(NULL, 0);
}

/* What a `return` gives. */
static struct fl_slice returned(struct fl_slice text, int64_t line)
{
	struct fl_slice s = tg_statement_at(text, line);
	if (!ds_code_begins(text, line, "return"))
		return fl_slice(NULL, 0);
	s = fl_slice_trim(fl_slice_skip(fl_slice_trim(s), strlen("return")));
	return s.len && s.ptr[s.len - 1] == ';' ? fl_slice_trim(fl_slice_head(s, s.len - 1)) : s;
}

/* The one return of a function that gives more than a number. */
static int64_t one_return(struct fl_slice text, const struct ds_block *f)
{
	const struct ds_sum_values none = {.count = 0};
	int64_t found = 0, value;
	for (int64_t line = f->first; line <= f->last; line++) {
		struct fl_slice e = returned(text, line);
		if (!e.len || ds_sum(e, &none, &value))
			continue;
		if (found)
			return 0;
		found = line;
	}
	return found;
}

/* Into the function that gives the value. */
static int enter_function(struct output *x, struct fl_slice name)
{
	struct ds_talk *t = x->t;
	const struct tg_file *files = t->scene->files->items;
	struct ds_block blocks[FUNCTIONS];
	struct fl_slice file = {0};
	int64_t line = 0;
	size_t count = 0;
	for (size_t i = 0; i < t->scene->files->len; i++) {
		size_t n = ds_owner_functions(files[i].content, blocks, FUNCTIONS);
		for (size_t k = 0; k < n; k++) {
			if (!fl_slice_eq(
				    ds_owner_function_name(files[i].content, &blocks[k]), name))
				continue;
			count++;
			file = files[i].path;
			line = one_return(files[i].content, &blocks[k]);
		}
	}
	if (count != 1 || !line)
		return ds_talk_give_up(
			t, "the function that gives the value has more than one way");
	const struct ds_fact facts[] = {
		ds_fact_code(t, x->file, x->line), ds_fact_code(t, file, line)};
	int rc = DS_THINK(t, DS_TURN_TRACE, facts,
		"{0} only shows what it is given; the value is from {1}.",
		"The value is not made in {0} but returned by {1}, so I look there.");
	rc = rc ? rc : stand_at(x, file, line);
	x->expression = returned(x->text, line);
	return rc;
}

/* Back to the one assignment of a variable. */
static int enter_assignment(struct output *x)
{
	struct ds_talk *t = x->t;
	int64_t found = 0;
	for (int64_t line = x->function.first; line < x->line; line++) {
		struct fl_slice s = ds_code_line(x->text, line);
		struct fl_slice statement = tg_statement_at(x->text, line);
		if (!s.len || !tg_mentions(s, x->expression) ||
			!tg_assigns(statement, x->expression))
			continue;
		if (found)
			return ds_talk_give_up(
				t, "the value is gathered by more than one statement");
		found = line;
	}
	if (!found)
		return ds_talk_give_up(t, "where the value comes from is not seen");
	struct fl_slice s = fl_slice_trim(tg_statement_at(x->text, found));
	struct fl_slice target = ds_owner_target(s);
	ptrdiff_t equal = fl_slice_chr(s, '=');
	if (!fl_slice_eq(target, x->expression) || equal < 1)
		return ds_talk_give_up(t, "the value is gathered up");
	const struct ds_fact facts[] = {ds_fact_code(t, x->file, found)};
	int rc = DS_THINK(t, DS_TURN_TRACE, facts, "What gives it that value is {0}.",
		"It has one source, {0}.");
	rc = rc ? rc : stand_at(x, x->file, found);
	s = fl_slice_trim(fl_slice_skip(s, (size_t)equal + 1));
	x->expression =
		s.len && s.ptr[s.len - 1] == ';' ? fl_slice_trim(fl_slice_head(s, s.len - 1)) : s;
	return rc;
}

/* ---- the end ---- */

static int conclude_form(struct output *x, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {
		ds_fact_code(t, x->file, x->line), ds_fact_report(t->scene->symptom->expected)};
	*ret = (struct ds_cause){.file = x->file, .line = x->line};
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: the values are those of {1}; it is the words around them that {0} has "
		"wrong.",
		"Every value of the line is right, and {0} prints them in the wrong form.");
}

/* One change of the computation gives what should be there: is it so? */
static int try_instead(struct output *x, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	int64_t value;
	size_t count = 0;
	if (!ds_sum(x->expression, &x->values, &value))
		return ds_talk_give_up(t, "the computation is more than sums of what is seen");
	if (value != x->got)
		return ds_talk_give_up(t, "the computation there gives another value");
	struct fl_slice other = ds_sum_instead(x->expression, &x->values, x->wanted, t->a, &count);
	if (count != 1)
		return ds_talk_give_up(t, count ? "more than one change would give the right value"
						: "no small change gives the right value");
	const struct ds_fact facts[] = {ds_fact_code(t, x->file, x->line)};
	int rc = DS_THINK(t, DS_TURN_TRACE, facts,
		"{0} computes it. With these operands, would another computation give what should "
		"be printed?",
		"The operands of {0} are there; I try what they should have been made into.");
	rc = rc ? rc : ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(other));
	if (rc)
		return rc;
	if (!ds_expr_number(seen.value, &value) || value != x->wanted)
		return ds_talk_give_up(t, "no small change gives the right value");
	const struct ds_fact found[] = {facts[0], ds_fact_value(t, other, seen.value)};
	*ret = (struct ds_cause){.file = x->file, .line = x->line};
	return DS_THINK(t, DS_TURN_ERROR, found,
		"Cause: {0} computes the wrong thing; {1}, which is what should be printed.",
		"That is it: {1}, as it should be, and {0} has something else.");
}

/* The value is wrong already where it is printed. */
static int tell_wrong(struct output *x)
{
	struct ds_talk *t = x->t;
	const struct dbg_variable *v = ds_expr_variable(x->vars, x->expression);
	if (v)
		x->seen = ds_fact_value(t, v->name, v->value);
	const struct ds_fact facts[] = {ds_fact_code(t, x->file, x->line), x->seen};
	if (x->seen.name.len)
		return DS_THINK(t, DS_TURN_ELIMINATE, facts,
			"The printing is right: {1} already when {0} is come to.",
			"So it is not how it is shown; {1} before {0} is done.");
	return 0;
}

static int trace_back(struct output *x, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	for (int hop = 0; hop <= HOPS; hop++) {
		struct fl_slice name = called(x->expression);
		int rc = name.len ? 0 : stop_there(x);
		rc = rc || name.len ? rc : read_values(x);
		rc = rc || name.len || hop ? rc : tell_wrong(x);
		if (rc)
			return rc;
		if (name.len)
			rc = enter_function(x, name);
		else if (ds_expr_is_name(x->expression))
			rc = enter_assignment(x);
		else
			return try_instead(x, ret);
		if (rc)
			return rc;
	}
	return ds_talk_give_up(t, "the value comes from too far away");
}

int ds_policy_output(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct output x = {.t = t};
	if (t->scene->pass.len) /* a check of a kernel's self-test has failed */
		return ds_policy_unset(t, ret_cause);
	int64_t unended = find_unended(&x);
	if (unended)
		return debug_unended(&x, unended, ret_cause);
	int rc = find_print(&x);
	if (rc)
		return rc;
	x.expression = x.printed.expression;
	bool numbers = ds_expr_number(x.printed.actual, &x.got) &&
		       ds_expr_number(x.printed.expected, &x.wanted);
	/* The same number in another form is not the wrong one. */
	x.printed.form = x.printed.form || (numbers && x.got == x.wanted && !x.printed.others);
	if (!x.printed.form && !numbers)
		return ds_talk_give_up(t, "the value that is wrong is no whole number");
	rc = stand_at(&x, x.file, x.line);
	rc = rc ? rc : plan(&x);
	rc = rc || fl_rng_below(&t->rng, 2) ? rc : reproduce(&x);
	if (rc || !x.printed.form)
		return rc ? rc : trace_back(&x, ret_cause);
	rc = stop_there(&x);
	return rc ? rc : conclude_form(&x, ret_cause);
}

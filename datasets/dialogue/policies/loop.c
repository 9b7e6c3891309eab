/*
 * A run that does not end: which loop of the function that does not return it is, and what of its
 * condition does not move, or moves away from where the loop would end.
 */
#include "datasets/dialogue/code.h"
#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/owner.h"
#include "datasets/dialogue/policies/sums.h"
#include "datasets/dialogue/policy.h"
#include "tracegen/evidence/operands.h"
#include "tracegen/evidence/source.h"
#include "tracegen/node.h"

enum { FUNCTIONS = 128, OPERANDS = 2, LOOKS = 3, VALUE_MAX = 120 };

/* What the text lets expect of a loop. */
enum doubt {
	NOTHING, /* it could well end */
	STUCK, /* nothing in it changes what its condition asks */
	AWAY, /* its step goes away from its bound */
	BELOW, /* it counts down, and its condition holds of every number from zero on */
	CALLED /* the function that its condition calls asks what it does not change */
};

struct loop {
	struct ds_talk *t;
	struct fl_slice file, text;
	struct ds_block function, block; /* CALLED: the function that is called, twice */
	struct fl_slice condition;
	enum doubt doubt;
	bool slow; /* the first idea is that it only takes long */
	int64_t step; /* AWAY, BELOW: the line of the step */
	struct fl_slice caller; /* CALLED: the file, and where the loop is */
	int64_t loop;
	int64_t stop; /* in its body, or where what it asks is asked */
	struct fl_slice operands[OPERANDS], shown[OPERANDS]; /* to be asked for */
	size_t count;
	struct fl_slice values[OPERANDS][LOOKS];
	struct ds_fact seen[OPERANDS][LOOKS];
};

/* "CPU time used up: drain_lines does not return" */
static struct fl_slice stuck_function(struct fl_slice message)
{
	static const char end[] = " does not return";
	ptrdiff_t at = fl_slice_find(message, end);
	struct fl_slice name = fl_slice_head(message, at < 0 ? 0 : (size_t)at);
	return fl_slice_skip(name, (size_t)(fl_slice_rchr(name, ' ') + 1));
}

static bool find_function(struct loop *x, struct fl_slice name)
{
	const struct tg_file *files = x->t->scene->files->items;
	struct ds_block blocks[FUNCTIONS];
	size_t found = 0;
	for (size_t i = 0; i < x->t->scene->files->len; i++) {
		size_t n = ds_owner_functions(files[i].content, blocks, FUNCTIONS);
		for (size_t k = 0; k < n; k++) {
			if (!fl_slice_eq(
				    ds_owner_function_name(files[i].content, &blocks[k]), name))
				continue;
			found++;
			x->file = files[i].path;
			x->text = files[i].content;
			x->function = blocks[k];
		}
	}
	return found == 1;
}

/* ---- its loops, by their text ---- */

static bool find_block(const struct loop *x, int64_t head, struct ds_block *ret)
{
	struct ds_block blocks[DS_BLOCKS_MAX];
	for (int64_t line = head + 1; line <= x->function.last; line++) {
		size_t n = ds_code_blocks(x->text, line, blocks, DS_BLOCKS_MAX);
		for (size_t i = 0; i < n; i++) {
			if (blocks[i].head != head)
				continue;
			*ret = blocks[i];
			return true;
		}
	}
	return false;
}

/* What stands between the brackets behind a word of that line, of any number of lines. */
static struct fl_slice in_brackets(struct fl_slice text, int64_t line)
{
	struct fl_slice s = fl_slice_line_at(text, line);
	struct fl_slice rest = fl_slice_skip(text, (size_t)(s.ptr - text.ptr));
	ptrdiff_t open = fl_slice_chr(s, '(');
	size_t end = open < 0 ? rest.len : tg_text_find(rest, (size_t)open + 1, rest.len, ')');
	return end < rest.len ? fl_slice(rest.ptr + open + 1, end - (size_t)open - 1)
			      : fl_slice(NULL, 0);
}

/* The condition of the loop; of a `for` also its step. */
static struct fl_slice condition_of(const struct loop *x, const struct ds_block *b)
{
	bool last = ds_code_begins(x->text, b->head, "do");
	struct fl_slice s = in_brackets(x->text, last ? b->last : b->head);
	if (!ds_code_begins(x->text, b->head, "for"))
		return s;
	size_t first = tg_text_find(s, 0, s.len, ';');
	s = fl_slice_skip(s, first + 1);
	return fl_slice_trim(fl_slice_head(s, tg_text_find(s, 0, s.len, ';')));
}

/* Does a line of the loop change it: assigned, counted, or its address handed on? */
static bool changes(struct fl_slice line, struct fl_slice operand)
{
	for (size_t from = 0; from < line.len;) {
		ptrdiff_t at = fl_slice_search(fl_slice_skip(line, from), operand);
		if (at < 0)
			return false;
		size_t start = from + (size_t)at, end = start + operand.len;
		bool whole = (!start || !fl_is_word(line.ptr[start - 1])) &&
			     (end == line.len || !fl_is_word(line.ptr[end]));
		struct fl_slice behind = fl_slice_trim(fl_slice_skip(line, end));
		bool counted = fl_slice_starts(behind, "++") || fl_slice_starts(behind, "--") ||
			       (start > 1 && line.ptr[start - 1] == line.ptr[start - 2] &&
				       strchr("+-", line.ptr[start - 1]));
		bool handed = start && line.ptr[start - 1] == '&';
		bool set = behind.len && strchr("=+-*/%|&^<>", behind.ptr[0]) &&
			   tg_assigns(fl_slice_skip(line, start), operand);
		bool member = behind.len > 1 && behind.ptr[0] == '=' && behind.ptr[1] != '=';
		bool by = behind.len > 1 && behind.ptr[1] == '=' && strchr("+-*/%", behind.ptr[0]);
		if (whole && (counted || handed || set || member || by))
			return true;
		from = end;
	}
	return false;
}

/* The line of the loop that changes the operand; 0: none, -1: more than one. */
static int64_t changed_at(const struct loop *x, const struct ds_block *b, struct fl_slice operand)
{
	int64_t found = 0;
	for (int64_t line = b->head; line <= b->last; line++) {
		struct fl_slice s = ds_code_said(ds_code_line(x->text, line));
		if (line == b->head && ds_code_begins(x->text, line, "for")) {
			struct fl_slice all = in_brackets(x->text, line);
			s = fl_slice_skip(all, tg_text_find(all, 0, all.len, ';'));
		}
		if (changes(s, operand))
			found = found ? -1 : line;
	}
	return found;
}

/* May a call in the loop change it: one that gets what it is a member of? */
static bool in_calls(const struct loop *x, const struct ds_block *b, struct fl_slice operand)
{
	struct fl_slice root[1];
	if (ds_expr_is_name(operand) || !ds_expr_names(operand, root, 1))
		return false;
	for (int64_t line = b->head; line <= b->last; line++) {
		struct fl_slice s = ds_code_line(x->text, line);
		for (size_t pos = 0; pos < s.len; pos = tg_text_token(s, pos)) {
			struct fl_slice rest = fl_slice_skip(s, pos);
			bool argument = pos && strchr("(, ", s.ptr[pos - 1]) &&
					rest.len > root->len && strchr(",)", rest.ptr[root->len]);
			if (argument && fl_slice_starts_with(rest, root[0]))
				return true;
		}
	}
	return false;
}

static bool has_text(struct fl_slice s, const char *operand_first, struct fl_slice operand)
{
	ptrdiff_t at = fl_slice_search(s, operand);
	struct fl_slice behind =
		fl_slice_trim(fl_slice_skip(s, at < 0 ? s.len : (size_t)at + operand.len));
	return fl_slice_starts(behind, operand_first);
}

/* By which way its one step goes: 1, -1, or 0: not seen. */
static int way_of(struct fl_slice line, struct fl_slice operand)
{
	if (has_text(line, "++", operand) || has_text(line, "+=", operand))
		return 1;
	return has_text(line, "--", operand) || has_text(line, "-=", operand) ? -1 : 0;
}

static void doubt_step(struct loop *x, const struct ds_block *b, struct fl_slice operand)
{
	struct ds_bound bound;
	int64_t line = changed_at(x, b, operand);
	if (line < 1 || !ds_expr_bound(x->condition, operand, &bound))
		return;
	struct fl_slice s = ds_code_line(x->text, line);
	if (line == b->head) {
		s = in_brackets(x->text, line);
		s = fl_slice_skip(s, tg_text_find(s, 0, s.len, ';') + 1);
		s = fl_slice_skip(s, tg_text_find(s, 0, s.len, ';'));
	}
	int way = way_of(s, operand);
	bool away = (bound.upper && way < 0) || (!bound.upper && way > 0);
	bool below = !bound.upper && bound.inclusive && way < 0 && fl_slice_eqs(bound.bound, "0");
	x->doubt = away ? AWAY : below ? BELOW : NOTHING;
	x->step = line;
}

/* What is looked at of an operand: of a pointer to a struct, the struct. */
static struct fl_slice shown_as(
	const struct loop *x, const struct ds_block *b, struct fl_slice name)
{
	struct fl_slice member = fl_arena_printf(x->t->a, "%.*s->", FL_ARG(name));
	for (int64_t line = b->head; line <= b->last; line++)
		if (fl_slice_search(ds_code_line(x->text, line), member) >= 0)
			return fl_arena_printf(x->t->a, "*%.*s", FL_ARG(name));
	return name;
}

/* The operands of the condition; how many of them the block may change. A call: -1. */
static int read_operands(struct loop *x, const struct ds_block *b)
{
	static const char *const others[] = {
		"NULL", "nullptr", "true", "false", "strcmp", "sizeof"};
	struct fl_slice names[DS_EXPR_MAX];
	size_t n = ds_sum_names(x->condition, names, DS_EXPR_MAX);
	int changed = 0;
	x->count = 0;
	for (size_t i = 0; i < n; i++) {
		const char *behind = names[i].ptr + names[i].len;
		if (behind < x->condition.ptr + x->condition.len && *behind == '(')
			return -1;
		if (!ds_expr_is_askable(names[i], NULL) ||
			fl_slice_is_one(names[i], others, sizeof(others) / sizeof(others[0])))
			continue;
		changed += changed_at(x, b, names[i]) != 0 || in_calls(x, b, names[i]);
		if (x->count == OPERANDS)
			continue;
		x->shown[x->count] = shown_as(x, b, names[i]);
		x->operands[x->count++] = names[i];
	}
	return changed;
}

/* The first line of its body. */
static int64_t body_of(const struct loop *x)
{
	int64_t line = x->block.first;
	bool braces = fl_slice_chr(ds_code_line(x->text, line), '{') >= 0;
	for (line += braces; line < x->block.last; line++) {
		struct fl_slice s = ds_code_line(x->text, line);
		if (s.len > 1 && s.ptr[0] != '/' && s.ptr[0] != '*' && s.ptr[0] != '#')
			break;
	}
	return line;
}

/* A function whose way out asks what nothing in it changes. */
static void doubt_function(struct loop *x, struct fl_slice name)
{
	struct loop inner = *x;
	if (!find_function(&inner, name))
		return;
	inner.block = inner.function;
	for (int64_t line = inner.function.first; line < inner.function.last; line++) {
		bool asks = ds_code_begins(inner.text, line, "if") &&
			    ds_code_begins(inner.text, line + 1, "return");
		inner.condition = asks ? in_brackets(inner.text, line) : fl_slice(NULL, 0);
		if (!asks || read_operands(&inner, &inner.block) || !inner.count)
			continue;
		bool member = false;
		for (size_t i = 0; i < inner.count; i++)
			member = member || !ds_expr_is_name(inner.operands[i]);
		if (!member)
			continue;
		inner.doubt = CALLED;
		inner.stop = line;
		inner.caller = x->file;
		inner.loop = x->block.head;
		*x = inner;
		return;
	}
}

/* What there is to doubt about that loop. */
static void doubt_loop(struct loop *x, const struct ds_block *b)
{
	struct fl_slice names[DS_EXPR_MAX];
	x->block = *b;
	x->condition = condition_of(x, b);
	x->doubt = NOTHING;
	x->stop = body_of(x);
	int changed = read_operands(x, b);
	if (changed < 0) {
		size_t n = ds_sum_names(x->condition, names, DS_EXPR_MAX);
		for (size_t i = 0; i < n && x->doubt == NOTHING; i++)
			doubt_function(x, names[i]);
		return;
	}
	if (x->count && !changed)
		x->doubt = STUCK;
	for (size_t i = 0; i < x->count && x->doubt == NOTHING; i++)
		doubt_step(x, b, x->operands[i]);
}

/* The one loop of the function that is in doubt. */
static int find_loop(struct loop *x)
{
	const struct loop start = *x;
	struct loop found = *x;
	size_t doubted = 0;
	for (int64_t line = start.function.first; line <= start.function.last; line++) {
		struct ds_block b;
		struct fl_slice s = ds_code_line(start.text, line);
		bool loop = ds_code_begins(start.text, line, "for") ||
			    ds_code_begins(start.text, line, "while") ||
			    ds_code_begins(start.text, line, "do");
		*x = start;
		if (!loop || !s.len || s.ptr[0] == '}' || !find_block(x, line, &b))
			continue;
		doubt_loop(x, &b);
		if (x->doubt == NOTHING)
			continue;
		doubted++;
		found = *x;
	}
	*x = found;
	if (doubted == 1)
		return 0;
	return ds_talk_give_up(x->t, doubted ? "more than one loop could be the one without end"
					     : "no loop of the function looks endless");
}

/* ---- what is seen of it ---- */

static int plan(struct loop *x)
{
	struct ds_talk *t = x->t;
	const struct ds_fact facts[] = {ds_fact_report(t->scene->symptom->message),
		ds_fact_code(t, x->loop ? x->caller : x->file, x->loop ? x->loop : x->block.head),
		ds_fact_code(t, x->file, x->stop)};
	int rc = DS_THINK(t, DS_TURN_PLAN, facts,
		"The report is {0}. The loop there that I would look at first is {1}.",
		"{0}: some loop of it goes on and on, and {1} is the likely one.");
	if (rc == 0 && x->doubt == CALLED)
		rc = DS_THINK(t, DS_TURN_PLAN, facts,
			"Whether it ends is decided in the function that it calls, by {2}.",
			"What it waits for is the answer of a function, which comes from {2}.");
	x->slow = fl_rng_below(&t->rng, 2) == 0;
	if (rc == 0 && x->slow)
		rc = DS_THINK_ONLY(t, DS_TURN_HYPOTHESIS,
			"It may only be slow, with far too many rounds; some stops in a row tell "
			"whether it gets on at all.",
			"Is it endless, or just long? I suppose that it is long, and see how far "
			"it gets from round to round.");
	else
		rc = rc ? rc
			: DS_THINK_ONLY(t, DS_TURN_PLAN,
				  "What its condition asks has to be seen in one round after "
				  "the other.",
				  "I look at what its condition asks, over some rounds.");
	return rc;
}

static int look(struct loop *x, size_t round)
{
	struct ds_talk *t = x->t;
	for (size_t i = 0; i < x->count; i++) {
		struct ds_debug_seen seen;
		int rc = ds_ask(t, &seen, "eval(\"%.*s\")", FL_ARG(x->shown[i]));
		if (rc)
			return rc;
		if (fl_slice_starts(seen.value, "<") || seen.value.len > VALUE_MAX)
			return ds_talk_give_up(t, "what the loop asks has no value to compare");
		x->values[i][round] = seen.value;
		x->seen[i][round] = ds_fact_value(t, x->shown[i], seen.value);
	}
	return 0;
}

static int see_rounds(struct loop *x)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen seen;
	int rc = ds_ask_reach(t, x->file, x->stop, "the loop is not come to");
	rc = rc ? rc : look(x, 0);
	for (size_t round = 1; rc == 0 && round < LOOKS; round++) {
		rc = ds_ask(t, &seen, "continue_exec()");
		if (rc == 0 && (!seen.stop || seen.stop->reason != DBG_BREAKPOINT))
			return ds_talk_give_up(t, "the loop has not so many rounds");
		rc = rc ? rc : look(x, round);
	}
	return rc;
}

static int tell_rounds(struct loop *x, size_t which)
{
	struct ds_talk *t = x->t;
	const struct ds_fact *s = x->seen[which];
	const struct ds_fact facts[] = {s[0], s[1], s[2]};
	return DS_THINK(t, DS_TURN_TRACE, facts, "Round by round: {0}, then {1}, then {2}.",
		"In the first round {0}; in the next ones {1} and {2}.");
}

/* ---- the end ---- */

static bool same(const struct loop *x, size_t i)
{
	return fl_slice_eq(x->values[i][0], x->values[i][1]) &&
	       fl_slice_eq(x->values[i][1], x->values[i][2]);
}

/* Is it only slow? */
static int weigh_stuck(struct loop *x, const struct ds_fact *f)
{
	struct ds_talk *t = x->t;
	const enum ds_turn_kind kind = x->slow ? DS_TURN_ELIMINATE : DS_TURN_TRACE;
	const struct ds_fact facts[] = {f[0], f[1], f[2], f[3]};
	if (x->doubt == CALLED)
		return DS_THINK(t, kind, facts,
			"It is not slow: {3} is asked again and again of the same.",
			"So this is no long way; what {3} asks has not moved at all.");
	return DS_THINK(t, kind, facts,
		"It is not slow: it does not get on at all, and {0} asks the same for ever.",
		"So this is no long way; nothing that {0} asks has moved.");
}

static int conclude_stuck(struct loop *x, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	for (size_t i = 0; i < x->count; i++)
		if (!same(x, i))
			return ds_talk_give_up(t, "what the loop asks does move");
	const struct ds_fact facts[] = {ds_fact_code(t, x->file, x->block.head), x->seen[0][2],
		{.kind = DS_FACT_LINE, .turn = -1, .file = x->file, .line = x->block.last},
		ds_fact_code(t, x->file, x->stop)};
	int rc = tell_rounds(x, 0);
	rc = rc ? rc : weigh_stuck(x, facts);
	*ret = (struct ds_cause){
		.file = x->file, .line = x->block.head, .last = x->block.last, .lacks = true};
	if (rc)
		return rc;
	if (x->doubt == CALLED)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: {3} asks what nothing from {0} to {2} changes; a statement is "
			"missing there.",
			"The function {0} never changes what its way out, {3}, depends on: it "
			"stays that {1}.");
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: between {0} and {2} nothing changes what the condition asks; the step is "
		"missing, or is of something else.",
		"From {0} to its end at {2} there is no step for it: it stays that {1}.");
}

/* It goes away from the bound, or past the end of its type. */
static int conclude_away(struct loop *x, struct ds_cause *ret)
{
	struct ds_talk *t = x->t;
	size_t i = 0;
	while (i + 1 < x->count && same(x, i))
		i++;
	if (same(x, i))
		return ds_talk_give_up(t, "what the loop asks does not move there");
	int rc = tell_rounds(x, i);
	const struct ds_fact facts[] = {ds_fact_code(t, x->file, x->block.head), x->seen[i][2],
		ds_fact_code(t, x->file, x->step)};
	*ret = (struct ds_cause){.file = x->file, .line = x->step};
	if (rc)
		return rc;
	if (x->doubt == AWAY)
		return DS_THINK(t, DS_TURN_ERROR, facts,
			"Cause: {2} steps away from the bound of {0}; already {1}.",
			"The step in {2} goes the wrong way: {1}, and {0} is further from its end "
			"with each round.");
	ret->line = x->block.head;
	return DS_THINK(t, DS_TURN_ERROR, facts,
		"Cause: {0} counts down, and its condition still holds at zero; of a type without "
		"negative numbers it always does.",
		"{0} never ends: its variable cannot be below zero, which is what it waits for.");
}

int ds_policy_loop(struct ds_talk *t, struct ds_cause *ret_cause)
{
	struct loop x = {.t = t};
	struct fl_slice name = stuck_function(t->scene->symptom->message);
	if (!name.len || !find_function(&x, name))
		return ds_talk_give_up(t, "which function does not return is not seen");
	int rc = find_loop(&x);
	rc = rc ? rc : plan(&x);
	rc = rc ? rc : see_rounds(&x);
	if (rc)
		return rc;
	bool away = x.doubt == AWAY || x.doubt == BELOW;
	return away ? conclude_away(&x, ret_cause) : conclude_stuck(&x, ret_cause);
}

#include "datasets/dialogue/policies/unready.h"

#include "datasets/dialogue/code.h"
#include "datasets/dialogue/expr.h"
#include "datasets/dialogue/policies/owner.h"
#include "datasets/dialogue/policies/passed.h"
#include "tracegen/evidence/operands.h"

enum { HOPS = 4, FUNCTIONS = 128 };

/* The object, and the frame in which it is named. */
struct unready {
	struct ds_talk *t;
	struct fl_slice object, argument; /* `ready` of `&ready[i]` */
	const struct dbg_frame *at;
};

/* The name that an argument begins with: `ready` of `&ready[i]`, `head` of `head->prev`. */
static struct fl_slice root_of(struct fl_slice argument)
{
	struct fl_slice names[DS_EXPR_MAX];
	return ds_expr_names(argument, names, DS_EXPR_MAX) ? names[0] : fl_slice(NULL, 0);
}

/* `&name`, `&name[i]`, and no member of what a pointer leads to. */
static bool is_object(struct fl_slice argument, struct fl_slice name)
{
	struct fl_slice behind = fl_slice_skip(argument, 1 + name.len);
	return fl_slice_starts(argument, "&") &&
	       fl_slice_starts_with(fl_slice_skip(argument, 1), name) &&
	       !fl_slice_starts(behind, "->");
}

static bool follow(struct unready *x, const struct fl_list *frames, struct fl_slice pointer)
{
	const struct dbg_frame *f = frames->items;
	struct fl_slice name = root_of(pointer);
	for (size_t i = 0; i + 1 < frames->len && i < HOPS && name.len; i++) {
		struct fl_slice text = ds_talk_text(x->t, f[i].file), argument;
		struct ds_block function;
		if (!ds_code_function(text, f[i].line, &function) ||
			!ds_passed_is_parameter(text, &function, name) ||
			!ds_passed(text, &function, f[i].function, name,
				ds_talk_statement(x->t, f[i + 1].file, f[i + 1].line), &argument))
			return false;
		name = root_of(argument);
		if (!is_object(argument, name))
			continue;
		x->object = name;
		x->argument = argument;
		x->at = &f[i + 1];
		return true;
	}
	return false;
}

/* The statements of its file that set it up; the last of them in *ret_line. */
static size_t find_setup(const struct unready *x, int64_t *ret_line)
{
	struct fl_slice rest = ds_talk_text(x->t, x->at->file), line;
	size_t n = 0;
	for (int64_t at = 1; fl_slice_line(&rest, &line); at++) {
		ptrdiff_t word = fl_slice_find(line, "init(");
		if (word < 0 || !tg_mentions(fl_slice_skip(line, (size_t)word), x->object))
			continue;
		*ret_line = at;
		n++;
	}
	return n;
}

/* How many objects of the program's a function sets up. */
static size_t setups_of(struct fl_slice text, const struct ds_block *function)
{
	size_t n = 0;
	for (int64_t line = function->first; line <= function->last; line++)
		n += fl_slice_find(ds_code_line(text, line), "init(&") >= 0;
	return n;
}

/* The one function of its file that sets up others. */
static bool find_starter(const struct unready *x, struct ds_block *ret)
{
	struct ds_block blocks[FUNCTIONS];
	struct fl_slice text = ds_talk_text(x->t, x->at->file);
	size_t n = ds_owner_functions(text, blocks, FUNCTIONS), found = 0;
	for (size_t i = 0; i < n; i++) {
		if (!fl_slice_ends(ds_owner_function_name(text, &blocks[i]), "init") ||
			!setups_of(text, &blocks[i]))
			continue;
		*ret = blocks[i];
		found++;
	}
	return found == 1;
}

static int tell(struct unready *x, const struct ds_fact *seen)
{
	struct ds_talk *t = x->t;
	struct ds_debug_seen now;
	const struct ds_fact facts[] = {*seen, ds_fact_code(t, x->at->file, x->at->line)};
	int rc = DS_THINK(t, DS_TURN_TRACE, facts,
		"{0}, a member of what {1} passes on. So is the whole of it unset?",
		"It is a member: {0}. What it is in came from {1}, and I look at that.");
	rc = rc ? rc : ds_ask(t, &now, "eval(\"%.*s\")", FL_ARG(x->object));
	if (rc == 0 && fl_slice_find(now.value, "0x0") < 0)
		return ds_talk_give_up(t, "the object is not seen to be unset");
	return rc;
}

static int conclude_setup(struct unready *x, int64_t line, struct ds_cause *ret)
{
	const struct ds_fact facts[] = {ds_fact_code(x->t, x->at->file, line),
		ds_fact_code(x->t, x->at->file, x->at->line)};
	*ret = (struct ds_cause){.file = x->at->file, .line = line};
	return DS_THINK(x->t, DS_TURN_ERROR, facts,
		"Cause: {0} is there to set it up and leaves some of it null, which {1} comes to.",
		"What should make it ready, {0}, does not reach all that {1} uses.");
}

static int conclude_lack(struct unready *x, struct ds_cause *ret)
{
	struct ds_block starter;
	if (!find_starter(x, &starter))
		return ds_talk_give_up(x->t, "what should set the object up is not seen");
	const struct ds_fact facts[] = {ds_fact_code(x->t, x->at->file, starter.head),
		ds_fact_code(x->t, x->at->file, x->at->line)};
	*ret = (struct ds_cause){
		.file = x->at->file, .line = starter.first, .last = starter.last, .lacks = true};
	return DS_THINK(x->t, DS_TURN_ERROR, facts,
		"Cause: nothing sets it up. {0} does that for others and leaves it out, and {1} "
		"uses it.",
		"In {0} its setup is missing, so that {1} works with null members.");
}

int ds_unready_conclude(struct ds_talk *t, const struct fl_list *frames, struct fl_slice pointer,
	const struct ds_fact *seen, struct ds_cause *ret_cause)
{
	struct unready x = {.t = t};
	int64_t line = 0;
	if (!follow(&x, frames, pointer))
		return ds_talk_give_up(t, "whose member the pointer is, is not seen");
	size_t setups = find_setup(&x, &line);
	if (setups > 1)
		return ds_talk_give_up(t, "more than one statement sets the object up");
	int rc = tell(&x, seen);
	if (rc)
		return rc;
	return setups ? conclude_setup(&x, line, ret_cause) : conclude_lack(&x, ret_cause);
}

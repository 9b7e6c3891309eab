#include "datasets/dialogue/scripted.h"

#include <ctype.h>

#include "datasets/dialogue/code.h"
#include "datasets/dialogue/expr.h"
#include "debugsession/calls/calls.h"

enum { TEXT_MAX = 1 << 20 };

const char *const ds_script_fate_docs[DS_SCRIPT_FATES] = {
#define X(id, word, doc) [DS_SCRIPT_##id] = doc,
	DS_SCRIPTS(X)
#undef X
};

static const char *const words[] = {
#define X(id, word, doc) [DS_SCRIPT_##id] = word,
	DS_SCRIPTS(X)
#undef X
};
const struct fl_names ds_script_fate_names = {"script_fate", words, DS_SCRIPT_FATES};

/* ---- could it be written beforehand? ---- */

/* Is it a line of the report, or in a function that the report has a frame in? */
static bool is_near(const struct ds_scene *scene, struct fl_slice file, int64_t line)
{
	const struct tg_symptom_stack *stacks = scene->symptom->stacks.items;
	struct fl_slice text = tg_files_text(scene->files, file);
	struct ds_block block;
	for (size_t i = 0; i < scene->symptom->stacks.len; i++) {
		const struct dbg_frame *f = stacks[i].frames.items;
		for (size_t k = 0; k < stacks[i].frames.len; k++)
			if (fl_slice_eq(f[k].file, file) &&
				(f[k].line == line ||
					(ds_code_function(text, f[k].line, &block) &&
						line >= block.head && line <= block.last)))
				return true;
	}
	return false;
}

/* Of a word of an expression: a name of the program, or a number of a line near the report. */
static bool stands_there(const struct ds_scene *scene, struct fl_slice word)
{
	const struct tg_file *files = scene->files->items;
	const struct tg_symptom *s = scene->symptom;
	bool number = isdigit((unsigned char)word.ptr[0]) != 0;
	if (ds_expr_has_word(s->message, word) || ds_expr_has_word(s->region, word))
		return true;
	for (size_t i = 0; i < scene->files->len; i++) {
		struct fl_slice rest = files[i].content, line;
		if (!number && ds_expr_has_word(rest, word))
			return true;
		for (int64_t n = 1; number && fl_slice_line(&rest, &line); n++)
			if (ds_expr_has_word(line, word) && is_near(scene, files[i].path, n))
				return true;
	}
	return false;
}

static enum ds_script_fate judge_expression(const struct ds_scene *scene, struct fl_slice text)
{
	for (size_t i = 0; i < text.len;) {
		size_t end = i;
		while (end < text.len && fl_is_name(text.ptr[end]))
			end++;
		const struct fl_slice word = fl_slice(text.ptr + i, end - i);
		if (word.len && !stands_there(scene, word))
			return isdigit((unsigned char)word.ptr[0]) ? DS_SCRIPT_NUMBER
								   : DS_SCRIPT_NAME;
		i = end > i ? end : i + 1;
	}
	return DS_SCRIPT_TAKEN;
}

static enum ds_script_fate judge_call(const struct ds_scene *scene, const struct dbg_call *call)
{
	enum ds_script_fate fate = DS_SCRIPT_TAKEN;
	bool at_line = call->function == DBG_CALL_BREAKPOINT && call->count > 1;
	if (at_line && !is_near(scene, call->args[0].text, (int64_t)call->args[1].number))
		return DS_SCRIPT_LINE;
	for (size_t i = at_line ? 2 : 0; fate == DS_SCRIPT_TAKEN && i < call->count; i++)
		if (call->args[i].text.len)
			fate = judge_expression(scene, call->args[i].text);
	return fate;
}

enum ds_script_fate ds_script_judge(
	const struct fl_list *turns, const struct ds_scene *scene, struct fl_arena *a)
{
	size_t goes_on[DBG_CALL_COUNT] = {0}; /* of each kind, since the program was started */
	enum ds_script_fate fate = DS_SCRIPT_TAKEN;
	for (size_t i = 0; fate == DS_SCRIPT_TAKEN && i < turns->len; i++) {
		struct fl_list calls = {0};
		if (ds_turns_at(turns, i)->kind != DS_TURN_CALL)
			continue;
		if (dbg_calls_parse(ds_turns_at(turns, i)->text, a, &calls, NULL) || calls.len != 1)
			return DS_SCRIPT_OTHER;
		const struct dbg_call *call = calls.items;
		if (call->function == DBG_CALL_RUN)
			memset(goes_on, 0, sizeof(goes_on));
		goes_on[call->function]++;
		if (goes_on[DBG_CALL_CONTINUE] > 1 || goes_on[DBG_CALL_NEXT] > 1 ||
			goes_on[DBG_CALL_STEP] > 1 || goes_on[DBG_CALL_FINISH] > 1)
			return DS_SCRIPT_COUNT;
		fate = judge_call(scene, call);
	}
	return fate;
}

/* ---- as texts and turns ---- */

/* What the turns of one kind up to `to` say, each with `behind` behind it. */
static struct fl_slice joined(const struct fl_list *turns, size_t to, enum ds_turn_kind kind,
	const char *behind, struct fl_arena *a)
{
	struct fl_buf out;
	fl_buf_init(&out, TEXT_MAX);
	for (size_t i = 0; i < to; i++)
		if (ds_turns_at(turns, i)->kind == (int)kind)
			fl_buf_printf(&out, "%.*s%s", FL_ARG(ds_turns_at(turns, i)->text), behind);
	struct fl_slice text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return text;
}

struct fl_slice ds_script_text(const struct fl_list *turns, size_t to, struct fl_arena *a)
{
	return joined(turns, to, DS_TURN_CALL, ";\n", a);
}

struct fl_slice ds_script_answers(const struct fl_list *turns, size_t to, struct fl_arena *a)
{
	return joined(turns, to, DS_TURN_RESULT, "", a);
}

struct moving {
	const struct fl_list *turns;
	struct ds_turn *to;
	size_t count;
	int64_t *moved; /* where each turn is now */
	struct fl_arena *a;
};

static void move(struct moving *m, size_t i)
{
	m->moved[i] = (int64_t)m->count;
	m->to[m->count++] = *ds_turns_at(m->turns, i);
}

/* Its facts are from the answers where they stand now. */
static bool move_sentence(
	const struct moving *m, const struct ds_sentence *s, struct ds_sentence *ret_sentence)
{
	struct ds_fact *facts = fl_arena_array(m->a, s->facts.len + 1, sizeof(*facts));
	for (size_t i = 0; facts && i < s->facts.len; i++) {
		facts[i] = ((const struct ds_fact *)s->facts.items)[i];
		if (facts[i].turn >= 0)
			facts[i].turn = m->moved[facts[i].turn];
	}
	*ret_sentence = (struct ds_sentence){s->text, {facts, s->facts.len}};
	return facts != NULL;
}

/* A thought, joined to the one before where that is of its kind. between: among the calls. */
static bool move_thought(struct moving *m, size_t i, bool between)
{
	const struct ds_turn *own = ds_turns_at(m->turns, i);
	struct ds_turn *last = &m->to[m->count - 1];
	bool joins = last->kind == own->kind;
	size_t n = joins ? last->sentences.len : 0;
	struct ds_sentence *all = fl_arena_array(m->a, n + own->sentences.len + 1, sizeof(*all));
	if (!all)
		return false;
	if (n)
		memcpy(all, last->sentences.items, n * sizeof(*all));
	for (size_t k = 0; k < own->sentences.len; k++) {
		const struct ds_sentence *s = (const struct ds_sentence *)own->sentences.items + k;
		if (between && !s->facts.len)
			continue;
		if (!move_sentence(m, s, &all[n++]))
			return false;
	}
	if (n && !joins)
		last = &m->to[m->count++];
	if (n)
		*last = (struct ds_turn){.kind = own->kind, .sentences = {all, n}};
	return true;
}

int ds_script_turns(const struct fl_list *turns, struct fl_arena *a, struct fl_list *ret_turns,
	struct fl_error *err)
{
	size_t first = ds_turns_find(turns, DS_TURN_CALL);
	size_t error = ds_turns_find(turns, DS_TURN_ERROR), i;
	struct moving m = {.turns = turns,
		.to = fl_arena_array(a, turns->len + 2, sizeof(*m.to)),
		.moved = fl_arena_array(a, turns->len + 1, sizeof(*m.moved)),
		.a = a};
	bool made = m.to && m.moved;
	for (i = 0; made && i < first; i++)
		move(&m, i);
	if (made)
		m.to[m.count++] = (struct ds_turn){
			.kind = DS_TURN_SCRIPT, .text = ds_script_text(turns, error, a)};
	for (i = first; made && i < error; i++)
		if (ds_turns_at(turns, i)->kind == DS_TURN_RESULT)
			move(&m, i);
	for (i = first; made && i < turns->len; i++) {
		if (ds_turn_is_thought(ds_turns_at(turns, i)->kind))
			made = move_thought(&m, i, i < error);
		else if (i > error)
			move(&m, i);
	}
	if (!made)
		return fl_arena_error(a, "a script", err);
	*ret_turns = (struct fl_list){m.to, m.count};
	return fl_arena_error(a, "a script", err);
}

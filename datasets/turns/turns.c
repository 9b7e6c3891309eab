#include "datasets/turns/turns.h"

#include "base/json.h"

static const char *const turn_words[] = {
#define X(id, word, ...) [DS_TURN_##id] = word,
	DS_TURNS(X)
#undef X
};

static const enum fl_marker turn_markers[] = {
#define X(id, word, marker) [DS_TURN_##id] = marker,
	DS_TURNS(X)
#undef X
};

static const char *const fact_words[] = {
#define X(id, word, ...) [DS_FACT_##id] = word,
	DS_FACTS(X)
#undef X
};

static const struct fl_names turn_names = {"turn_kind", turn_words, DS_TURN_KINDS},
			     fact_names = {"fact_kind", fact_words, DS_FACT_KINDS};

#define ROW(m, k, ...) FL_ROW(struct ds_fact, m, k, __VA_ARGS__)
static const struct fl_field fact_fields[] = {
	ROW(kind, FL_ENUM, .names = &fact_names, .doc = "what has to hold"),
	ROW(turn, FL_INT, .unset = -1, .doc = "the answer that it is from, from 0; -1: none"),
	ROW(name, FL_TEXT, .doc = "variable, expression or function"),
	ROW(value, FL_TEXT, .doc = "what it is"),
	ROW(file, FL_TEXT, .doc = "of a place"),
	ROW(line, FL_INT, .doc = "of a place, from 1"),
};
#undef ROW

static const struct fl_shape fact_shape = {.name = "fact",
	.size = sizeof(struct ds_fact),
	FL_SHAPE_FIELDS(fact_fields),
	.doc = "What a sentence rests on."};

static const struct fl_field sentence_fields[] = {
	FL_ROW(struct ds_sentence, text, FL_TEXT, .doc = "the sentence"),
	FL_ROW(struct ds_sentence, facts, FL_LIST, .shape = &fact_shape, .item = "fact",
		.doc = "in the order in which it has them"),
};

static const struct fl_shape sentence_shape = {.name = "sentence",
	.size = sizeof(struct ds_sentence),
	FL_SHAPE_FIELDS(sentence_fields),
	.doc = "A sentence of a thought."};

static const struct fl_field turn_fields[] = {
	FL_ROW(struct ds_turn, kind, FL_ENUM, .names = &turn_names, .doc = "what is done"),
	FL_ROW(struct ds_turn, text, FL_TEXT, .doc = "of a call, an answer or code"),
	FL_ROW(struct ds_turn, sentences, FL_LIST, .shape = &sentence_shape, .item = "sentence",
		.doc = "of a thought"),
};

const struct fl_shape ds_turn_shape = {.name = "turn",
	.size = sizeof(struct ds_turn),
	FL_SHAPE_FIELDS(turn_fields),
	.doc = "A turn of a dialogue with a debugger."};

void ds_turns_write(struct fl_buf *out, const struct fl_list *turns)
{
	fl_buf_char(out, '[');
	for (size_t i = 0; i < turns->len; i++) {
		fl_buf_str(out, i ? ",\n" : "\n");
		fl_json_object(out, &ds_turn_shape, ds_turns_at(turns, i));
	}
	fl_buf_str(out, "\n]\n");
}

int ds_turns_read(
	struct fl_slice json, struct fl_arena *a, struct fl_list *ret_turns, struct fl_error *err)
{
	static const struct fl_shape *const shapes[] = {&ds_turn_shape};
	static const struct fl_registry registry = {shapes, 1};
	struct fl_items items;
	int rc = fl_json_read_items(json, &registry, &ds_turn_shape, a, &items, err);
	struct ds_turn *turns = rc ? NULL : fl_arena_array(a, items.len + 1, sizeof(*turns));
	if (rc || !turns)
		return rc ? rc : fl_arena_error(a, "the turns", err);
	for (size_t i = 0; i < items.len; i++)
		turns[i] = *(const struct ds_turn *)items.at[i].object;
	*ret_turns = (struct fl_list){turns, items.len};
	return 0;
}

void ds_turns_sentence(struct fl_buf *out, const struct ds_turn *thought, size_t which,
	const struct ds_sentence *said)
{
	const struct fl_marker_pair *marker = fl_marker(turn_markers[thought->kind]);
	if (which == 0)
		fl_buf_printf(out, "%s\n", marker->open);
	fl_buf_printf(out, "%s%.*s\n", which ? " * " : "/* ", FL_ARG(said->text));
	if (which + 1 == thought->sentences.len)
		fl_buf_printf(out, " */\n%s\n", marker->close);
}

static void put_thought(struct fl_buf *out, const struct ds_turn *t)
{
	const struct ds_sentence *s = t->sentences.items;
	for (size_t i = 0; i < t->sentences.len; i++)
		ds_turns_sentence(out, t, i, &s[i]);
}

static void put_turn(struct fl_buf *out, const struct ds_turn *t)
{
	const struct fl_marker_pair *marker = fl_marker(turn_markers[t->kind]);
	if (ds_turn_is_thought(t->kind))
		put_thought(out, t);
	else if (t->kind == DS_TURN_CALL)
		fl_buf_printf(out, "%s %.*s %s\n", marker->open, FL_ARG(t->text), marker->close);
	else if (t->kind == DS_TURN_CODE || t->kind == DS_TURN_ATTEMPT || t->kind == DS_TURN_SCRIPT)
		fl_buf_printf(out, "%s\n%.*s%s\n", marker->open, FL_ARG(t->text), marker->close);
	else
		fl_buf_slice(out, t->text);
}

void ds_turns_text(struct fl_buf *out, const struct fl_list *turns, size_t from, size_t to)
{
	for (size_t i = from; i < to && i < turns->len; i++)
		put_turn(out, ds_turns_at(turns, i));
}

bool ds_script_call(struct fl_slice *rest, struct fl_slice *ret_call)
{
	if (!fl_slice_line(rest, ret_call))
		return false;
	if (fl_slice_ends(*ret_call, ";"))
		ret_call->len--;
	return true;
}

struct fl_slice ds_turns_call(const struct fl_list *turns, size_t answer)
{
	size_t asked = answer;
	struct fl_slice call = {0}, rest;
	while (asked && ds_turns_at(turns, asked)->kind == DS_TURN_RESULT)
		asked--;
	rest = ds_turns_at(turns, asked)->text;
	if (ds_turns_at(turns, asked)->kind == DS_TURN_CALL && answer == asked + 1)
		return rest;
	for (size_t i = asked; ds_turns_at(turns, asked)->kind == DS_TURN_SCRIPT && i < answer; i++)
		if (!ds_script_call(&rest, &call))
			return (struct fl_slice){0};
	return call;
}

size_t ds_turns_find(const struct fl_list *turns, enum ds_turn_kind kind)
{
	size_t i = 0;
	while (i < turns->len && ds_turns_at(turns, i)->kind != (int)kind)
		i++;
	return i;
}

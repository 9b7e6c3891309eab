/* dependent-name: `typename` is missing before a type, `template` before a member of one. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

/* Behind the template arguments that open at pos, or pos. */
static size_t behind_arguments(const struct tg_unit *u, size_t pos)
{
	size_t depth = 0;
	if (pos >= u->text.len || u->text.ptr[pos] != '<')
		return pos;
	for (size_t i = pos; i < u->text.len; i++) {
		char c = u->text.ptr[i];
		depth += c == '<';
		if (c == '>' && --depth == 0)
			return i + 1;
		if (c == ';' || c == '{')
			break;
	}
	return pos;
}

/* Does a qualified name stand at pos: "T::", "box<T>::"? */
static bool is_qualified(const struct tg_unit *u, size_t pos)
{
	if (pos >= u->text.len)
		return false;
	size_t end = behind_arguments(u, tg_text_solid(u->text, tg_text_token(u->text, pos)));
	return fl_slice_starts(fl_slice_skip(u->text, end), "::");
}

/* Is a member of something named at pos: ".", "->", "::" stands before it? */
static bool is_member(const struct tg_unit *u, size_t pos)
{
	return pos > 1 && (u->text.ptr[pos - 1] == '.' || u->text.ptr[pos - 1] == ':' ||
				  memcmp(u->text.ptr + pos - 2, "->", 2) == 0);
}

/* Behind a function's name: elsewhere newer compilers know that only a type can stand there. */
static bool in_function(const struct tg_unit *u, const struct tg_word *w)
{
	const struct tg_node *f = tg_node_function(tg_node_around(u, w->start, w->end));
	return f && w->start > f->name_at;
}

void tg_op_dependent_name(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct tg_word w;
	if (unit->program->language != TG_CXX)
		return;
	for (size_t pos = 0; tg_word_next(unit, &pos, &w);) {
		size_t next = tg_text_solid(unit->text, w.end);
		bool type = fl_slice_eqs(w.text, "typename") && is_qualified(unit, next) &&
			    in_function(unit, &w);
		bool member = fl_slice_eqs(w.text, "template") && is_member(unit, w.start);
		if (type || member)
			tg_put_words(unit, sink, w.start, next, "%s", "");
	}
}

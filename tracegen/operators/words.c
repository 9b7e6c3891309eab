#include "tracegen/operators/words.h"

#include <ctype.h>
#include <stdarg.h>

/* Behind the preprocessor line at pos, and those that it goes on in. */
static size_t directive_end(const struct tg_unit *u, size_t pos)
{
	size_t end = tg_line_end(u, pos);
	while (end > 0 && end < u->text.len && u->text.ptr[end - 1] == '\\')
		end = tg_line_end(u, end + 1);
	return end;
}

bool tg_word_next(const struct tg_unit *unit, size_t *pos, struct tg_word *ret_word)
{
	for (size_t i = *pos; i < unit->text.len;) {
		char c = unit->text.ptr[i];
		size_t end = c == '#' ? directive_end(unit, i) : tg_text_token(unit->text, i);
		if (fl_is_word(c) && !isdigit((unsigned char)c) && unit->text.ptr[end - 1] != '"') {
			*ret_word = (struct tg_word){fl_slice(unit->text.ptr + i, end - i), i, end};
			*pos = end;
			return true;
		}
		i = end > i ? end : i + 1;
	}
	return false;
}

size_t tg_word_close(const struct tg_unit *unit, size_t open)
{
	size_t depth = 0;
	for (size_t i = open; i < unit->text.len; i = tg_text_token(unit->text, i)) {
		char c = unit->text.ptr[i];
		depth += c == '(' || c == '[' || c == '{';
		if ((c == ')' || c == ']' || c == '}') && --depth == 0)
			return i + 1;
	}
	return 0;
}

const struct tg_node *tg_node_around(const struct tg_unit *unit, size_t start, size_t end)
{
	const struct tg_node *best = unit->root;
	for (const struct tg_node *c = best->first; c;) {
		if (c->start <= start && end <= c->end && c->end > c->start) {
			best = c;
			c = c->first;
		} else {
			c = c->next;
		}
	}
	return best;
}

void tg_put_words(const struct tg_unit *unit, struct tg_sink *sink, size_t start, size_t end,
	const char *format, ...)
{
	const struct tg_edit edit = {.kind = TG_DECLARATION,
		.start = start,
		.end = end,
		.at = tg_node_around(unit, start, end)};
	va_list args;
	va_start(args, format);
	tg_vput(unit, sink, edit, format, args);
	va_end(args);
}

bool tg_has_include(const struct tg_unit *unit, const char *name)
{
	const struct tg_include *includes = unit->includes.items;
	for (size_t i = 0; i < unit->includes.len; i++)
		if (fl_slice_eqs(includes[i].name, name))
			return true;
	return false;
}

/* Whether the words of `from` stand at pos, with any blanks between; *ret_end is behind them. */
static bool stands_at(const struct tg_unit *u, size_t pos, const char *from, size_t *ret_end)
{
	struct fl_slice rest = fl_slice_str(from);
	while (rest.len) {
		ptrdiff_t blank = fl_slice_chr(rest, ' ');
		struct fl_slice word = blank < 0 ? rest : fl_slice_head(rest, (size_t)blank);
		if (pos >= u->text.len)
			return false;
		size_t end = tg_text_token(u->text, pos);
		if (!fl_slice_eq(fl_slice(u->text.ptr + pos, end - pos), word))
			return false;
		*ret_end = end;
		pos = tg_text_solid(u->text, end);
		rest = fl_slice_skip(rest, blank < 0 ? rest.len : (size_t)blank + 1);
	}
	return true;
}

static size_t qualifier_start(const struct tg_unit *u, size_t at, size_t from)
{
	bool std = at >= from + 5 && memcmp(u->text.ptr + at - 5, "std::", 5) == 0;
	return std ? at - 5 : at;
}

/* The first row that fits, and [*ret_start, *ret_end), where its type stands; else NULL. */
static const struct tg_retype *fitting(const struct tg_unit *u, const struct tg_node *n,
	const struct tg_retype *rows, size_t *ret_start, size_t *ret_end)
{
	if (n->in_macro || n->name_at <= n->start)
		return NULL;
	for (size_t i = n->start; i < n->name_at; i = tg_text_token(u->text, i)) {
		for (const struct tg_retype *r = rows; r->from; r++) {
			*ret_start = i;
			if (stands_at(u, i, r->from, ret_end) && *ret_end <= n->name_at)
				return r;
		}
	}
	return NULL;
}

bool tg_may_retype(
	const struct tg_unit *unit, const struct tg_node *n, const struct tg_retype *rows)
{
	size_t start, end;
	return fitting(unit, n, rows, &start, &end) != NULL;
}

void tg_put_retyped(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *n,
	const struct tg_retype *rows)
{
	size_t start, end;
	const struct tg_retype *r = fitting(unit, n, rows, &start, &end);
	if (r)
		tg_put(unit, sink, n, qualifier_start(unit, start, n->start), end, "%s", r->to);
}

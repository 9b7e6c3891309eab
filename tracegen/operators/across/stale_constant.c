/*
 * stale-constant: one file has a constant of the header as a number, and the header has another one
 * by now.
 */
#include <ctype.h>

#include "tracegen/operators/ops.h"
#include "tracegen/operators/signature.h"

enum { USES_MAX = 4, VALUE_MAX = 200 };

/* A constant as the header defines it: a macro that is a number, or an enumerator with one. */
struct constant {
	struct fl_slice name, number; /* number lies in the header's text */
	uint64_t decl; /* of an enumerator; 0: a macro */
};

/* ---- where it is used ---- */

/* The next use of the constant in the unit from *at on. */
static bool next_use(const struct tg_unit *u, const struct constant *c, size_t *at)
{
	const struct tg_range *macros = u->macros.items;
	for (size_t i = 0; !c->decl && i < u->macros.len; i++) {
		struct fl_slice text =
			fl_slice(u->text.ptr + macros[i].start, macros[i].end - macros[i].start);
		if (macros[i].start >= *at && fl_slice_eq(text, c->name)) {
			*at = macros[i].start;
			return true;
		}
	}
	if (!c->decl)
		return false;
	TG_EACH(n, u)
	{
		if (n->kind == TG_N_REF && n->decl == c->decl && n->name_at >= *at &&
			!n->in_macro) {
			*at = n->name_at;
			return true;
		}
	}
	return false;
}

static size_t count_uses(const struct tg_unit *u, const struct constant *c)
{
	size_t n = 0;
	for (size_t at = 0; next_use(u, c, &at); at += c->name.len)
		n++;
	return n;
}

/* In the label of a switch, where two may not be alike. */
static bool is_label(const struct tg_program *p, struct fl_slice name)
{
	for (size_t i = 0; i < p->files.len; i++) {
		struct fl_slice text = tg_program_at(p, i)->content;
		for (ptrdiff_t at; (at = fl_slice_find(text, "case ")) >= 0;) {
			text = fl_slice_skip(text, (size_t)at + strlen("case "));
			if (fl_slice_starts_with(fl_slice_trim(text), name))
				return true;
		}
	}
	return false;
}

/* Is the place in a function's body? Elsewhere it may be a part of what others declare, too. */
static bool is_in_body(const struct tg_unit *u, size_t at)
{
	TG_EACH(n, u)
	{
		if (n->kind == TG_N_FUNCTION && (n->flags & TG_F_DEFINITION) && n->start <= at &&
			at < n->end)
			return true;
	}
	return false;
}

/* Does the line have another macro than the constant? A number beside it would stand out. */
static bool has_other_macro(const struct tg_unit *u, const struct constant *c, size_t at)
{
	const struct tg_range *macros = u->macros.items;
	unsigned line = tg_line_of(u, at);
	for (size_t i = 0; i < u->macros.len; i++) {
		struct fl_slice text =
			fl_slice(u->text.ptr + macros[i].start, macros[i].end - macros[i].start);
		if (tg_line_of(u, macros[i].start) == line && !fl_slice_eq(text, c->name))
			return true;
	}
	return false;
}

/* ---- the edit ---- */

/*
 * Another number that somebody may have made of it; "" where there is none. Large ones are limits,
 * of buffers mostly, that no input comes near: of 24 in packages none showed.
 */
static struct fl_slice other_number(const struct constant *c, struct fl_arena *a)
{
	uint32_t value = 0;
	unsigned choice = (unsigned)(tg_place_id(c->name, c->name.len) >> 13) % 4;
	bool octal = c->number.len > 1 && c->number.ptr[0] == '0';
	if (octal || fl_slice_uint(c->number, &value) != c->number.len || value < 2 ||
		value > VALUE_MAX)
		return fl_slice(NULL, 0);
	if (value >= 8 && value % 2 == 0 && choice < 2)
		value = choice ? value / 2 : value * 2;
	else
		value = choice % 2 ? value - 1 : value + 1;
	return fl_arena_printf(a, "%u", value);
}

/* The header has the other number, the source the old one: all the uses, or one where all are. */
static void put_stale(const struct tg_unit *header, struct tg_sink *sink, const struct constant *c,
	const struct tg_unit *user, bool alone)
{
	struct tg_file_part parts[USES_MAX + 1];
	size_t count = 1, start = (size_t)(c->number.ptr - header->text.ptr);
	parts[0] = (struct tg_file_part){.unit = header,
		.part = {start, start + c->number.len, other_number(c, sink->arena)},
		.directives = true};
	if (parts[0].part.text.len == 0)
		return;
	for (size_t at = 0; next_use(user, c, &at) && count < (alone ? 2 : USES_MAX + 1);
		at += c->name.len) {
		if (!is_in_body(user, at) || has_other_macro(user, c, at))
			return;
		parts[count++] = (struct tg_file_part){
			.unit = user, .part = {at, at + c->name.len, c->number}};
	}
	tg_put_file_parts(header, sink, parts, count);
}

/* A site for each source that has the constant a few times, where it is used elsewhere, too. */
static void put_each(const struct tg_unit *header, struct tg_sink *sink, const struct constant *c)
{
	size_t all = 0, files = 0;
	for (size_t i = 0; i < tg_unit_count(header); i++) {
		const struct tg_unit *u = tg_unit_at(header, i);
		size_t n = u->again ? 0 : count_uses(u, c);
		all += n;
		files += n > 0;
	}
	if (all < 2 || is_label(header->program, c->name))
		return;
	for (size_t i = 0; i < tg_unit_count(header); i++) {
		const struct tg_unit *u = tg_unit_at(header, i);
		size_t n = u->again || tg_is_header(u) ? 0 : count_uses(u, c);
		if (n > 0 && n <= USES_MAX)
			put_stale(header, sink, c, u, files == 1);
	}
}

/* ---- the constants of a header ---- */

static size_t word_end(struct fl_slice line, size_t at)
{
	while (at < line.len && fl_is_word(line.ptr[at]))
		at++;
	return at;
}

/* "#define NAME 12", with nothing but a comment behind it. */
static bool read_define(struct fl_slice line, struct constant *ret)
{
	if (!fl_slice_starts(line, "#define "))
		return false;
	line = fl_slice_trim(fl_slice_skip(line, strlen("#define ")));
	size_t end = word_end(line, 0);
	struct fl_slice rest = fl_slice_trim(fl_slice_skip(line, end));
	bool call = end < line.len && line.ptr[end] == '(';
	size_t digits = word_end(rest, 0);
	struct fl_slice behind = fl_slice_trim(fl_slice_skip(rest, digits));
	if (call || end < 3 || digits == 0 || !isdigit((unsigned char)rest.ptr[0]) ||
		(behind.len && !fl_slice_starts(behind, "/*") && !fl_slice_starts(behind, "//")))
		return false;
	*ret = (struct constant){
		.name = fl_slice_head(line, end), .number = fl_slice_head(rest, digits)};
	return true;
}

void tg_op_stale_constant(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct fl_slice rest = unit->text, line;
	struct constant c;
	if (!tg_is_header(unit) || tg_unit_count(unit) < 2)
		return;
	while (fl_slice_line(&rest, &line))
		if (read_define(line, &c))
			put_each(unit, sink, &c);
	TG_EACH(n, unit)
	{
		/* In C++ a number is no enumerator. */
		bool set = unit->program->language == TG_C && n->kind == TG_N_CONSTANT &&
			   n->name.len && n->first && !n->in_macro && n->first == n->last &&
			   n->first->kind == TG_N_INT;
		if (!set)
			continue;
		c = (struct constant){n->name, tg_node_text(unit, n->first), n->decl};
		put_each(unit, sink, &c);
	}
}

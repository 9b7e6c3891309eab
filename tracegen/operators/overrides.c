#include "tracegen/operators/overrides.h"

enum { PARTS = 3 };

struct slip {
	size_t start, end;
	struct fl_slice text;
};

/* What people take for the type of a parameter; nothing where another type has no such twin. */
static struct fl_slice twin_of(struct fl_slice type)
{
	static const char *const twins[][2] = {
		{"int", "long"},
		{"long", "int"},
		{"unsigned", "int"},
		{"std::size_t", "int"},
		{"double", "float"},
		{"const std::string &", "const char *"},
		{"std::string_view", "const std::string &"},
	};
	for (size_t i = 0; i < sizeof(twins) / sizeof(twins[0]); i++)
		if (fl_slice_eqs(type, twins[i][0]))
			return fl_slice_str(twins[i][1]);
	return fl_slice(NULL, 0);
}

/* The words before a parameter's name, without the blank between them. */
static struct slip type_of(const struct tg_unit *u, const struct tg_node *p)
{
	size_t end = p->name.len ? p->name_at : p->end;
	bool sign = end > p->start && fl_slice_chr(FL_S("&*"), u->text.ptr[end - 1]) >= 0;
	while (end > p->start && u->text.ptr[end - 1] == ' ')
		end--;
	struct slip s = {.start = p->start, .end = end};
	struct fl_slice twin = twin_of(fl_slice(u->text.ptr + p->start, end - p->start));
	bool ends_in_sign = twin.len && fl_slice_chr(FL_S("&*"), twin.ptr[twin.len - 1]) >= 0;
	s.text = twin;
	/* "const T &x" for "T x": the blank stands before the sign. */
	if (twin.len && ends_in_sign && !sign && p->name.len)
		s.end = p->name_at;
	return s;
}

/* The ways in which this one can miss what it overrides. */
static size_t slips_of(const struct tg_unit *u, const struct tg_node *f, const struct tg_tail *tail,
	struct slip *ret)
{
	const struct tg_node *p = tg_first_param(f);
	size_t constant = tg_tail_word(u, tail, "const"), n = 0;
	if (constant)
		ret[n++] = (struct slip){constant, constant + strlen("const "), {0}};
	struct slip type = p && !p->in_macro ? type_of(u, p) : (struct slip){0};
	if (type.text.len)
		ret[n++] = type;
	struct fl_slice text = p ? tg_node_text(u, p) : (struct fl_slice){0};
	if (p && p->type.is_ref && fl_slice_starts(text, "const ") && !type.text.len)
		ret[n++] = (struct slip){p->start, p->start + strlen("const "), {0}};
	return n;
}

/* Is a function of that name declared pure? A class that does not override it has no objects. */
static bool is_pure(const struct tg_unit *u, struct fl_slice name)
{
	TG_EACH(f, u)
	{
		struct fl_slice text = tg_node_text(u, f);
		if (f->kind == TG_N_FUNCTION && fl_slice_eq(f->name, name) && text.len > 2 &&
			text.ptr[text.len - 1] == '0' && fl_slice_rchr(text, '=') > 0)
			return true;
	}
	return false;
}

/* A call that names it, not what it overrides, would no longer fit. */
static bool is_called(const struct tg_unit *u, const struct tg_node *f)
{
	TG_EACH(n, u)
	{
		if (n->kind == TG_N_CALL && n->decl == f->decl)
			return true;
	}
	return false;
}

/* The slip, and what stands from it to the mark, which goes. */
static void put_unmarked(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *f,
	const struct slip *s, size_t mark)
{
	size_t end = mark + strlen("override");
	size_t from = s->end < mark ? s->end : mark, to = mark;
	while (to > from && u->text.ptr[to - 1] == ' ')
		to--;
	size_t start = s->start;
	while (to == from && !s->text.len && start > f->start && u->text.ptr[start - 1] == ' ')
		start--;
	tg_put(u, sink, f, start, end, "%.*s%.*s", FL_ARG(s->text), (int)(to - from),
		u->text.ptr + from);
}

void tg_put_overrides(const struct tg_unit *unit, struct tg_sink *sink, bool marked)
{
	TG_EACH(f, unit)
	{
		struct tg_tail tail;
		struct slip slips[PARTS];
		if (!tg_method_at(unit, f, &tail))
			continue;
		size_t mark = tg_tail_word(unit, &tail, "override");
		size_t n = mark ? slips_of(unit, f, &tail, slips) : 0;
		if (n == 0 || (!marked && (is_pure(unit, f->name) || is_called(unit, f))))
			continue;
		const struct slip *s = &slips[tg_choice(unit, f, (unsigned)n)];
		if (marked)
			tg_put(unit, sink, f, s->start, s->end, "%.*s", FL_ARG(s->text));
		else
			put_unmarked(unit, sink, f, s, mark);
	}
}

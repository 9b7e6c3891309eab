#include "tracegen/operators/signature.h"

const struct tg_node *tg_param_at(const struct tg_node *f, unsigned index)
{
	const struct tg_node *p = f->first;
	while (p && (p->kind != TG_N_PARAM || index-- > 0))
		p = p->next;
	return p;
}

unsigned tg_param_index(const struct tg_node *f, const struct tg_node *param)
{
	unsigned n = 0;
	for (const struct tg_node *p = f->first; p && p != param; p = p->next)
		n += p->kind == TG_N_PARAM;
	return n;
}

unsigned tg_param_count(const struct tg_node *f)
{
	return tg_param_index(f, NULL);
}

/* The two, which follow each other, with their texts exchanged. */
static struct tg_file_part exchanged(const struct tg_unit *u, const struct tg_node *at,
	const struct tg_node *a, const struct tg_node *b, struct tg_sink *sink)
{
	struct tg_file_part p = {.unit = u, .part = {a->start, b->end, {0}}, .at = at};
	p.part.text = fl_arena_printf(sink->arena, "%.*s%.*s%.*s", FL_ARG(tg_node_text(u, b)),
		(int)(b->start - a->end), u->text.ptr + a->end, FL_ARG(tg_node_text(u, a)));
	return p;
}

bool tg_exchanged_params(const struct tg_unit *u, const struct tg_node *f, unsigned index,
	struct tg_sink *sink, struct tg_file_part *ret_part)
{
	const struct tg_node *a = tg_param_at(f, index), *b = a ? a->next : NULL;
	if (!b || b->kind != TG_N_PARAM || a->in_macro || b->in_macro || b->start < a->end ||
		fl_slice_chr(tg_node_text(u, a), '=') >= 0 ||
		fl_slice_chr(tg_node_text(u, b), '=') >= 0)
		return false;
	*ret_part = exchanged(u, f, a, b, sink);
	return true;
}

const struct tg_node *tg_argument_at(const struct tg_node *call, unsigned index)
{
	for (const struct tg_node *c = call->first; c; c = c->next)
		if (c->role == TG_R_ARG && c->arg == index)
			return c;
	return NULL;
}

bool tg_exchanged_arguments(const struct tg_unit *u, const struct tg_node *call, unsigned index,
	struct tg_sink *sink, struct tg_file_part *ret_part)
{
	const struct tg_node *a = tg_argument_at(call, index);
	const struct tg_node *b = tg_argument_at(call, index + 1);
	if (!a || !b || a->in_macro || b->in_macro || b->start < a->end || call->in_macro ||
		fl_slice_eq(tg_node_text(u, a), tg_node_text(u, b)))
		return false;
	*ret_part = exchanged(u, call, a, b, sink);
	return true;
}

bool tg_is_used_in(const struct tg_node *f, uint64_t decl)
{
	for (const struct tg_node *n = f; n; n = tg_node_after(n, f))
		if (n->kind == TG_N_REF && n->decl == decl)
			return true;
	return false;
}

struct fl_slice tg_written_type(const struct tg_unit *u, const struct tg_node *n)
{
	size_t end = n->name.len ? n->name_at : n->end;
	if (n->in_macro || end < n->start || end > u->text.len)
		return fl_slice(NULL, 0);
	struct fl_slice t = fl_slice_trim(fl_slice(u->text.ptr + n->start, end - n->start));
	for (size_t i = 0; i < t.len; i++)
		if (fl_slice_chr(FL_S("()[]=,{}\n#/"), t.ptr[i]) >= 0)
			return fl_slice(NULL, 0);
	if (fl_slice_starts(t, "extern "))
		t = fl_slice_trim(fl_slice_skip(t, strlen("extern ")));
	if (fl_slice_starts(t, "static "))
		t = fl_slice_trim(fl_slice_skip(t, strlen("static ")));
	/* "int list::" of a method that is defined outside of its class. */
	if (fl_slice_ends(t, "::")) {
		ptrdiff_t blank = fl_slice_rchr(t, ' ');
		t = fl_slice_head(t, blank < 0 ? 0 : (size_t)blank);
	}
	return t;
}

/* char-sign: a plain char stands where it matters whether it has a sign. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

static const struct tg_retype rows[] = {
	{"signed char", "char"},
	{"unsigned char", "char"},
	{"int8_t", "char"},
	{"uint8_t", "char"},
	{NULL, NULL},
};

/* Is another pointer taken from it, or it from that? They must be to the same type. */
static bool meets_pointer(const struct tg_unit *u, const struct tg_node *v)
{
	TG_EACH(n, u)
	{
		const struct tg_node *at = n;
		if ((n->kind != TG_N_REF && n->kind != TG_N_MEMBER) || n->decl != v->decl)
			continue;
		while (at->parent && at->parent->kind == TG_N_INDEX &&
			at->parent->type.cls == TG_T_ARRAY)
			at = at->parent;
		const struct tg_node *other = at->prev ? at->prev : at->next;
		if (at->parent && at->parent->kind == TG_N_BINARY && at->parent->op == TG_O_SUB &&
			other && other->type.cls == TG_T_POINTER)
			return true;
	}
	return false;
}

/* Where the cast beside it says which sign is meant, nobody writes another one. */
static bool is_cast(const struct tg_node *n)
{
	return n->kind == TG_N_VAR && n->last && n->last->kind == TG_N_CAST;
}

/* C does not mind which char a pointer is to. C++ does, and so do two declarations. */
static bool may_change(const struct tg_unit *u, const struct tg_node *n)
{
	const struct tg_node *f = n->kind == TG_N_PARAM ? n->parent : NULL;
	bool apart = n->type.cls == TG_T_POINTER || n->type.cls == TG_T_ARRAY;
	if (is_cast(n) || (apart && (u->program->language == TG_CXX || meets_pointer(u, n))))
		return false;
	return !f || ((f->flags & TG_F_DEFINITION) && !(f->flags & TG_F_REDECLARED));
}

/* Is an element of it worked with, or it itself? What is only handed on has its sign elsewhere. */
static bool is_worked_with(const struct tg_unit *u, const struct tg_node *v)
{
	bool apart = v->type.cls == TG_T_POINTER || v->type.cls == TG_T_ARRAY;
	TG_EACH(n, u)
	{
		const struct tg_node *p = n->parent;
		bool use = (n->kind == TG_N_REF || n->kind == TG_N_MEMBER) && n->decl == v->decl;
		if (use && apart && p && (p->kind == TG_N_INDEX || p->op == TG_O_DEREF) &&
			!tg_is_changed(p))
			return true;
		if (use && !apart && p && !tg_is_changed(n) &&
			(p->kind == TG_N_BINARY || p->kind == TG_N_INDEX || n->role == TG_R_ARG))
			return true;
	}
	return false;
}

static bool reads_char(const struct tg_unit *u, const struct tg_node *n)
{
	static const char *const readers[] = {"getchar(", "getc(", "fgetc("};
	struct fl_slice scope = u->text;
	const struct tg_node *function = tg_node_function(n);
	if (!function || !n->name.len)
		return false;
	scope = tg_node_text(u, function);
	for (size_t i = 0; i < sizeof(readers) / sizeof(readers[0]); i++) {
		ptrdiff_t at = fl_slice_find(scope, readers[i]);
		struct fl_slice before = at > 0 ? fl_slice_head(scope, (size_t)at) : scope;
		while (before.len && fl_slice_chr(FL_S(" ="), before.ptr[before.len - 1]) >= 0)
			before.len--;
		if (at > 0 && before.len > n->name.len &&
			fl_slice_eq(fl_slice_skip(before, before.len - n->name.len), n->name))
			return true;
	}
	return false;
}

void tg_op_char_sign(const struct tg_unit *unit, struct tg_sink *sink)
{
	static const struct tg_retype result[] = {{"int", "char"}, {NULL, NULL}};
	TG_EACH(n, unit)
	{
		bool kind = n->kind == TG_N_VAR || n->kind == TG_N_PARAM || n->kind == TG_N_FIELD;
		/* Containers of another type are another type, and so are references. */
		if (!kind || n->type.cls == TG_T_RECORD || n->type.is_ref)
			continue;
		if (n->kind == TG_N_VAR && reads_char(unit, n))
			tg_put_retyped(unit, sink, n, result);
		else if (tg_may_retype(unit, n, rows) && may_change(unit, n) &&
			 is_worked_with(unit, n))
			tg_put_retyped(unit, sink, n, rows);
	}
}

/*
 * wrong-check: the test for a null pointer is of another pointer than the one that is used: often
 * the one tested right before, once more.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

enum { SCOPE_MAX = 24 };

static bool is_null(const struct tg_unit *u, const struct tg_node *n)
{
	struct fl_slice text = tg_node_text(u, n);
	return fl_slice_eqs(text, "NULL") || fl_slice_eqs(text, "nullptr");
}

/* The variable that a node tests for null, or NULL: p == NULL, p != nullptr, !p. */
static const struct tg_node *tested(const struct tg_unit *u, const struct tg_node *n)
{
	const struct tg_node *v = NULL;
	if (n->kind == TG_N_BINARY && (n->op == TG_O_EQ || n->op == TG_O_NE) && n->first != n->last)
		v = is_null(u, n->last) ? n->first : NULL;
	else if (n->kind == TG_N_UNARY && n->op == TG_O_NOT)
		v = n->first;
	bool pointer = v && v->kind == TG_N_REF && v->type.cls == TG_T_POINTER;
	return pointer && !v->in_macro ? v : NULL;
}

/* Of a == NULL || b == NULL the other one. */
static const struct tg_node *neighbour(const struct tg_unit *u, const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	while (p && p->kind == TG_N_PAREN)
		p = p->parent;
	if (!p || p->kind != TG_N_BINARY || (p->op != TG_O_AND && p->op != TG_O_OR))
		return NULL;
	const struct tg_node *other = tg_node_bare(n->role == TG_R_LHS ? p->last : p->first);
	return tested(u, other);
}

void tg_op_wrong_check(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *v = tested(unit, n), *scope[SCOPE_MAX];
		if (!v || !tg_place_ok(n))
			continue;
		const struct tg_node *other = neighbour(unit, n);
		size_t count = other ? 0 : tg_scope(v, scope, SCOPE_MAX);
		/* One of the same type first. */
		for (size_t i = 0; i < 2 * count && !other; i++) {
			const struct tg_node *s = scope[i % count];
			if (s->decl != v->decl && s->type.cls == TG_T_POINTER &&
				(i >= count || tg_same_type(&s->type, &v->type)))
				other = s;
		}
		if (other && other->decl != v->decl)
			tg_put_node(unit, sink, v, "%.*s", FL_ARG(other->name));
	}
}

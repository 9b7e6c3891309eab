/*
 * wrong-check: the test for a null pointer is of another pointer of the same type than the one that
 * is used: of one with a like name.
 */
#include "tracegen/operators/alike_names.h"
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

/* Is the variable tested in the function, before `at`? A copy of that test has its name still. */
static bool is_tested_before(
	const struct tg_unit *u, const struct tg_node *v, const struct tg_node *at)
{
	const struct tg_node *function = tg_node_function(at);
	for (const struct tg_node *n = function; n && n->start < at->start;
		n = tg_node_after(n, function)) {
		const struct tg_node *t = tested(u, n);
		if (t && t->decl == v->decl)
			return true;
	}
	return false;
}

/* Does the condition of an if around `at` test the variable? Nobody tests it again within. */
static bool is_tested_around(
	const struct tg_unit *u, const struct tg_node *v, const struct tg_node *at)
{
	for (const struct tg_node *s = at->parent; s; s = s->parent) {
		const struct tg_node *cond =
			s->kind == TG_N_IF ? tg_node_child(s, TG_R_COND) : NULL;
		for (const struct tg_node *n = cond; n; n = tg_node_after(n, cond)) {
			const struct tg_node *t = n == at ? NULL : tested(u, n);
			if (t && t->decl == v->decl)
				return true;
		}
	}
	return false;
}

static bool is_mistaken(
	const struct tg_unit *u, const struct tg_node *other, const struct tg_node *v)
{
	return other->decl != v->decl && tg_same_type(&other->type, &v->type) &&
	       (tg_alike_names(other->name, v->name) || is_tested_before(u, other, v));
}

/* for (n = head; n != NULL; ...): nobody takes another variable for what the loop runs by. */
static bool runs_loop(const struct tg_node *n)
{
	return n->role == TG_R_COND && n->parent && tg_is_loop(n->parent);
}

void tg_op_wrong_check(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *v = tested(unit, n), *scope[SCOPE_MAX];
		/* Of two tests in one condition nobody makes the same one. */
		if (!v || !tg_place_ok(n) || runs_loop(n) || neighbour(unit, n))
			continue;
		const struct tg_node *other = NULL;
		size_t count = tg_scope(v, scope, SCOPE_MAX);
		for (size_t i = 0; i < count && !other; i++)
			other = is_mistaken(unit, scope[i], v) &&
						!is_tested_around(unit, scope[i], n)
					? scope[i]
					: NULL;
		if (other && other->decl != v->decl)
			tg_put_node(unit, sink, v, "%.*s", FL_ARG(other->name));
	}
}

#include "tracegen/operators/leaving.h"

static bool tests_pointer(const struct tg_node *cond)
{
	cond = tg_node_bare(cond);
	if (cond && cond->kind == TG_N_UNARY && cond->op == TG_O_NOT)
		cond = tg_node_bare(cond->first);
	bool compares = cond && cond->kind == TG_N_BINARY && cond->first != cond->last;
	if (compares && (cond->op == TG_O_AND || cond->op == TG_O_OR))
		return tests_pointer(cond->first);
	if (compares && (cond->op == TG_O_EQ || cond->op == TG_O_NE))
		cond = cond->first;
	return cond && (cond->type.cls == TG_T_POINTER || cond->type.is_smart);
}

/* Whether n is, or is part of, an index, a divisor, or what memory is reached by. */
static enum tg_guard use_of(const struct tg_node *n)
{
	for (const struct tg_node *p = n->parent; p; n = p, p = p->parent) {
		if (p->kind == TG_N_INDEX && n->role == TG_R_RHS)
			return TG_GUARD_BOUND;
		bool divides = p->kind == TG_N_BINARY &&
			       (p->op == TG_O_DIV || p->op == TG_O_REM || p->op == TG_O_DIV_SET ||
				       p->op == TG_O_REM_SET);
		if (divides && n->role == TG_R_RHS)
			return TG_GUARD_ZERO;
		if (tg_node_is_statement(p))
			break;
	}
	return TG_GUARD_OTHER;
}

/* Whether v itself is compared, or tested for zero, not what it leads to. */
static bool is_tested(const struct tg_node *v, const struct tg_node *cond)
{
	for (const struct tg_node *p = v; p != cond;) {
		p = p->parent;
		bool plain = p->kind == TG_N_BINARY || p->kind == TG_N_PAREN ||
			     (p->kind == TG_N_UNARY && p->op == TG_O_NOT);
		if (!plain)
			return false;
	}
	return true;
}

/* What the tested variables are used for behind the guard. */
static enum tg_guard used_later(const struct tg_node *guard, const struct tg_node *cond)
{
	const struct tg_node *function = tg_node_function(guard);
	for (const struct tg_node *v = cond; v; v = tg_node_after(v, cond)) {
		if ((v->kind != TG_N_REF && v->kind != TG_N_MEMBER) || !v->decl ||
			!is_tested(v, cond))
			continue;
		for (const struct tg_node *n = tg_node_skip(guard, function); n;
			n = tg_node_after(n, function)) {
			bool same = n->kind == v->kind && n->decl == v->decl;
			enum tg_guard use = same ? use_of(n) : TG_GUARD_OTHER;
			if (use != TG_GUARD_OTHER)
				return use;
		}
	}
	return TG_GUARD_OTHER;
}

enum tg_guard tg_guard_of(const struct tg_unit *unit, const struct tg_node *n)
{
	(void)unit;
	const struct tg_node *cond = n->kind == TG_N_IF ? tg_node_child(n, TG_R_COND) : NULL;
	if (!cond || tg_node_child(n, TG_R_ELSE) || !tg_body_leaves(tg_node_child(n, TG_R_BODY)) ||
		!n->parent || n->parent->kind != TG_N_COMPOUND || !n->next || !tg_place_ok(n))
		return TG_GUARD_NONE;
	return tests_pointer(cond) ? TG_GUARD_NULL : used_later(n, cond);
}

void tg_put_guards(const struct tg_unit *unit, struct tg_sink *sink, enum tg_guard which)
{
	enum { GUARD_LINES = 5 };
	TG_EACH(n, unit)
	{
		if (tg_guard_of(unit, n) == which && tg_is_small_part(unit, n, n, GUARD_LINES))
			tg_put_removal(unit, sink, n);
	}
}

/*
 * wrong-variable: another variable of the same type is used, whose name is like the one that is
 * meant, or for what goes with it.
 */
#include "tracegen/operators/alike_names.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

enum { SCOPE_MAX = 24 };

/* x == x and a[i] = a[i] are no slips that anyone makes. */
static bool stands_opposite(const struct tg_node *n, uint64_t decl)
{
	const struct tg_node *p = n->parent;
	while (p && (p->kind == TG_N_PAREN || p->kind == TG_N_CAST || p->kind == TG_N_INDEX))
		p = p->parent;
	return p && (p->kind == TG_N_BINARY || p->kind == TG_N_VAR) &&
	       (tg_node_mentions(p, decl) || p->decl == decl);
}

static bool fits(const struct tg_node *use, const struct tg_node *candidate)
{
	return candidate->decl != use->decl && tg_alike_names(use->name, candidate->name) &&
	       tg_same_type(&use->type, &candidate->type) &&
	       !(candidate->type.is_const &&
		       (tg_is_changed(use) || use->type.cls == TG_T_RECORD)) &&
	       !stands_opposite(use, candidate->decl);
}

/* for (i = 0; i < n; i++): nobody takes another variable for the counter in its head. */
static bool counts_loop(const struct tg_node *n)
{
	const struct tg_node *p = n;
	while (p->parent && p->role != TG_R_COND)
		p = p->parent;
	const struct tg_node *init = p->parent && p->parent->kind == TG_N_FOR
					     ? tg_node_child(p->parent, TG_R_INIT)
					     : NULL;
	for (const struct tg_node *v = init; v; v = tg_node_after(v, init))
		if (v->decl == n->decl)
			return true;
	return false;
}

/* The uses of one declaration at which another is taken: not those that give it its first value. */
static bool is_use(const struct tg_node *n)
{
	bool scalar = n->type.cls == TG_T_INT || n->type.cls == TG_T_FLOAT ||
		      n->type.cls == TG_T_POINTER || n->type.cls == TG_T_ENUM ||
		      n->type.cls == TG_T_RECORD;
	bool called = n->parent && n->parent->kind == TG_N_CALL && n->role != TG_R_ARG;
	bool step = n->parent && n->parent->role == TG_R_STEP;
	return n->kind == TG_N_REF && n->decl && scalar && !called && !step &&
	       !(n->flags & TG_F_ENUMERATOR) && tg_place_ok(n) && !n->parent->in_macro &&
	       !counts_loop(n);
}

void tg_op_wrong_variable(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *scope[SCOPE_MAX], *found[SCOPE_MAX];
		size_t count = is_use(n) ? tg_scope(n, scope, SCOPE_MAX) : 0, fitting = 0;
		bool local = false;
		for (size_t i = 0; i < count; i++)
			local |= scope[i]->decl == n->decl;
		for (size_t i = 0; local && i < count; i++)
			if (fits(n, scope[i]))
				found[fitting++] = scope[i];
		if (fitting)
			tg_put_node(unit, sink, n, "%.*s",
				FL_ARG(tg_near(unit, n, found, fitting)->name));
	}
}

/*
 * missing-return: a function of C++ that gives a value ends without one on its last path: the value
 * for what was not found, or an assignment's *this. One without any return nobody writes.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* The function or lambda that a return ends. */
static const struct tg_node *ended_by(const struct tg_node *n)
{
	while (n && n->kind != TG_N_FUNCTION && n->kind != TG_N_LAMBDA)
		n = n->parent;
	return n;
}

/*
 * Whether another return of it gives a value. What a lambda gives follows from its returns:
 * without the only one it is of another type.
 */
static bool returns_elsewhere(const struct tg_node *function, const struct tg_node *here)
{
	for (const struct tg_node *n = function; n; n = tg_node_after(n, function))
		if (n != here && n->kind == TG_N_RETURN && n->first && ended_by(n) == function)
			return true;
	return false;
}

/* Does its function end where it stands? Behind what is left out another return may follow. */
static bool ends_function(const struct tg_node *n, const struct tg_node *function)
{
	for (; n && n->parent != function; n = n->parent) {
		const struct tg_node *p = n->parent;
		if (!p || (p->kind != TG_N_COMPOUND && p->kind != TG_N_IF) ||
			(p->kind == TG_N_COMPOUND && n != p->last))
			return false;
	}
	return n != NULL;
}

void tg_op_missing_return(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *block = n->parent;
		bool last = n->kind == TG_N_RETURN && n->first && block &&
			    block->kind == TG_N_COMPOUND && n == block->last && n->prev;
		if (!last || !tg_place_ok(n) || unit->program->language != TG_CXX)
			continue;
		const struct tg_node *function = ended_by(n);
		bool assigns = function && fl_slice_starts(function->name, "operator") &&
			       fl_slice_find(function->type.text, "&(") > 0;
		if (function && !fl_slice_eqs(function->name, "main") &&
			ends_function(n, function) && (assigns || returns_elsewhere(function, n)))
			tg_put_removal(unit, sink, n);
	}
}

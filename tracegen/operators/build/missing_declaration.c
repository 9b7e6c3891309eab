/* missing-declaration: a local variable that is used is declared nowhere. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool is_used(const struct tg_node *v)
{
	const struct tg_node *function = tg_node_function(v);
	for (const struct tg_node *n = tg_node_skip(v, function); n; n = tg_node_after(n, function))
		if (n->kind == TG_N_REF && n->decl == v->decl)
			return true;
	return false;
}

void tg_op_missing_declaration(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *v =
			n->kind == TG_N_DECL_STMT && n->first && n->first == n->last ? n->first
										     : NULL;
		if (v && v->kind == TG_N_VAR && !n->in_macro && n->parent &&
			n->parent->kind == TG_N_COMPOUND && tg_node_function(v) && is_used(v))
			tg_put_removal(unit, sink, n);
	}
}

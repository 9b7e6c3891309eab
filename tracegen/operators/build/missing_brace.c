/* missing-brace: the brace that closes an inner block is missing. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_missing_brace(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool block = n->kind == TG_N_COMPOUND && n->parent && tg_node_function(n) &&
			     n->parent->kind != TG_N_FUNCTION && !n->in_macro &&
			     n->end > n->start && unit->text.ptr[n->end - 1] == '}';
		if (block && !n->parent->in_macro)
			tg_put_cut(unit, sink, n, n->end - 1, n->end);
	}
}

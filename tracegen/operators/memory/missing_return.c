/* missing-return: a function of C++ that gives a value ends without one. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_missing_return(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *block = n->parent;
		bool last = n->kind == TG_N_RETURN && n->first && block &&
			    block->kind == TG_N_COMPOUND && n == block->last && n->prev;
		if (!last || !tg_place_ok(n) || unit->program->language != TG_CXX)
			continue;
		const struct tg_node *function = tg_node_function(n);
		if (function && !fl_slice_eqs(function->name, "main"))
			tg_put_removal(unit, sink, n);
	}
}

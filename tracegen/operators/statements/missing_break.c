/* missing-break: the break that ends a case is left out. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_missing_break(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool jump = n->kind == TG_N_JUMP && fl_slice_starts(tg_node_text(unit, n), "break");
		/* Of case 1: f(); break; the break stands beside the case. */
		const struct tg_node *block = n->parent;
		bool beside = jump && block && block->kind == TG_N_COMPOUND && block->parent &&
			      block->parent->kind == TG_N_SWITCH;
		if (beside && n->next && n->next->kind == TG_N_CASE && n->prev && tg_place_ok(n))
			tg_put_cut(unit, sink, n, n->start, tg_statement_end(unit, n));
	}
}

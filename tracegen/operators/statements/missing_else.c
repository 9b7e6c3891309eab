/* missing-else: the last branch of an if is left out. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_missing_else(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if (n->role == TG_R_ELSE && n->kind != TG_N_IF && tg_place_ok(n))
			tg_put_removal(unit, sink, n);
		else if (n->role == TG_R_ELSE && n->kind == TG_N_IF && tg_place_ok(n) &&
			 !tg_node_child(n, TG_R_ELSE))
			tg_put_removal(unit, sink, n);
	}
}

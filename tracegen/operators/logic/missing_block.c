/* missing-block: an if with all that it does, or a loop, is left out. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* missing-guard has what only leaves; a null check is null-check's. */
static bool leaves(const struct tg_node *body)
{
	const struct tg_node *last = body && body->kind == TG_N_COMPOUND ? body->last : body;
	return !last || tg_leaves(last);
}

void tg_op_missing_block(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool branch = n->kind == TG_N_IF && n->role != TG_R_ELSE &&
			      !leaves(tg_node_child(n, TG_R_BODY));
		if ((branch || (tg_is_loop(n) && n->kind != TG_N_DO)) && tg_place_ok(n) &&
			n->parent->kind == TG_N_COMPOUND)
			tg_put_removal(unit, sink, n);
	}
}

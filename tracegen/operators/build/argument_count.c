/* argument-count: the last argument of a call of one of the program's functions is missing. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_argument_count(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *last = n->kind == TG_N_CALL ? n->last : NULL;
		bool own = last && (n->flags & TG_F_IN_PROGRAM) && last->role == TG_R_ARG &&
			   last->arg >= 1 && last->prev && last->prev->role == TG_R_ARG &&
			   last->param && !n->in_macro && !last->in_macro && tg_node_function(n) &&
			   !fl_slice_starts(n->name, "operator");
		if (own && last->prev->end < last->start)
			tg_put(unit, sink, n, last->prev->end, last->end, "%s", "");
	}
}

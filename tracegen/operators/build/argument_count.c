/*
 * argument-count: the last argument of a call of the program's functions is missing, or a 0 stands
 * behind it, as for a parameter that was there once.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

enum { MORE_ONE_IN = 4 };

/* Behind g(n, 0) one more 0 would be the same argument twice. */
static bool may_have_more(const struct tg_unit *u, const struct tg_node *last)
{
	return !fl_slice_eqs(tg_node_text(u, last), "0");
}

void tg_op_argument_count(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *last = n->kind == TG_N_CALL ? n->last : NULL;
		bool own = last && (n->flags & TG_F_IN_PROGRAM) && last->role == TG_R_ARG &&
			   last->arg >= 1 && last->prev && last->prev->role == TG_R_ARG &&
			   last->param && !n->in_macro && !last->in_macro && tg_node_function(n) &&
			   !fl_slice_starts(n->name, "operator");
		if (!own || last->prev->end >= last->start)
			continue;
		if (may_have_more(unit, last) && tg_draw(unit, n, MORE_ONE_IN) == 0)
			tg_put(unit, sink, n, last->start, last->end, "%.*s, 0",
				FL_ARG(tg_node_text(unit, last)));
		else
			tg_put(unit, sink, n, last->prev->end, last->end, "%s", "");
	}
}

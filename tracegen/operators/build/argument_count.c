/* argument-count: the last argument of a call of the program's functions is missing, or twice. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

enum { TWICE_ONE_IN = 4, TWICE_MAX = 16 };

/* A short one without effects: nobody writes g(n++, n++) or a long one twice. */
static bool may_be_twice(const struct tg_node *arg)
{
	bool plain = arg->kind == TG_N_REF || arg->kind == TG_N_MEMBER || arg->kind == TG_N_INT;
	return plain && arg->end - arg->start <= TWICE_MAX;
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
		if (may_be_twice(last) && tg_draw(unit, n, TWICE_ONE_IN) == 0)
			tg_put(unit, sink, n, last->start, last->end, "%.*s, %.*s",
				FL_ARG(tg_node_text(unit, last)), FL_ARG(tg_node_text(unit, last)));
		else
			tg_put(unit, sink, n, last->prev->end, last->end, "%s", "");
	}
}

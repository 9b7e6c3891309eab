/* stale-iterator: the iterator that erase() gives is not taken. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_stale_iterator(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		/* it = c.erase(it), by whichever = the iterator has. */
		bool statement = tg_node_is_statement(n) && tg_place_ok(n);
		const struct tg_node *call = NULL;
		for (const struct tg_node *c = statement ? n->first : NULL; c;
			c = tg_node_after(c, n))
			if (c->kind == TG_N_CALL && fl_slice_eqs(c->name, "erase"))
				call = c;
		if (!call || call->in_macro || call->start == n->start)
			continue;
		size_t from = tg_text_solid(unit->text, n->first->end);
		bool set = from < call->start && unit->text.ptr[from] == '=' &&
			   tg_text_solid(unit->text, from + 1) == call->start;
		if (set)
			tg_put(unit, sink, n, n->start, call->start, "%s", "");
	}
}

/* stale-iterator: the iterator that erase() or insert() gives is not taken. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* An insertion counts where the iterator that is set is the one handed over: others stay or end. */
static bool gives_next(
	const struct tg_unit *u, const struct tg_node *statement, const struct tg_node *call)
{
	if (fl_slice_eqs(call->name, "erase"))
		return true;
	const struct tg_node *set = statement->first, *arg = call->first;
	while (arg && arg->role != TG_R_ARG)
		arg = arg->next;
	return fl_slice_eqs(call->name, "insert") && set && arg && arg->next &&
	       fl_slice_eq(tg_node_text(u, set), tg_node_text(u, arg));
}

void tg_op_stale_iterator(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		/* it = c.erase(it) or c.insert(it, x), by whichever = the iterator has. */
		bool statement = tg_node_is_statement(n) && tg_place_ok(n);
		const struct tg_node *call = NULL;
		for (const struct tg_node *c = statement ? n->first : NULL; c;
			c = tg_node_after(c, n))
			if (c->kind == TG_N_CALL && gives_next(unit, n, c))
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

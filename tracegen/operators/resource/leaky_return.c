/* leaky-return: a path that leaves early does not release what it holds. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"
#include "tracegen/release.h"

/* Whether a block of an if releases and then leaves. */
static const struct tg_node *first_release(const struct tg_node *block)
{
	struct tg_release r;
	const struct tg_node *leave = block->last;
	if (!tg_leaves(leave))
		return NULL;
	for (const struct tg_node *s = block->first; s != leave; s = s->next)
		if (tg_release_at(s, &r))
			return s;
	return NULL;
}

void tg_op_leaky_return(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *block =
			n->kind == TG_N_IF ? tg_node_child(n, TG_R_BODY) : NULL;
		const struct tg_node *s =
			block && block->kind == TG_N_COMPOUND ? first_release(block) : NULL;
		struct tg_release r;
		if (!s || !tg_place_ok(n))
			continue;
		const struct tg_node *last = s;
		while (last->next && tg_release_at(last->next, &r))
			last = last->next;
		/* One alone is free-removed's. */
		if (last != s)
			tg_put_cut(unit, sink, s, s->start, tg_statement_end(unit, last));
	}
}

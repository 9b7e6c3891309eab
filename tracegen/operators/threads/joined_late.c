/* joined-late: what threads work out is used before they are waited for. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/parts.h"
#include "tracegen/operators/sync.h"

/* A join, or a loop that does nothing else. */
static bool joins(const struct tg_node *n)
{
	const struct tg_node *body = tg_is_loop(n) ? tg_node_child(n, TG_R_BODY) : n;
	if (body && body->kind == TG_N_COMPOUND && body->first == body->last)
		body = body->first;
	return body && tg_is_join(body);
}

void tg_op_joined_late(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *use = n->next;
		bool uses = use && (tg_is_expression_statement(use) || tg_is_loop(use)) &&
			    !tg_is_sync(unit, use) && !joins(use);
		if (n->parent && n->parent->kind == TG_N_COMPOUND && tg_place_ok(n) && joins(n) &&
			uses)
			tg_put_exchanged(unit, sink, n, use);
	}
}

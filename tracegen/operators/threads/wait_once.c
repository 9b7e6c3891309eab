/* wait-once: what is waited for is looked at once only: whoever wakes may find it gone again. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"

void tg_op_wait_once(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *body =
			n->kind == TG_N_WHILE ? tg_node_child(n, TG_R_BODY) : NULL;
		if (body && tg_wait_at(body) && tg_place_ok(n))
			tg_put(unit, sink, n, n->start, n->start + strlen("while"), "if");
	}
}

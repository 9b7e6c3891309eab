/* wait-predicate: a wait does not ask for what it waits for. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"

void tg_op_wait_predicate(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *lock = tg_wait_at(n) ? tg_node_child(n, TG_R_ARG) : NULL;
		const struct tg_node *test = lock ? lock->next : NULL;
		if (!test || test->next || !fl_slice_eqs(n->name, "wait") || !tg_place_ok(n))
			continue;
		tg_put(unit, sink, n, lock->end, test->end, "%s", "");
	}
}

/* unjoined-thread: nobody waits for a thread. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_unjoined_thread(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool join = n->kind == TG_N_CALL && (fl_slice_eqs(n->name, "join") ||
							    fl_slice_eqs(n->name, "pthread_join") ||
							    fl_slice_eqs(n->name, "thrd_join"));
		if (join && tg_node_is_statement(n) && tg_place_ok(n))
			tg_put_removal(unit, sink, n);
	}
}

/* lost-unlock: a lock is taken and not given back. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_lost_unlock(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool unlock = n->kind == TG_N_CALL && (fl_slice_ends(n->name, "unlock") ||
							      fl_slice_ends(n->name, "sem_post"));
		if (unlock && tg_node_is_statement(n) && tg_place_ok(n))
			tg_put_removal(unit, sink, n);
	}
}

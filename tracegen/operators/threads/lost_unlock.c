/* lost-unlock: a lock is taken and not given back; on a path that leaves early: locked-return. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"

void tg_op_lost_unlock(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_lock lock;
		bool post = n->kind == TG_N_CALL && fl_slice_eqs(n->name, "sem_post") &&
			    tg_node_is_statement(n) && tg_place_ok(n);
		if (post || (tg_unlock_at(unit, n, &lock) && !tg_leaves_early(n)))
			tg_put_removal(unit, sink, n);
	}
}

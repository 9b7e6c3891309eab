/* locked-return: a path that leaves early does not give the lock back. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"

void tg_op_locked_return(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_lock lock;
		if (tg_unlock_at(unit, n, &lock) && tg_leaves_early(n))
			tg_put_removal(unit, sink, n);
	}
}

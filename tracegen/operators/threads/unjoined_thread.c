/* unjoined-thread: nobody waits for a thread. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"

void tg_op_unjoined_thread(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if (tg_is_join(n) && tg_place_ok(n))
			tg_put_removal(unit, sink, n);
	}
}

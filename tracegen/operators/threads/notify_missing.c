/* notify-missing: what others wait for has come, and nobody tells them. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"

void tg_op_notify_missing(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if (tg_is_notify(n) && tg_place_ok(n))
			tg_put_removal(unit, sink, n);
	}
}

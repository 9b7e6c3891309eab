/* missing-guard: an early return, break or continue is left out. */
#include "tracegen/operators/leaving.h"
#include "tracegen/operators/ops.h"

void tg_op_missing_guard(const struct tg_unit *unit, struct tg_sink *sink)
{
	tg_put_guards(unit, sink, TG_GUARD_OTHER);
}

/* zero-check: the test for zero before a division is left out. */
#include "tracegen/operators/leaving.h"
#include "tracegen/operators/ops.h"

void tg_op_zero_check(const struct tg_unit *unit, struct tg_sink *sink)
{
	tg_put_guards(unit, sink, TG_GUARD_ZERO);
}

/*
 * caller-and-callee: a slip near a call, and one of another nature in the function that is called,
 * which stands in another file.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sides.h"

void tg_op_caller_and_callee(const struct tg_unit *unit, struct tg_sink *sink)
{
	tg_put_sides(unit, sink, TG_NO_SIDE);
}

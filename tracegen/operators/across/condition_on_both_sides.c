/*
 * condition-on-both-sides: a condition is wrong near a call, and one in the function that is
 * called, which stands in another file.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sides.h"

void tg_op_condition_on_both_sides(const struct tg_unit *unit, struct tg_sink *sink)
{
	tg_put_sides(unit, sink, TG_CONDITION);
}

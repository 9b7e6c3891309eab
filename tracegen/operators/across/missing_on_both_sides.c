/*
 * missing-on-both-sides: something is left out near a call, and something in the function that is
 * called, which stands in another file: a step, a case or a check that both had to have.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sides.h"

void tg_op_missing_on_both_sides(const struct tg_unit *unit, struct tg_sink *sink)
{
	tg_put_sides(unit, sink, TG_OMITTED);
}

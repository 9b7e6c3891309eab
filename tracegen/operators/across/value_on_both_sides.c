/*
 * value-on-both-sides: a value is another one near a call, and one in the function that is called,
 * which stands in another file: an argument, a variable, a constant, an index.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sides.h"

void tg_op_value_on_both_sides(const struct tg_unit *unit, struct tg_sink *sink)
{
	tg_put_sides(unit, sink, TG_VALUE);
}

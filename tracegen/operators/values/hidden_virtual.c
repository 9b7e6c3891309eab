/* hidden-virtual: a function is to override a virtual one, but its signature hides it instead. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/overrides.h"

void tg_op_hidden_virtual(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (unit->program->language == TG_CXX)
		tg_put_overrides(unit, sink, false);
}

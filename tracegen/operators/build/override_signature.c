/* override-signature: a function marked override has not the signature of the virtual one. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/overrides.h"

void tg_op_override_signature(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (unit->program->language == TG_CXX)
		tg_put_overrides(unit, sink, true);
}

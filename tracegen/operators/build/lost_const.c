/* lost-const: a parameter of a function that is handed what is constant is no longer const. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_lost_const(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct fl_slice text = tg_node_text(unit, n);
		bool behind = n->type.cls == TG_T_POINTER || n->type.is_ref;
		if (n->kind == TG_N_PARAM && behind && !n->in_macro && n->parent &&
			n->parent->kind == TG_N_FUNCTION && fl_slice_starts(text, "const ") &&
			n->name.len)
			tg_put(unit, sink, n, n->start, n->start + strlen("const "), "%s", "");
	}
}

/* sizeof-pointer: sizeof(p) for sizeof(*p). */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_sizeof_pointer(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct fl_slice text = tg_node_text(unit, n);
		if (n->kind != TG_N_CONSTANT || n->in_macro || !n->first ||
			!fl_slice_starts(text, "sizeof") || !tg_node_function(n))
			continue;
		const struct tg_node *of = tg_node_bare(n->first);
		if (of && of->kind == TG_N_UNARY && of->op == TG_O_DEREF && of->first)
			tg_put(unit, sink, n, of->start, of->first->start, "%s", "");
	}
}

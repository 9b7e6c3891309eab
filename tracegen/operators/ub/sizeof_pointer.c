/* sizeof-pointer: sizeof(p) for sizeof(*p). */
#include "tracegen/operators/alone.h"
#include "tracegen/operators/ops.h"

void tg_op_sizeof_pointer(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct fl_slice text = tg_node_text(unit, n);
		if (n->kind != TG_N_CONSTANT || n->in_macro || !n->first ||
			!fl_slice_starts(text, "sizeof") || !tg_node_function(n))
			continue;
		const struct tg_node *of = tg_node_bare(n->first);
		if (!of || of->kind != TG_N_UNARY || of->op != TG_O_DEREF || !of->first)
			continue;
		const struct tg_node *inner = tg_node_bare(of->first);
		bool needless = n->first->kind == TG_N_PAREN || tg_is_primary(inner);
		/* sizeof(*(p)): of (p) the parentheses go, too. */
		if (inner != of->first && needless && !inner->in_macro)
			tg_put(unit, sink, n, of->start, of->end, "%.*s",
				FL_ARG(tg_node_text(unit, inner)));
		else
			tg_put(unit, sink, n, of->start, of->first->start, "%s", "");
	}
}

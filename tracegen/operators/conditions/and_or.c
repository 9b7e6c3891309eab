/* and-or: && and || are taken for each other. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* p && p->x: with || the null pointer would be followed, which nobody overlooks for long. */
static bool guards_pointer(const struct tg_node *n)
{
	const struct tg_node *left = tg_node_bare(n->first);
	return left && left->type.cls == TG_T_POINTER;
}

void tg_op_and_or(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool logical = n->kind == TG_N_BINARY && (n->op == TG_O_AND || n->op == TG_O_OR);
		if (!logical || !tg_place_ok(n) || !n->first || guards_pointer(n))
			continue;
		size_t at = tg_text_solid(unit->text, n->first->end);
		struct fl_slice text = fl_slice(unit->text.ptr + at, 2);
		if (at + 2 <= n->last->start &&
			(fl_slice_eqs(text, "&&") || fl_slice_eqs(text, "||")))
			tg_put(unit, sink, n, at, at + 2, "%s", n->op == TG_O_AND ? "||" : "&&");
	}
}

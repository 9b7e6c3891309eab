/*
 * missing-brace: the brace that closes an inner block is missing: what follows is then part of the
 * block, and the compiler misses it at the end of the file; before an else it says so at once.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

enum { EASY_ONE_IN = 6 };

static bool before_else(const struct tg_unit *u, size_t end)
{
	return fl_slice_starts(fl_slice_skip(u->text, tg_text_solid(u->text, end)), "else");
}

void tg_op_missing_brace(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool block = n->kind == TG_N_COMPOUND && n->parent && tg_node_function(n) &&
			     n->parent->kind != TG_N_FUNCTION && !n->in_macro &&
			     n->end > n->start && unit->text.ptr[n->end - 1] == '}';
		bool easy = block && before_else(unit, n->end);
		if (block && !n->parent->in_macro && !(easy && tg_draw(unit, n, EASY_ONE_IN)))
			tg_put_cut(unit, sink, n, n->end - 1, n->end);
	}
}

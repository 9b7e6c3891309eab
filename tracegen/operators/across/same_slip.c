/*
 * same-slip: the same mistake in two files: a function, a member or a constant is taken for another
 * one in both, or the arguments of one function stand in the wrong order.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/pairs.h"

/* Slips that one who has something wrong in mind makes wherever it comes up. */
static bool may_recur(const struct tg_op *op, const struct tg_site *site)
{
	int i = (int)(op - tg_ops);
	return i == TG_OP_wrong_function || i == TG_OP_wrong_member ||
	       i == TG_OP_wrong_enumerator ||
	       (i == TG_OP_swapped_arguments && site->symbol.len > 0);
}

static uint64_t mistake(const struct tg_site *s)
{
	bool swapped = fl_slice_eqs(s->op, tg_ops[TG_OP_swapped_arguments].name);
	if (swapped)
		return tg_place_id(s->op, tg_place_id(s->symbol, 0));
	return tg_place_id(s->op, tg_place_id(s->original, tg_place_id(s->replacement, 0)));
}

void tg_op_same_slip(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct fl_list halves = tg_halves(unit, sink, may_recur);
	struct tg_half *h = halves.items;
	for (size_t i = 0; i < halves.len; i++)
		h[i].about = mistake(h[i].site);
	tg_put_pairs(unit, sink, h, halves.len, NULL);
}

/*
 * same-slip: the same mistake in two files: a function, a member or a constant is taken for another
 * one in both, or the arguments of one function stand in the wrong order.
 */
#include <stdlib.h>

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

static int by_mistake(const void *x, const void *y)
{
	const struct tg_half *a = x, *b = y;
	if (a->about != b->about)
		return a->about < b->about ? -1 : 1;
	int c = fl_slice_cmp(a->site->file, b->site->file);
	return c ? c : (a->site->start > b->site->start) - (a->site->start < b->site->start);
}

/* The end of those from i on that are about the same, in the same file. */
static size_t run_end(const struct tg_half *h, size_t len, size_t i)
{
	size_t end = i + 1;
	while (end < len && h[end].about == h[i].about &&
		fl_slice_eq(h[end].site->file, h[i].site->file))
		end++;
	return end;
}

void tg_op_same_slip(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct fl_list halves = tg_halves(unit, sink, may_recur);
	struct tg_half *h = halves.items;
	for (size_t i = 0; i < halves.len; i++)
		h[i].about = mistake(h[i].site);
	if (halves.len)
		qsort(h, halves.len, sizeof(*h), by_mistake);
	for (size_t i = 0, end; i < halves.len; i = end) {
		end = run_end(h, halves.len, i);
		struct fl_list a = {&h[i], end - i};
		for (size_t k = end, next; k < halves.len && h[k].about == h[i].about; k = next) {
			next = run_end(h, halves.len, k);
			struct fl_list b = {&h[k], next - k};
			tg_put_pair(sink, &a, &b, 0, NULL);
		}
	}
}

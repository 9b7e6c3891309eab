/*
 * wrong-delete: delete for delete[]; the other way round only close to where an array is released,
 * as nobody writes delete[] who does not need it there.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool is_array(struct fl_slice text)
{
	return fl_slice_starts(text, "delete[]") || fl_slice_starts(text, "delete []");
}

enum { NEAR_LINES = 20 };

/* Is an array released within a few lines of n? */
static bool is_near_array(const struct tg_unit *unit, const struct tg_node *n)
{
	TG_EACH(d, unit)
	{
		if (d->kind == TG_N_DELETE && is_array(tg_node_text(unit, d)) &&
			tg_lines_apart(unit, d->start, n->start) <= NEAR_LINES)
			return true;
	}
	return false;
}

void tg_op_wrong_delete(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if (n->kind != TG_N_DELETE || !tg_place_ok(n) || !n->first)
			continue;
		struct fl_slice text = tg_node_text(unit, n);
		bool self = fl_slice_eqs(tg_node_text(unit, n->last), "this");
		bool array = is_array(text);
		if (fl_slice_starts(text, "delete") && !self && (array || is_near_array(unit, n)))
			tg_put(unit, sink, n, n->start, n->last->start, "%s",
				array ? "delete " : "delete[] ");
	}
}

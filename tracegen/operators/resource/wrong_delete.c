/*
 * wrong-delete: delete for delete[]; the other way round only in a file that has arrays to release,
 * as nobody writes delete[] who never needs it.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool is_array(struct fl_slice text)
{
	return fl_slice_starts(text, "delete[]") || fl_slice_starts(text, "delete []");
}

static bool has_arrays(const struct tg_unit *unit)
{
	TG_EACH(n, unit)
	{
		if (n->kind == TG_N_DELETE && is_array(tg_node_text(unit, n)))
			return true;
	}
	return false;
}

void tg_op_wrong_delete(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (!has_arrays(unit))
		return;
	TG_EACH(n, unit)
	{
		if (n->kind != TG_N_DELETE || !tg_place_ok(n) || !n->first)
			continue;
		struct fl_slice text = tg_node_text(unit, n);
		bool self = fl_slice_eqs(tg_node_text(unit, n->last), "this");
		if (fl_slice_starts(text, "delete") && !self)
			tg_put(unit, sink, n, n->start, n->last->start, "%s",
				is_array(text) ? "delete " : "delete[] ");
	}
}

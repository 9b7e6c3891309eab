/* wrong-delete: delete for delete[], or the other way round. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_wrong_delete(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if (n->kind != TG_N_DELETE || !tg_place_ok(n) || !n->first)
			continue;
		struct fl_slice text = tg_node_text(unit, n);
		bool array =
			fl_slice_starts(text, "delete[]") || fl_slice_starts(text, "delete []");
		bool self = fl_slice_eqs(tg_node_text(unit, n->last), "this");
		if (fl_slice_starts(text, "delete") && !self)
			tg_put(unit, sink, n, n->start, n->last->start, "%s",
				array ? "delete " : "delete[] ");
	}
}

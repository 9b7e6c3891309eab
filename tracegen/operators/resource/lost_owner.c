/* lost-owner: a smart pointer gives up what only was to be lent: release() stands for get(). */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_lost_owner(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool lends = n->kind == TG_N_MEMBER && fl_slice_eqs(n->name, "get") && n->first &&
			     fl_slice_find(n->first->type.text, "unique_ptr<") >= 0 &&
			     !n->first->type.is_const && tg_place_ok(n);
		const struct tg_node *call = lends ? n->parent : NULL;
		/* A const method cannot give anything up. */
		const struct tg_node *f = call ? tg_node_function(n) : NULL;
		bool constant = f && fl_slice_ends(f->type.text, " const");
		if (call && call->kind == TG_N_CALL && !constant)
			tg_put(unit, sink, n, n->name_at, n->name_at + n->name.len, "release");
	}
}

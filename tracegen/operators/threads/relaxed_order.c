/* relaxed-order: an atomic access that hands something on orders nothing. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static const char *const orders[] = {"memory_order_release", "memory_order_acquire",
	"memory_order_acq_rel", "memory_order_seq_cst"};

/* A call of a function of std::atomic that could say which order it keeps, and does not. */
static bool says_none(const struct tg_node *n)
{
	const struct tg_node *member = n->kind == TG_N_CALL ? n->first : NULL;
	bool atomic = member && member->kind == TG_N_MEMBER && member->first &&
		      fl_slice_find(member->first->type.text, "atomic") >= 0;
	const struct tg_node *arg = tg_node_child(n, TG_R_ARG);
	bool store = fl_slice_eqs(n->name, "store") && arg && !arg->next;
	return atomic && (store || (fl_slice_eqs(n->name, "load") && !arg));
}

void tg_op_relaxed_order(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool named = n->kind == TG_N_REF && tg_place_ok(n);
		for (size_t i = 0; named && i < sizeof(orders) / sizeof(orders[0]); i++)
			if (fl_slice_eqs(n->name, orders[i]))
				tg_put(unit, sink, n, n->name_at, n->name_at + n->name.len,
					"memory_order_relaxed");
		if (says_none(n) && tg_place_ok(n))
			tg_put(unit, sink, n, n->end - 1, n->end, "%sstd::memory_order_relaxed)",
				tg_node_child(n, TG_R_ARG) ? ", " : "");
	}
}

/* assign-for-equal: = stands where == is meant, in a condition. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_assign_for_equal(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		size_t start, end;
		if (n->kind != TG_N_BINARY || n->op != TG_O_EQ || n->role != TG_R_COND ||
			!tg_place_ok(n) || !n->first)
			continue;
		const struct tg_node *left = n->first;
		bool place = left->kind == TG_N_REF || left->kind == TG_N_MEMBER ||
			     left->kind == TG_N_INDEX;
		if (place && !left->type.is_const && !(left->flags & TG_F_ENUMERATOR) &&
			tg_operator_range(unit, n, &start, &end))
			tg_put(unit, sink, n, start, end, "=");
	}
}

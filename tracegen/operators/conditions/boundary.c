/* boundary: a comparison outside of a loop's condition takes in its bound, or leaves it out. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* Those are loop-bound's. */
static bool decides_loop(const struct tg_node *n)
{
	while (n->role != TG_R_COND && n->parent &&
		(n->parent->kind == TG_N_BINARY || n->parent->kind == TG_N_PAREN))
		n = n->parent;
	return n->role == TG_R_COND && n->parent && tg_is_loop(n->parent);
}

void tg_op_boundary(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		size_t start, end;
		const char *to = n->kind == TG_N_BINARY ? tg_off_by_one(n->op) : NULL;
		if (to && tg_place_ok(n) && !decides_loop(n) &&
			tg_operator_range(unit, n, &start, &end))
			tg_put(unit, sink, n, start, end, "%s", to);
	}
}

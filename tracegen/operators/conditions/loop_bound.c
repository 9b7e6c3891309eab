/* loop-bound: a comparison in the condition of a loop takes in its bound, or leaves it out. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* The comparisons that decide alone or with && and || whether the loop goes on. */
static void walk_condition(
	const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *cond)
{
	cond = tg_node_bare(cond);
	if (!cond || cond->kind != TG_N_BINARY)
		return;
	if (cond->op == TG_O_AND || cond->op == TG_O_OR) {
		walk_condition(u, sink, cond->first);
		walk_condition(u, sink, cond->last);
		return;
	}
	const char *replacement = tg_off_by_one(cond->op);
	struct tg_edit edit = {.kind = TG_EXPRESSION, .at = cond};
	if (replacement && tg_node_runs(cond) && tg_operator_range(u, cond, &edit.start, &edit.end))
		tg_yield_str(u, sink, &edit, replacement);
}

void tg_op_loop_bound(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		if (n->kind == TG_N_FOR || n->kind == TG_N_WHILE || n->kind == TG_N_DO)
			walk_condition(unit, sink, tg_node_child(n, TG_R_COND));
	}
}

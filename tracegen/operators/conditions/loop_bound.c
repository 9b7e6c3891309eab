/* loop-bound: a comparison in the condition of a loop takes in its bound, or leaves it out. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/*
 * i < n and i <= n: one turn in two is lost (n - 1) instead of one too many. A literal or a sum has
 * its own operators.
 */
static bool ends_early(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *cond)
{
	const struct tg_node *bound = cond->last;
	bool named = bound->kind == TG_N_REF || bound->kind == TG_N_MEMBER ||
		     bound->kind == TG_N_CALL || bound->kind == TG_N_INDEX;
	bool below = cond->op == TG_O_LT || cond->op == TG_O_LE;
	if (!below || !named || bound->in_macro || bound->type.cls != TG_T_INT ||
		!tg_node_runs(cond) || tg_draw(u, cond, 2) == 0)
		return false;
	tg_put_node(u, sink, bound, "%.*s - 1", FL_ARG(tg_node_text(u, bound)));
	return true;
}

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
	if (ends_early(u, sink, cond))
		return;
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

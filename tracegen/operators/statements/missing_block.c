/*
 * missing-block: a short if with all that it does, or a loop of a line or two, is left out. People
 * forget a case; without the longer ones the function would plainly not do its work.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"
#include "tracegen/release.h"

/* missing-guard has what only leaves; a null check is null-check's. */
static bool leaves(const struct tg_node *body)
{
	const struct tg_node *last = body && body->kind == TG_N_COMPOUND ? body->last : body;
	return !last || tg_leaves(last);
}

/* What only prints leaves a gap that everybody sees. */
static bool prints_all(const struct tg_node *n)
{
	const struct tg_node *body = tg_node_child(n, TG_R_BODY);
	bool block = body && body->kind == TG_N_COMPOUND;
	for (const struct tg_node *s = block ? body->first : body; s; s = block ? s->next : NULL)
		if (!tg_only_prints(s))
			return false;
	return body && !tg_node_child(n, TG_R_ELSE);
}

/* Does its condition set something? Then more is gone than what is done in a case. */
static bool sets(const struct tg_node *n)
{
	const struct tg_node *cond = tg_node_child(n, TG_R_COND);
	for (const struct tg_node *m = cond; m; m = tg_node_after(m, cond))
		if (m->kind == TG_N_BINARY && m->op == TG_O_SET)
			return true;
	return false;
}

enum { BRANCH_LINES = 8, LOOP_LINES = 4 };

void tg_op_missing_block(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool branch = n->kind == TG_N_IF && n->role != TG_R_ELSE &&
			      !leaves(tg_node_child(n, TG_R_BODY)) && !sets(n);
		bool loop = tg_is_loop(n) && n->kind != TG_N_DO;
		if ((branch || loop) && tg_place_ok(n) && !tg_holds_release(n) && !prints_all(n) &&
			n->parent->kind == TG_N_COMPOUND &&
			tg_is_small_part(unit, n, n, loop ? LOOP_LINES : BRANCH_LINES))
			tg_put_removal(unit, sink, n);
	}
}

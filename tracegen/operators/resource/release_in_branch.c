/*
 * release-in-branch: what releases memory slid into the block before it: it is done only where the
 * branch is taken. Loops are left out: there it is used after its end, another class of fault.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/release.h"

void tg_op_release_in_branch(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_release r;
		const struct tg_node *s = n->prev;
		bool holds = s && n->parent && n->parent->kind == TG_N_COMPOUND &&
			     s->kind == TG_N_IF && !tg_node_child(s, TG_R_ELSE);
		const struct tg_node *block = holds ? tg_node_child(s, TG_R_BODY) : NULL;
		if (tg_may_move_in(unit, block, n) && tg_release_at(n, &r) && r.root &&
			tg_may_stand(r.object, block->last))
			tg_put_moved_in(unit, sink, block, n);
	}
}

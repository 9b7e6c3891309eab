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
		if (!block || block->kind != TG_N_COMPOUND || !block->last ||
			tg_leaves(block->last) || !tg_release_at(n, &r) || !r.root ||
			!tg_place_ok(n) || !tg_has_lines(unit, n))
			continue;
		size_t brace = block->end - 1, begin = tg_line_begin(unit, brace);
		size_t eol = tg_line_end(unit, brace);
		struct fl_slice between = fl_slice(unit->text.ptr + eol, n->start - eol);
		bool own = fl_slice_trim(fl_slice(unit->text.ptr + begin, eol - begin)).len == 1;
		if (own && fl_slice_trim(between).len == 0 && tg_may_stand(r.object, block->last))
			tg_put_moved_in(unit, sink, block, n);
	}
}

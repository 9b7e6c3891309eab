/*
 * stray-else: of two ifs that are each to be asked, the second is asked only where the first did
 * not hold.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"

void tg_op_stray_else(const struct tg_unit *unit, struct tg_sink *sink)
{
	bool own_line = fl_slice_find(unit->text, "} else") < 0;
	TG_EACH(n, unit)
	{
		const struct tg_node *body =
			n->kind == TG_N_IF ? tg_node_child(n, TG_R_BODY) : NULL;
		const struct tg_node *next = n->next;
		if (!body || tg_node_child(n, TG_R_ELSE) || tg_body_leaves(body) || !next ||
			next->kind != TG_N_IF || next->in_macro || !n->parent ||
			n->parent->kind != TG_N_COMPOUND || !tg_place_ok(n))
			continue;
		size_t end = tg_statement_end(unit, n);
		struct fl_slice between = fl_slice(unit->text.ptr + end, next->start - end);
		bool near = fl_slice_trim(between).len == 0 && fl_slice_count(between, '\n') == 1;
		bool brace = body->kind == TG_N_COMPOUND;
		struct fl_slice indent = tg_line_indent(unit, n->start);
		if (!near)
			continue;
		if (brace && !own_line)
			tg_put(unit, sink, next, end, next->start, "%s", " else ");
		else
			tg_put(unit, sink, next, end, next->start, "\n%.*selse ", FL_ARG(indent));
	}
}

/* literal-width: a constant lost the suffix that made a shift or a product wide enough. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_literal_width(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct fl_slice text = tg_node_text(unit, n);
		size_t len = text.len;
		while (len && fl_slice_chr(FL_S("uUlL"), text.ptr[len - 1]) >= 0)
			len--;
		bool operation = n->parent && n->parent->kind == TG_N_BINARY &&
				 (n->parent->op == TG_O_MUL || n->parent->op == TG_O_OTHER);
		/* The other factor keeps a product wide. */
		const struct tg_node *other = operation && n->prev ? n->prev : n->next;
		if (operation && n->parent->op == TG_O_MUL)
			operation = other && fl_slice_eqs(other->type.text, "int");
		if (n->kind == TG_N_INT && len && len < text.len && operation && tg_place_ok(n))
			tg_put(unit, sink, n, n->start + len, n->end, "%s", "");
	}
}

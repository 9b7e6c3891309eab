/* lost-cast: an operand is no longer converted before * or /: the result is of the narrow type. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_lost_cast(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *p = n->parent, *value = n->kind == TG_N_CAST ? n->last : NULL;
		bool operation = p && p->kind == TG_N_BINARY &&
				 (p->op == TG_O_MUL || p->op == TG_O_DIV || p->op == TG_O_ADD ||
					 p->op == TG_O_SUB || p->op == TG_O_OTHER);
		if (!operation || !value || !tg_place_ok(n) || !tg_is_number(value) ||
			!tg_is_number(n) || tg_same_type(&n->type, &value->type))
			continue;
		tg_put_node(unit, sink, n, "%.*s", FL_ARG(tg_node_text(unit, value)));
	}
}

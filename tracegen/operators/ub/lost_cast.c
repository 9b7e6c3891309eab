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
		bool to_float = n->type.cls == TG_T_FLOAT && value && value->type.cls == TG_T_INT;
		bool to_byte = fl_slice_eqs(n->type.text, "unsigned char");
		bool index = p && p->kind == TG_N_INDEX && to_byte;
		if ((!(operation && (to_float || to_byte)) && !index) || !value ||
			!tg_place_ok(n) || !tg_is_number(value) || !tg_is_number(n) ||
			tg_same_type(&n->type, &value->type))
			continue;
		tg_put_node(unit, sink, n, "%.*s", FL_ARG(tg_node_text(unit, value)));
	}
}

/* loop-start: the counter of a for begins one too early or too late. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* i = VALUE or int i = VALUE. */
static const struct tg_node *start_value(const struct tg_node *init)
{
	if (init && init->kind == TG_N_DECL_STMT && init->first == init->last)
		init = init->first;
	if (!init ||
		(init->kind != TG_N_VAR && !(init->kind == TG_N_BINARY && init->op == TG_O_SET)))
		return NULL;
	return init->last;
}

void tg_op_loop_start(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *init =
			n->kind == TG_N_FOR ? tg_node_child(n, TG_R_INIT) : NULL;
		const struct tg_node *value = init ? start_value(init) : NULL;
		if (!value || !tg_place_ok(value) || !tg_place_ok(n) || value->type.cls != TG_T_INT)
			continue;
		int64_t number = tg_decimal(unit, value);
		bool sum = value->kind == TG_N_BINARY && value->first != value->last &&
			   (value->op == TG_O_SUB || value->op == TG_O_ADD) &&
			   tg_decimal(unit, value->last) == 1;
		if (number >= 0)
			tg_put_node(unit, sink, value, "%d", (int)(number ? number - 1 : 1));
		else if (sum)
			tg_put(unit, sink, value, value->first->end, value->end, "%s", "");
		else if (value->kind == TG_N_REF || value->kind == TG_N_MEMBER)
			tg_put(unit, sink, value, value->end, value->end + 1, " + 1%c",
				unit->text.ptr[value->end]);
	}
}

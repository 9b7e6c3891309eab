/* operand-dropped: one side of && or || is missing, of tests that are no null checks. */
#include "tracegen/operators/alone.h"
#include "tracegen/operators/ops.h"

/* What null-check removes. */
static bool tests_pointer(const struct tg_node *n)
{
	n = tg_node_bare(n);
	if (n && n->kind == TG_N_UNARY && n->op == TG_O_NOT)
		n = tg_node_bare(n->first);
	bool compares = n && n->kind == TG_N_BINARY && n->first && n->first != n->last;
	if (compares && (n->op == TG_O_EQ || n->op == TG_O_NE))
		return n->first->type.cls == TG_T_POINTER;
	return n && (n->type.cls == TG_T_POINTER || n->type.is_smart);
}

void tg_op_operand_dropped(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool logical = n->kind == TG_N_BINARY && (n->op == TG_O_AND || n->op == TG_O_OR);
		if (!logical || !tg_place_ok(n) || !n->first || n->first == n->last)
			continue;
		const struct tg_node *left = n->first, *right = n->last;
		if (tg_choice(unit, n, 2) && !tests_pointer(left))
			tg_put_alone(unit, sink, n, right);
		else if (!tests_pointer(right))
			tg_put_alone(unit, sink, n, left);
	}
}

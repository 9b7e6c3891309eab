/* wrong-parentheses: parentheses make an operation come first that should not. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* [start, end) of n's operands, put into parentheses. */
static void enclose(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n,
	size_t start, size_t end)
{
	tg_put(u, sink, n, start, end, "(%.*s)", (int)(end - start), u->text.ptr + start);
}

void tg_op_wrong_parentheses(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if (n->kind != TG_N_BINARY || !n->first || n->first == n->last || n->in_macro ||
			!tg_place_ok(n) || !tg_is_number(n->first) || !tg_is_number(n->last))
			continue;
		const struct tg_node *left = n->first, *right = n->last;
		if (tg_is_sum(n) && tg_is_product(right)) /* a + b * c: (a + b) * c */
			enclose(unit, sink, n, tg_is_sum(left) ? left->last->start : n->start,
				right->first->end);
		else if (tg_is_sum(n) && tg_is_product(left)) /* a * b + c: a * (b + c) */
			enclose(unit, sink, n, left->last->start, n->end);
		else if (tg_is_sum(n) && tg_is_sum(left) &&
			 left->op == TG_O_SUB) /* a - b + c: a - (b + c) */
			enclose(unit, sink, n, left->last->start, n->end);
	}
}

/* wrong-parentheses: parentheses make an operation come first that should not. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool is_product(const struct tg_node *n)
{
	return n && n->kind == TG_N_BINARY &&
	       (n->op == TG_O_MUL || n->op == TG_O_DIV || n->op == TG_O_REM);
}

static bool is_sum(const struct tg_node *n)
{
	return n && n->kind == TG_N_BINARY && (n->op == TG_O_ADD || n->op == TG_O_SUB);
}

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
		if (is_sum(n) && is_product(right)) /* a + b * c: (a + b) * c */
			enclose(unit, sink, n, is_sum(left) ? left->last->start : n->start,
				right->first->end);
		else if (is_sum(n) && is_product(left)) /* a * b + c: a * (b + c) */
			enclose(unit, sink, n, left->last->start, n->end);
		else if (is_sum(n) && is_sum(left) &&
			 left->op == TG_O_SUB) /* a - b + c: a - (b + c) */
			enclose(unit, sink, n, left->last->start, n->end);
	}
}

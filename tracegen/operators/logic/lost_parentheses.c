/* lost-parentheses: an operation that was to come first no longer does. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool is_product(const struct tg_node *n)
{
	return n->op == TG_O_MUL || n->op == TG_O_DIV || n->op == TG_O_REM;
}

static bool is_sum(const struct tg_node *n)
{
	return n->op == TG_O_ADD || n->op == TG_O_SUB;
}

/* Whether the operation inside binds weaker than that around. */
static bool binds_weaker(const struct tg_node *in, const struct tg_node *around, bool right)
{
	if (is_sum(in))
		return is_product(around) || (right && around->op == TG_O_SUB);
	if (is_product(in))
		return right && (around->op == TG_O_DIV || around->op == TG_O_REM);
	return in->op == TG_O_OR && around->op == TG_O_AND;
}

void tg_op_lost_parentheses(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *p = n->parent, *in = n->kind == TG_N_PAREN ? n->first : NULL;
		if (!in || !p || !tg_place_ok(n))
			continue;
		bool operation = in->kind == TG_N_BINARY && p->kind == TG_N_BINARY &&
				 binds_weaker(in, p, n->role == TG_R_RHS);
		bool negated =
			in->kind == TG_N_BINARY && p->kind == TG_N_UNARY && p->op == TG_O_NOT;
		bool cast = in->kind == TG_N_BINARY && p->kind == TG_N_CAST &&
			    (is_sum(in) || is_product(in)) && tg_is_number(in->first) &&
			    tg_is_number(in->last);
		if (operation || negated || cast)
			tg_put_node(unit, sink, n, "%.*s", FL_ARG(tg_node_text(unit, in)));
	}
}

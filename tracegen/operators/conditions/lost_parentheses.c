/* lost-parentheses: an operation that was to come first no longer does. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* Whether the operation inside binds weaker than that around. */
static bool binds_weaker(const struct tg_node *in, const struct tg_node *around, bool right)
{
	if (tg_is_sum(in))
		return tg_is_product(around) || (right && around->op == TG_O_SUB);
	if (tg_is_product(in))
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
			    (tg_is_sum(in) || tg_is_product(in)) && tg_is_number(in->first) &&
			    tg_is_number(in->last);
		if (operation || negated || cast)
			tg_put_node(unit, sink, n, "%.*s", FL_ARG(tg_node_text(unit, in)));
	}
}

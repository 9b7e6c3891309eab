/* inverted-boolean: a "!" is lost, or true stands for false. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool is_null_test(const struct tg_node *n)
{
	const struct tg_node *p = tg_node_bare(n->first);
	return p && (p->type.cls == TG_T_POINTER || p->type.is_smart);
}

void tg_op_inverted_boolean(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool negation = n->kind == TG_N_UNARY && n->op == TG_O_NOT && n->first;
		struct fl_slice text = tg_node_text(unit, n);
		bool is_true = fl_slice_eqs(text, "true"), is_false = fl_slice_eqs(text, "false");
		if (negation && tg_place_ok(n) && !is_null_test(n))
			tg_put(unit, sink, n, n->start, n->first->start, "%s", "");
		else if ((is_true || is_false) && n->kind == TG_N_OTHER && tg_place_ok(n) &&
			 n->parent->kind != TG_N_VAR)
			tg_put_node(unit, sink, n, "%s", is_true ? "false" : "true");
	}
}

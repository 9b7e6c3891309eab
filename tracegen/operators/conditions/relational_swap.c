/* relational-swap: a comparison is turned round. */
#include "tracegen/operators/ops.h"

static const char *turned(enum tg_op_kind op)
{
	switch (op) {
	case TG_O_LT: return ">";
	case TG_O_GT: return "<";
	case TG_O_LE: return ">=";
	case TG_O_GE: return "<=";
	case TG_O_EQ: return "!=";
	case TG_O_NE: return "==";
	default: return NULL;
	}
}

void tg_op_relational_swap(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		const char *replacement = n->kind == TG_N_BINARY ? turned(n->op) : NULL;
		struct tg_edit edit = {.kind = TG_EXPRESSION, .at = n};
		if (replacement && tg_node_runs(n) &&
			tg_operator_range(unit, n, &edit.start, &edit.end))
			tg_yield_str(unit, sink, &edit, replacement);
	}
}

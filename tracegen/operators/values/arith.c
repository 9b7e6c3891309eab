/* arith: an arithmetic operator is taken for its opposite. Never on pointers. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static const char *opposite(enum tg_op_kind op)
{
	switch (op) {
	case TG_O_ADD: return "-";
	case TG_O_SUB: return "+";
	case TG_O_MUL: return "/";
	case TG_O_DIV: return "*";
	case TG_O_REM: return "/";
	case TG_O_ADD_SET: return "-=";
	case TG_O_SUB_SET: return "+=";
	case TG_O_MUL_SET: return "/=";
	case TG_O_DIV_SET: return "*=";
	case TG_O_REM_SET: return "/=";
	default: return NULL;
	}
}

void tg_op_arith(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		const char *replacement = n->kind == TG_N_BINARY ? opposite(n->op) : NULL;
		struct tg_edit edit = {.kind = TG_EXPRESSION, .at = n};
		if (replacement && tg_is_number(tg_node_child(n, TG_R_LHS)) &&
			tg_is_number(tg_node_child(n, TG_R_RHS)) && tg_node_runs(n) &&
			tg_operator_range(unit, n, &edit.start, &edit.end))
			tg_yield_str(unit, sink, &edit, replacement);
	}
}

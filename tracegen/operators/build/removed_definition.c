/* removed-definition: a function that is declared and called is nowhere defined. */
#include "tracegen/operators/ops.h"

static bool is_called(const struct tg_unit *u, const struct tg_node *function)
{
	for (const struct tg_node *n = u->root; n;) {
		if (n == function) {
			n = tg_node_skip(n, u->root);
			continue;
		}
		if ((n->kind == TG_N_REF || n->kind == TG_N_MEMBER) && n->decl == function->decl)
			return true;
		n = tg_node_after(n, u->root);
	}
	return false;
}

void tg_op_removed_definition(const struct tg_unit *unit, struct tg_sink *sink)
{
	const unsigned wanted = TG_F_DEFINITION | TG_F_REDECLARED;
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		if (n->kind != TG_N_FUNCTION || (n->flags & wanted) != wanted ||
			(n->flags & (TG_F_TEMPLATE | TG_F_CONSTEXPR)) || n->in_macro)
			continue;
		/* In a program of several files the caller may be in another one. */
		if (unit->program->sources.len == 1 && !is_called(unit, n))
			continue;
		struct tg_edit edit = {.kind = TG_DECLARATION,
			.start = n->start,
			.end = n->end,
			.symbol = n->name,
			.symbol_line = tg_line_of(unit, n->name_at)};
		tg_yield_str(unit, sink, &edit, "");
	}
}

/* index: an element's neighbour is taken: a[i] becomes a[i + 1]. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* Whether "+ 1" behind the expression would bind to a part of it only. */
static bool needs_parentheses(const struct tg_node *n)
{
	if (n->kind == TG_N_CONDITIONAL)
		return true;
	if (n->kind != TG_N_BINARY)
		return false;
	switch (n->op) {
	case TG_O_ADD:
	case TG_O_SUB:
	case TG_O_MUL:
	case TG_O_DIV:
	case TG_O_REM: return false;
	default: return true;
	}
}

/* The index of a[i], for arrays, pointers and what has an operator[] that takes a number. */
static const struct tg_node *index_of(const struct tg_node *n)
{
	if (n->kind == TG_N_INDEX)
		return tg_node_child(n, TG_R_RHS);
	if (n->kind != TG_N_CALL || !fl_slice_eqs(n->name, "operator[]"))
		return NULL;
	for (const struct tg_node *c = n->first; c; c = c->next) {
		if (c->role == TG_R_ARG && c->arg == 1)
			return c;
	}
	return NULL;
}

/* What a person writes for index + 1: 0 -> 1, n - 1 -> n, n + 1 -> n + 2, i -> i + 1. */
static struct fl_slice next_index(
	const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *index)
{
	struct fl_slice text = tg_node_text(u, index);
	int64_t value = tg_decimal(u, index);
	if (value >= 0)
		return fl_arena_printf(sink->arena, "%d", (int)value + 1);
	bool sum = index->kind == TG_N_BINARY && (index->op == TG_O_ADD || index->op == TG_O_SUB);
	value = sum ? tg_decimal(u, index->last) : -1;
	if (value == 1 && index->op == TG_O_SUB)
		return tg_node_text(u, index->first);
	if (value > 0)
		return fl_arena_printf(sink->arena, "%.*s%d",
			(int)(index->last->start - index->start), text.ptr,
			(int)value + (index->op == TG_O_ADD ? 1 : -1));
	if (needs_parentheses(index))
		return fl_arena_printf(sink->arena, "(%.*s) + 1", FL_ARG(text));
	return fl_arena_printf(sink->arena, "%.*s + 1", FL_ARG(text));
}

void tg_op_index(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		const struct tg_node *index = index_of(n);
		if (!index || index->in_macro || index->type.cls != TG_T_INT || !tg_node_runs(n))
			continue;
		struct tg_edit edit = {.kind = TG_EXPRESSION,
			.start = index->start,
			.end = index->end,
			.at = n,
			.symbol = n->first ? n->first->name : (struct fl_slice){0},
			.symbol_line = n->first ? n->first->decl_line : 0};
		tg_yield(unit, sink, &edit, next_index(unit, sink, index));
	}
}

/* index: an element's neighbour is taken: a[n - 1] becomes a[n]. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"
#include "tracegen/release.h"

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

/* A sum of the variable and 1 in the function: then its neighbours are of interest. Or NULL. */
static const struct tg_node *neighbour(const struct tg_unit *u, const struct tg_node *v)
{
	const struct tg_node *function = tg_node_function(v);
	for (const struct tg_node *n = function; n; n = tg_node_after(n, function))
		if (tg_is_sum(n) && n->first && n->first->kind == v->kind && !n->in_macro &&
			n->first->decl == v->decl && tg_decimal(u, n->last) == 1)
			return n;
	return NULL;
}

/* The variable and 1 as the function writes such a sum: `i + 1`, or `i+1`. */
static struct fl_slice plus_one(const struct tg_unit *u, const struct tg_node *v,
	const struct tg_node *sum, struct fl_arena *a)
{
	bool wide = u->text.ptr[sum->first->end] == ' ';
	return fl_arena_printf(a, wide ? "%.*s + 1" : "%.*s+1", FL_ARG(tg_node_text(u, v)));
}

/* Is the same element named within a line of n? Then n stands out when it is another one. */
static bool is_repeated(const struct tg_unit *u, const struct tg_node *n)
{
	const struct tg_node *function = tg_node_function(n);
	for (const struct tg_node *o = function; o; o = tg_node_after(o, function))
		if (o->kind == n->kind && o != n && tg_lines_apart(u, o->start, n->start) <= 1 &&
			tg_same_text(u, o, n))
			return true;
	return false;
}

/*
 * What a person writes for the index: 1 for 0, n for n - 1 and n + 1, n - 2 for n - 3, and i + 1
 * for i where the function has an i + 1 or i - 1 as well. Empty: nothing.
 */
static struct fl_slice next_index(
	const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *index)
{
	struct fl_slice text = tg_node_text(u, index);
	int64_t value = tg_decimal(u, index);
	if (value >= 0)
		return fl_arena_printf(sink->arena, "%d", (int)value + 1);
	value = tg_is_sum(index) ? tg_decimal(u, index->last) : -1;
	if (value == 1)
		return tg_node_text(u, index->first);
	if (value > 0)
		return fl_arena_printf(sink->arena, "%.*s%d",
			(int)(index->last->start - index->start), text.ptr,
			(int)value + (index->op == TG_O_ADD ? 1 : -1));
	bool plain = index->kind == TG_N_REF || index->kind == TG_N_MEMBER;
	const struct tg_node *sum = plain && index->decl ? neighbour(u, index) : NULL;
	return sum ? plus_one(u, index, sum, sink->arena) : fl_slice(NULL, 0);
}

void tg_op_index(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		const struct tg_node *index = index_of(n);
		if (!index || index->in_macro || index->type.cls != TG_T_INT || !tg_node_runs(n) ||
			is_repeated(unit, n))
			continue;
		struct tg_edit edit = {.kind = TG_EXPRESSION,
			.start = index->start,
			.end = index->end,
			.at = n,
			.symbol = n->first ? n->first->name : (struct fl_slice){0},
			.symbol_line = n->first ? n->first->decl_line : 0};
		struct fl_slice text = next_index(unit, sink, index);
		if (text.len)
			tg_yield(unit, sink, &edit, text);
	}
}

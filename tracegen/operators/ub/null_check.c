/*
 * null-check: the test of a pointer against null is gone: a guard that leaves (if (!p) return;), an
 * if around the use, or one operand of && or ||.
 */
#include "tracegen/cut.h"
#include "tracegen/operators/alone.h"
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/release.h"

/* A pointer whose test can go alone: not `(f = open(name)) == NULL`, which opens, too. */
static bool is_pointer(const struct tg_node *n)
{
	return n && (n->type.cls == TG_T_POINTER || n->type.is_smart) && tg_is_pure(n);
}

/* Null as it is written: 0, nullptr, NULL (a macro, so its node has no range of its own). */
static bool is_null(const struct tg_unit *u, const struct tg_node *n)
{
	struct fl_slice text = tg_node_text(u, n);
	return fl_slice_eqs(text, "NULL") || fl_slice_eqs(text, "nullptr") ||
	       fl_slice_eqs(text, "0");
}

/*
 * The pointer that the condition tests, or NULL. *ret_wants_null tells whether the condition holds
 * for the null pointer.
 */
static const struct tg_node *tested(
	const struct tg_unit *u, const struct tg_node *cond, bool *ret_wants_null)
{
	cond = tg_node_bare(cond);
	if (!cond)
		return NULL;
	*ret_wants_null = false;
	if (cond->kind == TG_N_UNARY && cond->op == TG_O_NOT) {
		*ret_wants_null = true;
		const struct tg_node *p = tg_node_bare(cond->first);
		return is_pointer(p) ? p : NULL;
	}
	if (cond->kind == TG_N_BINARY && (cond->op == TG_O_EQ || cond->op == TG_O_NE)) {
		*ret_wants_null = cond->op == TG_O_EQ;
		if (is_pointer(cond->first) && is_null(u, cond->last))
			return cond->first;
		return NULL;
	}
	bool value =
		cond->kind == TG_N_REF || cond->kind == TG_N_MEMBER || cond->kind == TG_N_INDEX;
	return value && is_pointer(cond) ? cond : NULL;
}

static void name_symbol(const struct tg_node *pointer, struct tg_edit *edit)
{
	edit->symbol = pointer->name;
	edit->symbol_line = pointer->decl_line;
}

/* Does the body name the pointer? Otherwise the test guards no use of it. */
static bool uses_pointer(
	const struct tg_unit *u, const struct tg_node *body, const struct tg_node *pointer)
{
	for (const struct tg_node *n = body; n; n = tg_node_after(n, body))
		if (n->kind == pointer->kind && fl_slice_eq(n->name, pointer->name) &&
			tg_same_text(u, n, pointer))
			return true;
	return false;
}

/* Does the body give the pointer its value? Without that nothing would. */
static bool sets_pointer(
	const struct tg_unit *u, const struct tg_node *body, const struct tg_node *pointer)
{
	for (const struct tg_node *n = body; n; n = tg_node_after(n, body)) {
		bool sets = n->kind == TG_N_BINARY && n->op == TG_O_SET;
		bool lends = n->kind == TG_N_UNARY && n->op == TG_O_ADDRESS;
		if ((sets || lends) && n->first && tg_same_text(u, n->first, pointer))
			return true;
	}
	return false;
}

/* if (!p) …;  and  if (p) …  without else; the first arm of a chain. */
static void at_if(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n)
{
	const struct tg_node *body = tg_node_child(n, TG_R_BODY);
	const struct tg_node *other = tg_node_child(n, TG_R_ELSE);
	bool wants_null;
	const struct tg_node *pointer = tested(u, tg_node_child(n, TG_R_COND), &wants_null);
	if (!pointer || !body || n->in_macro || !tg_node_runs(n))
		return;
	if (wants_null && !other && sets_pointer(u, body, pointer))
		return;
	const struct tg_node *kept = wants_null ? other : body;
	if (kept && (!uses_pointer(u, kept, pointer) || (n->next && tg_body_leaves(kept))))
		return; /* what is behind it would never run */
	struct tg_edit edit = {.kind = TG_STATEMENT, .at = n};
	name_symbol(pointer, &edit);
	if (wants_null && !other) {
		tg_yield_removal(u, sink, n, &edit);
	} else if (wants_null || !other) {
		struct fl_slice left = tg_unwrapped(u, kept, n->start, sink->arena);
		edit.start = n->start;
		edit.end = tg_statement_end(u, n);
		if (left.len && n->parent->kind == TG_N_COMPOUND)
			tg_yield(u, sink, &edit, left);
	}
}

/* p && …, … && p, !p || …, … || !p: that operand goes, with its operator. */
static void at_operand(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n)
{
	const struct tg_node *sides[2] = {n->first, n->last};
	if (n->in_macro || !n->first || n->first == n->last || !tg_node_runs(n))
		return;
	for (int i = 0; i < 2; i++) {
		bool wants_null;
		const struct tg_node *pointer = tested(u, sides[i], &wants_null);
		if (!pointer || wants_null != (n->op == TG_O_OR))
			continue;
		struct tg_part part = tg_part_alone(u, n, sides[1 - i]);
		struct tg_edit edit = {.kind = TG_EXPRESSION,
			.start = part.start,
			.end = part.end,
			.variant = i,
			.at = n};
		name_symbol(pointer, &edit);
		tg_yield(u, sink, &edit, part.text);
	}
}

void tg_op_null_check(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		if (n->kind == TG_N_IF)
			at_if(unit, sink, n);
		else if (n->kind == TG_N_BINARY && (n->op == TG_O_AND || n->op == TG_O_OR))
			at_operand(unit, sink, n);
	}
}

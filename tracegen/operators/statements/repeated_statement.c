/*
 * repeated-statement: what is to happen once happens twice: a statement was moved and its old copy
 * stayed, or a merge has left both.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"
#include "tracegen/release.h"

/* Whether doing it again changes more: x = 1 twice is x = 1. */
static bool adds_up(const struct tg_node *n)
{
	if (n->kind == TG_N_CALL)
		return !tg_only_prints(n);
	if (n->kind == TG_N_UNARY)
		return n->op == TG_O_INC || n->op == TG_O_DEC;
	if (n->kind != TG_N_BINARY || !n->first || n->first == n->last)
		return false;
	bool by = (n->op >= TG_O_ADD_SET && n->op <= TG_O_REM_SET) || n->op == TG_O_OTHER;
	if (by || n->op != TG_O_SET)
		return by;
	for (const struct tg_node *v = n->first; v; v = tg_node_after(v, n->first))
		if ((v->kind == TG_N_REF || v->kind == TG_N_MEMBER) && v->decl &&
			tg_node_mentions(n->last, v->decl))
			return true;
	return false;
}

/* Whether all that the statement names lives outside of the block that it is in. */
static bool lives_outside(const struct tg_node *s, const struct tg_node *block)
{
	for (const struct tg_node *v = block->parent; v; v = tg_node_after(v, block->parent))
		if (v->kind == TG_N_VAR && tg_node_mentions(s, v->decl))
			return false;
	return true;
}

/* The if around whose last statement n is, with lines that end in a brace of their own. */
static const struct tg_node *branch_of(const struct tg_unit *u, const struct tg_node *n)
{
	const struct tg_node *block = n->parent, *branch = block->parent;
	bool last = branch && branch->kind == TG_N_IF && block->last == n &&
		    !tg_node_child(branch, TG_R_ELSE) && branch->role != TG_R_ELSE;
	return last && branch->parent && branch->parent->kind == TG_N_COMPOUND &&
			       tg_has_lines(u, branch) && lives_outside(n, block)
		       ? branch
		       : NULL;
}

/* May the copy stand behind s, in the same block: is there more behind, and does s not leave? */
static bool is_behind(const struct tg_unit *u, const struct tg_node *s)
{
	bool plain = s && (tg_is_expression_statement(s) || s->kind == TG_N_IF || tg_is_loop(s));
	return plain && tg_has_lines(u, s) && !s->in_macro;
}

/*
 * Where a merge leaves the copy: behind the branch that n ends, behind the statements that follow
 * it or before the one that it follows; behind n itself, where everybody sees it, in a few places
 * that have no other.
 */
static void put_copy(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n,
	struct fl_slice text)
{
	enum { FEW = 4 };
	const struct tg_node *branch = branch_of(u, n), *next = n->next, *prev = n->prev;
	if (branch && tg_choice(u, n, 2))
		tg_put_behind(u, sink, branch, text);
	else if (is_behind(u, next))
		tg_put_behind(u, sink,
			is_behind(u, next->next) && tg_choice(u, n, 2) ? next->next : next, text);
	else if (prev && is_behind(u, prev) && tg_may_stand(n, prev))
		tg_put_before(u, sink, prev, text);
	else if (branch)
		tg_put_behind(u, sink, branch, text);
	else if (tg_choice(u, n, FEW) == 0)
		tg_put_behind(u, sink, n, text);
}

void tg_op_repeated_statement(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_release release;
		if (!tg_is_expression_statement(n) || !adds_up(n) || !tg_place_ok(n) ||
			!n->parent || n->parent->kind != TG_N_COMPOUND || !tg_has_lines(unit, n) ||
			tg_release_at(n, &release) || tg_closes(n) || tg_is_sync(unit, n))
			continue;
		struct fl_slice text =
			fl_slice(unit->text.ptr + n->start, tg_statement_end(unit, n) - n->start);
		if (fl_slice_chr(text, '\n') < 0)
			put_copy(unit, sink, n, text);
	}
}

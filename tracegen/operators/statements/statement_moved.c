/*
 * statement-moved: a statement stands on the wrong side of the end of a block: what comes last in a
 * loop or an if stands behind it, or what comes right behind it stands last in it.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"
#include "tracegen/release.h"

/* Whether s uses a variable that lives in the block, or in the head of its loop. */
static bool uses_inner(const struct tg_node *s, const struct tg_node *around)
{
	for (const struct tg_node *v = around; v; v = tg_node_after(v, around))
		if (v->kind == TG_N_VAR && tg_node_mentions(s, v->decl))
			return true;
	return false;
}

static bool may_move(const struct tg_unit *u, const struct tg_node *s)
{
	struct tg_release release; /* those are release-in-branch's */
	return s && tg_is_expression_statement(s) && !s->in_macro && tg_has_lines(u, s) &&
	       !tg_is_sync(u, s) && !tg_release_at(s, &release);
}

static void move_out(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *block,
	const struct tg_node *s, size_t brace)
{
	struct fl_slice lines = tg_lines_of(u, s);
	size_t start = tg_line_begin(u, s->start), rest = start + lines.len;
	size_t end = tg_line_end(u, brace) + 1;
	if (end > u->text.len)
		return;
	struct fl_slice moved = tg_reindent(
		lines, tg_line_indent(u, s->start), tg_line_indent(u, brace), sink->arena);
	tg_put(u, sink, block->parent, start, end, "%.*s%.*s", (int)(end - rest),
		u->text.ptr + rest, FL_ARG(moved));
}

void tg_op_statement_moved(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *block = tg_node_child(n, TG_R_BODY);
		bool holds = (tg_is_loop(n) && n->kind != TG_N_DO) ||
			     (n->kind == TG_N_IF && !tg_node_child(n, TG_R_ELSE));
		if (!holds || !block || block->kind != TG_N_COMPOUND || !tg_place_ok(n) ||
			block->first == block->last || !n->parent ||
			n->parent->kind != TG_N_COMPOUND)
			continue;
		size_t brace = block->end - 1;
		size_t begin = tg_line_begin(unit, brace);
		size_t eol = tg_line_end(unit, brace);
		if (fl_slice_trim(fl_slice(unit->text.ptr + begin, eol - begin)).len != 1)
			continue;
		if (may_move(unit, block->last) && !uses_inner(block->last, n))
			move_out(unit, sink, block, block->last, brace);
		bool next_line =
			n->next && tg_line_of(unit, n->next->start) == tg_line_of(unit, brace) + 1;
		if (next_line && may_move(unit, n->next))
			tg_put_moved_in(unit, sink, block, n->next);
	}
}

/*
 * statement-moved: a statement stands on the wrong side of the end of a block: what comes last in a
 * loop or an if stands behind it, or what comes right behind it stands last in it.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"

/* Whether the statement has its lines for itself. */
static bool has_lines(const struct tg_unit *u, const struct tg_node *s)
{
	size_t begin = tg_line_begin(u, s->start), end = tg_statement_end(u, s);
	struct fl_slice before = fl_slice(u->text.ptr + begin, s->start - begin);
	struct fl_slice behind = fl_slice(u->text.ptr + end, tg_line_end(u, end) - end);
	return fl_slice_trim(before).len == 0 && fl_slice_trim(behind).len == 0;
}

/* The lines [*ret_start, return) of a statement that has lines of its own. */
static struct fl_slice lines_of(const struct tg_unit *u, const struct tg_node *s)
{
	size_t start = tg_line_begin(u, s->start), end = tg_line_end(u, tg_statement_end(u, s));
	return fl_slice(u->text.ptr + start, end - start + (end < u->text.len));
}

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
	return s && tg_is_expression_statement(s) && !s->in_macro && has_lines(u, s) &&
	       !tg_is_sync(u, s);
}

static void move_out(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *block,
	const struct tg_node *s, size_t brace)
{
	struct fl_slice lines = lines_of(u, s);
	size_t start = tg_line_begin(u, s->start), rest = start + lines.len;
	size_t end = tg_line_end(u, brace) + 1;
	if (end > u->text.len)
		return;
	struct fl_slice moved = tg_reindent(
		lines, tg_line_indent(u, s->start), tg_line_indent(u, brace), sink->arena);
	tg_put(u, sink, block->parent, start, end, "%.*s%.*s", (int)(end - rest),
		u->text.ptr + rest, FL_ARG(moved));
}

static void move_in(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *block,
	const struct tg_node *s, size_t brace)
{
	struct fl_slice lines = lines_of(u, s);
	size_t start = tg_line_begin(u, brace), from = tg_line_begin(u, s->start);
	struct fl_slice moved = tg_reindent(lines, tg_line_indent(u, s->start),
		tg_line_indent(u, block->last->start), sink->arena);
	struct fl_slice between = fl_slice(u->text.ptr + start, from - start);
	/* A blank line between the two stays behind the block only when something follows there. */
	tg_put(u, sink, s, start, from + lines.len, "%.*s%.*s", FL_ARG(moved), FL_ARG(between));
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
			move_in(unit, sink, block, n->next, brace);
	}
}

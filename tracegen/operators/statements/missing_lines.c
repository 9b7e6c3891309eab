/*
 * missing-lines: two to four statements in a row are left out: plain ones and short ifs, and never
 * most of what a function does.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"
#include "tracegen/release.h"
#include "tracegen/uses.h"

enum { LINES_MAX = 4, BLOCK_LINES = 3, TEXT_LINES = 6 };

/* What may go with its neighbours: not a declaration that others use, not what leaves. */
static bool may_go(const struct tg_unit *u, const struct tg_node *n)
{
	return n && !n->in_macro && !tg_is_sync(u, n) && !tg_holds_release(n) &&
	       !tg_gives_first_value(u, n) &&
	       (tg_is_expression_statement(n) ||
		       (n->kind == TG_N_IF && tg_is_small_part(u, n, n, BLOCK_LINES)));
}

void tg_op_missing_lines(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if (!n->parent || n->parent->kind != TG_N_COMPOUND || !may_go(unit, n) ||
			!tg_place_ok(n) || (n->prev && may_go(unit, n->prev)))
			continue;
		unsigned want = 2 + tg_choice(unit, n, LINES_MAX - 1), count = 1;
		const struct tg_node *last = n;
		for (; count < want && may_go(unit, last->next); count++)
			last = last->next;
		bool all = n == n->parent->first && last == n->parent->last;
		if (count >= 2 && !all && tg_is_small_part(unit, n, last, TEXT_LINES))
			tg_put_cut(unit, sink, n, n->start, tg_statement_end(unit, last));
	}
}

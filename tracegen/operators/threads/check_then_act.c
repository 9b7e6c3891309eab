/*
 * check-then-act: what is tested may have changed by the time it is acted on, for the test is made
 * before the lock is taken.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/parts.h"
#include "tracegen/operators/sync.h"

static bool may_come_first(
	const struct tg_unit *u, const struct tg_node *test, const struct tg_lock *lock)
{
	const struct tg_node *cond =
		test && test->kind == TG_N_IF ? tg_node_child(test, TG_R_COND) : NULL;
	return cond && !tg_node_child(test, TG_R_ELSE) && tg_node_child(test, TG_R_BODY) &&
	       !test->in_macro && tg_touches_shared(cond) &&
	       !(lock->guard && tg_node_mentions(test, lock->guard->decl)) &&
	       tg_text_solid(u->text, tg_statement_end(u, lock->statement)) == test->start;
}

/* lock; if (empty) { unlock; return; }: the test, without what it gives back, and then the lock. */
static void leave_first(const struct tg_unit *u, struct tg_sink *sink, const struct tg_lock *lock,
	const struct tg_node *test)
{
	size_t lock_end = tg_statement_end(u, lock->statement), start = test->start;
	size_t end = tg_statement_end(u, test), at = start;
	struct fl_buf text;
	fl_buf_init(&text, FL_TEXT_MAX);
	for (const struct tg_node *n = test; n; n = tg_node_after(n, test)) {
		struct tg_lock unlock;
		struct tg_part part;
		if (!tg_unlock_at(u, n, &unlock) || !tg_part_without(u, n, &part) ||
			part.start < at || part.end > end)
			continue;
		fl_buf_slice(&text, fl_slice(u->text.ptr + at, part.start - at));
		at = part.end;
	}
	fl_buf_slice(&text, fl_slice(u->text.ptr + at, end - at));
	tg_put(u, sink, lock->statement, lock->statement->start, end, "%.*s%.*s%.*s",
		FL_ARG(fl_buf_view(&text)), (int)(start - lock_end), u->text.ptr + lock_end,
		(int)(lock_end - lock->statement->start), u->text.ptr + lock->statement->start);
	if (text.failed)
		sink->arena->failed = text.failed;
	fl_buf_release(&text);
}

/* The line of a statement, or nothing, at another indentation. */
static struct fl_slice line_of(const struct tg_unit *u, struct tg_sink *sink,
	const struct tg_node *s, struct fl_slice indent)
{
	if (!s)
		return fl_slice(NULL, 0);
	return fl_arena_printf(sink->arena, "%.*s%.*s\n", FL_ARG(indent),
		(int)(tg_statement_end(u, s) - s->start), u->text.ptr + s->start);
}

/* lock; if (c) { act } unlock: the lock is taken inside of the if. */
static void act_inside(const struct tg_unit *u, struct tg_sink *sink, const struct tg_lock *lock,
	const struct tg_node *test)
{
	const struct tg_node *body = tg_node_child(test, TG_R_BODY), *unlock = test->next;
	struct tg_lock l;
	bool closed = lock->guard ? unlock == NULL : unlock && tg_unlock_at(u, unlock, &l);
	if (!closed || body->kind != TG_N_COMPOUND || !body->first)
		return;
	size_t open = body->start + 1, close = body->end - 1;
	size_t first = tg_line_end(u, open) + 1, last = tg_line_begin(u, close);
	size_t end = lock->guard ? test->end : tg_statement_end(u, unlock);
	struct fl_slice inner = tg_line_indent(u, body->first->start);
	if (first > last || tg_line_begin(u, body->first->start) < first)
		return;
	struct fl_slice taken = line_of(u, sink, lock->statement, inner);
	struct fl_slice given = line_of(u, sink, lock->guard ? NULL : unlock, inner);
	tg_put(u, sink, lock->statement, lock->statement->start, end, "%.*s%.*s%.*s%.*s%.*s",
		(int)(first - test->start), u->text.ptr + test->start, FL_ARG(taken),
		(int)(last - first), u->text.ptr + first, FL_ARG(given), (int)(body->end - last),
		u->text.ptr + last);
}

void tg_op_check_then_act(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_lock lock;
		if (!tg_lock_at(unit, n, &lock) || !may_come_first(unit, n->next, &lock))
			continue;
		if (tg_body_leaves(tg_node_child(n->next, TG_R_BODY)))
			leave_first(unit, sink, &lock, n->next);
		else
			act_inside(unit, sink, &lock, n->next);
	}
}

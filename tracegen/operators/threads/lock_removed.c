/* lock-removed: what threads share is used without the lock: neither taken nor given back. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/parts.h"
#include "tracegen/operators/sync.h"

/* Is there a wait between them? It needs the lock: nobody who writes it forgets that. */
static bool holds_wait(const struct tg_lock *from, const struct tg_lock *to)
{
	const struct tg_node *function = tg_node_function(from->statement);
	for (const struct tg_node *n = function; n; n = tg_node_after(n, function))
		if (n->start > from->statement->start && n->start < to->statement->start &&
			tg_node_is_statement(n) && tg_wait_at(n))
			return true;
	return false;
}

/* A call and all that give back what it takes. */
static void without_calls(const struct tg_unit *u, struct tg_sink *sink, const struct tg_lock *lock)
{
	struct tg_lock unlocks[TG_PARTS_MAX - 1];
	struct tg_part parts[TG_PARTS_MAX];
	const struct tg_node *last;
	size_t n = tg_unlocks_of(u, lock, unlocks, TG_PARTS_MAX - 1, &last);
	bool ok = n > 0 && !holds_wait(lock, &unlocks[n - 1]) &&
		  tg_part_without(u, lock->statement, &parts[0]);
	for (size_t i = 0; ok && i < n; i++)
		ok = tg_part_without(u, unlocks[i].statement, &parts[i + 1]);
	if (ok)
		tg_put_parts(u, sink, lock->statement, parts, n + 1);
}

void tg_op_lock_removed(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_lock lock;
		if (!tg_lock_at(unit, n, &lock))
			continue;
		const struct tg_node *function = tg_node_function(n);
		if (!lock.guard)
			without_calls(unit, sink, &lock);
		else if (function && !tg_node_mentions(function, lock.guard->decl))
			tg_put_removal(unit, sink, n);
	}
}

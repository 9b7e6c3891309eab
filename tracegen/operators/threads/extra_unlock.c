/*
 * extra-unlock: a lock is given back twice: before the last step of its critical section as well as
 * behind it, or at the end of a branch that goes on to where it is given back.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"

/* A step that somebody could take for the first one outside: a plain one of what is shared. */
static bool may_follow(const struct tg_unit *u, const struct tg_node *s, const struct tg_node *lock)
{
	return s && s != lock && s->prev && s->prev != lock && tg_is_expression_statement(s) &&
	       !s->in_macro && !tg_is_sync(u, s) && tg_touches_shared(s) && tg_has_lines(u, s);
}

/*
 * The block of an if without else between the two that goes on behind it, or NULL. Not one right
 * above: nobody misses the other one there.
 */
static const struct tg_node *branch_between(
	const struct tg_unit *u, const struct tg_node *lock, const struct tg_node *unlock)
{
	enum { NEAR = 5 };
	unsigned line = tg_line_of(u, unlock->start);
	for (const struct tg_node *s = lock->next; s && s != unlock; s = s->next) {
		const struct tg_node *body = tg_node_child(s, TG_R_BODY);
		if (s->kind == TG_N_IF && !s->in_macro && !tg_node_child(s, TG_R_ELSE) && body &&
			body->kind == TG_N_COMPOUND && body->last && !tg_body_leaves(body) &&
			!tg_is_sync(u, body->last) && tg_line_of(u, body->end) + NEAR <= line)
			return body;
	}
	return NULL;
}

void tg_op_extra_unlock(const struct tg_unit *unit, struct tg_sink *sink)
{
	enum { UNLOCKS = 8 };
	TG_EACH(n, unit)
	{
		struct tg_lock lock, unlocks[UNLOCKS];
		const struct tg_node *last;
		if (!tg_lock_at(unit, n, &lock) || lock.guard ||
			!tg_unlocks_of(unit, &lock, unlocks, UNLOCKS, &last) || !last)
			continue;
		size_t end = tg_statement_end(unit, last);
		struct fl_slice text = fl_slice(unit->text.ptr + last->start, end - last->start);
		const struct tg_node *branch = branch_between(unit, n, last);
		if (may_follow(unit, last->prev, n))
			tg_put_before(unit, sink, last->prev, text);
		if (branch)
			tg_put_last(unit, sink, branch, text);
	}
}

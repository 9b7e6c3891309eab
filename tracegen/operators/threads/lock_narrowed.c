/* lock-narrowed: the first or the last statement of a critical section stands outside of it. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/parts.h"
#include "tracegen/operators/sync.h"

/* What may stand outside: it touches what is shared, and others do not need it to stay. */
static bool may_leave(const struct tg_unit *u, const struct tg_node *s)
{
	bool kind = tg_is_expression_statement(s) || s->kind == TG_N_DECL_STMT;
	return kind && !s->in_macro && !tg_is_sync(u, s) && tg_touches_shared(s);
}

/* By its text: in a template a name refers to nothing yet. */
static bool uses_guard(const struct tg_unit *u, const struct tg_node *s, const struct tg_lock *l)
{
	struct fl_slice text = tg_node_text(u, s);
	for (size_t at = 0; l->guard && at < text.len; at = tg_text_token(text, at)) {
		size_t end = tg_text_token(text, at);
		if (fl_slice_eq(fl_slice(text.ptr + at, end - at), l->guard->name))
			return true;
	}
	return false;
}

void tg_op_lock_narrowed(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_lock lock;
		const struct tg_node *s = n->next, *before = n->prev;
		/* One statement alone would leave nothing: that is lock-removed's. */
		if (tg_lock_at(unit, n, &lock) && s && s->next && may_leave(unit, s) &&
			!uses_guard(unit, s, &lock) && !tg_unlock_at(unit, s->next, &lock))
			tg_put_exchanged(unit, sink, n, s);
		if (tg_unlock_at(unit, n, &lock) && before && before->prev &&
			tg_is_expression_statement(before) && may_leave(unit, before) &&
			!tg_lock_at(unit, before->prev, &lock))
			tg_put_exchanged(unit, sink, before, n);
	}
}

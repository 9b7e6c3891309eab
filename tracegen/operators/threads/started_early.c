/* started-early: a thread runs before what it uses is ready. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/parts.h"
#include "tracegen/operators/sync.h"

static bool only_prints(const struct tg_node *s)
{
	return s->kind == TG_N_CALL &&
	       (fl_slice_find(s->name, "print") >= 0 || fl_slice_find(s->name, "puts") >= 0 ||
		       fl_slice_eqs(s->name, "operator<<"));
}

void tg_op_started_early(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(s, unit)
	{
		const struct tg_node *start = s->next;
		bool sets = tg_is_expression_statement(s) && tg_place_ok(s) &&
			    !tg_is_sync(unit, s) && !only_prints(s) && tg_touches_shared(s);
		if (!sets || !start || !s->parent || s->parent->kind != TG_N_COMPOUND ||
			start->kind == TG_N_DECL_STMT || start->kind == TG_N_RETURN ||
			!tg_starts_thread(start))
			continue;
		tg_put_exchanged(unit, sink, s, start);
	}
}

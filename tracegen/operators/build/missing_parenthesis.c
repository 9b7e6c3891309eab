/*
 * missing-parenthesis: the parenthesis that closes a call or a condition is missing, mostly where
 * the call goes over several lines.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

enum { EASY_ONE_IN = 3 };

void tg_op_missing_parenthesis(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool call = n->kind == TG_N_CALL && tg_node_function(n) && !n->in_macro &&
			    n->end > n->start + 1 && unit->text.ptr[n->end - 1] == ')';
		/* Where brackets meet, one gets lost. */
		bool nested = call && n->end < unit->text.len && unit->text.ptr[n->end] == ')';
		bool last = call && tg_node_is_statement(n) && unit->text.ptr[n->end - 2] == ')';
		bool lines = call && tg_line_of(unit, n->start) != tg_line_of(unit, n->end - 1);
		if ((nested || last) && (lines || tg_draw(unit, n, EASY_ONE_IN) == 0))
			tg_put(unit, sink, n, n->end - 1, n->end, "%s", "");
	}
}

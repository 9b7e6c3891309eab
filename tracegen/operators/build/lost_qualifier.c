/* lost-qualifier: std:: is missing before a name. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_lost_qualifier(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (unit->program->language != TG_CXX ||
		fl_slice_find(unit->text, "using namespace std") >= 0)
		return;
	size_t seen = 0;
	TG_EACH(n, unit)
	{
		/* Declarations of types of the library: a call may be found by its arguments. */
		bool declared =
			n->kind == TG_N_VAR || n->kind == TG_N_PARAM || n->kind == TG_N_FIELD;
		struct fl_slice text =
			declared && !n->in_macro ? tg_node_text(unit, n) : (struct fl_slice){0};
		ptrdiff_t at = fl_slice_find(text, "std::");
		if (at >= 0 && n->start + (size_t)at < n->name_at && n->start >= seen) {
			tg_put(unit, sink, n, n->start + (size_t)at, n->start + (size_t)at + 5,
				"%s", "");
			seen = n->end;
		}
	}
}

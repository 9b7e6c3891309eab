/*
 * inline-slip: static inline lost its static, or static became inline where the file knows inline:
 * C then has no definition to link.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_inline_slip(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (unit->program->language != TG_C)
		return;
	bool knows = fl_slice_find(unit->text, "inline ") >= 0;
	TG_EACH(f, unit)
	{
		struct fl_slice text = tg_node_text(unit, f);
		if (f->kind != TG_N_FUNCTION || !(f->flags & TG_F_DEFINITION) || f->in_macro ||
			(f->flags & TG_F_REDECLARED) || fl_slice_eqs(f->name, "main"))
			continue;
		if (fl_slice_starts(text, "static inline "))
			tg_put(unit, sink, f, f->start, f->start + strlen("static "), "%s", "");
		else if (knows && fl_slice_starts(text, "static ") && f->end - f->start < 240)
			tg_put(unit, sink, f, f->start, f->start + strlen("static"), "inline");
	}
}

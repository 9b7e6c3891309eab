/* unsigned-countdown: the counter of a loop down to zero is unsigned, so that it never is below. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* i >= 0, or i > -1. */
static bool ends_at_zero(const struct tg_unit *u, const struct tg_node *cond)
{
	cond = tg_node_bare(cond);
	return cond && cond->kind == TG_N_BINARY && cond->op == TG_O_GE &&
	       tg_decimal(u, cond->last) == 0;
}

void tg_op_unsigned_countdown(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *init =
			n->kind == TG_N_FOR ? tg_node_child(n, TG_R_INIT) : NULL;
		if (!init || init->kind != TG_N_DECL_STMT || init->in_macro || !tg_place_ok(n) ||
			!ends_at_zero(unit, tg_node_child(n, TG_R_COND)))
			continue;
		struct fl_slice text = tg_node_text(unit, init);
		bool is_size = fl_slice_find(unit->text, "size_t ") >= 0;
		static const char *const types[] = {"int ", "long ", "ptrdiff_t ", "ssize_t "};
		for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
			if (fl_slice_starts(text, types[i]))
				tg_put(unit, sink, n, init->start, init->start + strlen(types[i]),
					"%s", is_size ? "size_t " : "unsigned ");
	}
}

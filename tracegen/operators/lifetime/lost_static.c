/* lost-static: an array that is returned is no longer static. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool is_returned(const struct tg_node *v)
{
	const struct tg_node *function = tg_node_function(v);
	for (const struct tg_node *n = function; n; n = tg_node_after(n, function))
		if (n->kind == TG_N_RETURN && tg_node_mentions(n, v->decl))
			return true;
	return false;
}

void tg_op_lost_static(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(v, unit)
	{
		const struct tg_node *s = v->parent;
		struct fl_slice text = s ? tg_node_text(unit, s) : (struct fl_slice){0};
		if (v->kind == TG_N_VAR && (v->flags & TG_F_STATIC) && s &&
			v->type.cls == TG_T_ARRAY && s->kind == TG_N_DECL_STMT && !s->in_macro &&
			tg_node_function(v) && fl_slice_starts(text, "static ") &&
			!fl_slice_starts(text, "static const") && is_returned(v))
			tg_put(unit, sink, v, s->start, s->start + strlen("static "), "%s", "");
	}
}

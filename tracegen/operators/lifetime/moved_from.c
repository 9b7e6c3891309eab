/* moved-from: a local object is moved although it is used afterwards. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool is_used_later(const struct tg_node *use, const struct tg_node *function)
{
	const struct tg_node *s = tg_node_statement(use), *n = s ? tg_node_skip(s, function) : NULL;
	for (; n; n = tg_node_after(n, function))
		if (n->kind == TG_N_REF && n->decl == use->decl)
			return true;
	return false;
}

/* The argument that n is, through the copy that nobody wrote. */
static const struct tg_node *argument_of(const struct tg_node *n)
{
	while (n->parent && n->parent->kind == TG_N_CALL && n->parent->start == n->start &&
		n->parent->end == n->end)
		n = n->parent;
	return n->role == TG_R_ARG && n->param && !n->param->is_ref ? n : NULL;
}

void tg_op_moved_from(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (unit->program->language != TG_CXX || fl_slice_find(unit->text, "std::move(") < 0)
		return;
	TG_EACH(n, unit)
	{
		bool object = n->kind == TG_N_REF && n->type.cls == TG_T_RECORD &&
			      !n->type.is_const && tg_place_ok(n);
		const struct tg_node *function = object ? tg_node_function(n) : NULL;
		const struct tg_node *argument = function ? argument_of(n) : NULL;
		if (argument && !argument->parent->in_macro &&
			!fl_slice_starts(argument->parent->name, "operator") &&
			is_used_later(n, function))
			tg_put_node(
				unit, sink, n, "std::move(%.*s)", FL_ARG(tg_node_text(unit, n)));
	}
}

/* drifted-definition: a function is defined by another name than it is declared and called by. */
#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"

static bool is_used(const struct tg_unit *u, const struct tg_node *f)
{
	TG_EACH(n, u)
	{
		if (n->kind == TG_N_CALL && n->decl == f->decl && tg_node_function(n) &&
			tg_node_function(n) != f)
			return true;
	}
	return u->program->sources.len > 1;
}

void tg_op_drifted_definition(const struct tg_unit *unit, struct tg_sink *sink)
{
	const unsigned wanted = TG_F_DEFINITION | TG_F_REDECLARED;
	TG_EACH(f, unit)
	{
		if (f->kind != TG_N_FUNCTION || (f->flags & wanted) != wanted || f->in_macro ||
			(f->flags & (TG_F_TEMPLATE | TG_F_CONSTEXPR | TG_F_STATIC)) ||
			f->parent != unit->root || f->name.len < 4 || !is_used(unit, f) ||
			fl_slice_starts(f->name, "operator") ||
			unit->text.ptr[f->name_at - 1] == ':')
			continue;
		struct fl_slice name = tg_drifted_name(f->name, sink->arena);
		tg_put(unit, sink, f, f->name_at, f->name_at + f->name.len, "%.*s", FL_ARG(name));
	}
}

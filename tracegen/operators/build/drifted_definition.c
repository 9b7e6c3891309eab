/* drifted-definition: a function is defined by another name than it is declared and called by. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* A word of the name changes, as when only one of two places was renamed. */
static struct fl_slice drifted(struct fl_slice name, struct fl_arena *a)
{
	static const struct {
		const char *from, *to;
	} words[] = {{"get", "fetch"}, {"init", "create"}, {"create", "make"}, {"free", "destroy"},
		{"destroy", "free"}, {"add", "insert"}, {"insert", "add"}, {"remove", "delete"},
		{"find", "lookup"}, {"print", "show"}, {"size", "length"}, {"len", "size"},
		{"push", "append"}, {"new", "create"}, {"count", "num"}, {"parse", "read"},
		{"read", "load"}, {"write", "store"}};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		ptrdiff_t at = fl_slice_find(name, words[i].from);
		size_t len = strlen(words[i].from);
		if (at < 0)
			continue;
		struct fl_slice rest = fl_slice_skip(name, (size_t)at + len);
		return fl_arena_printf(
			a, "%.*s%s%.*s", (int)at, name.ptr, words[i].to, FL_ARG(rest));
	}
	return fl_slice_ends(name, "s") ? fl_slice_head(name, name.len - 1)
					: fl_arena_printf(a, "%.*ss", FL_ARG(name));
}

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
			fl_slice_starts(f->name, "operator"))
			continue;
		struct fl_slice name = drifted(f->name, sink->arena);
		tg_put(unit, sink, f, f->name_at, f->name_at + f->name.len, "%.*s", FL_ARG(name));
	}
}

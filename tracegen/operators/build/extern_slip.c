/*
 * extern-slip: a variable of the file is only declared: extern as in a header, no definition. Whose
 * program has one source, or who says that a variable is the file's own, does not think of others.
 */
#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool is_only_source(const struct tg_unit *u)
{
	for (size_t i = 0; i < tg_unit_count(u); i++) {
		const struct tg_unit *other = tg_unit_at(u, i);
		if (!tg_is_header(other) && !fl_slice_eq(other->file, u->file))
			return false;
	}
	return true;
}

static bool is_used(const struct tg_unit *u, const struct tg_node *v)
{
	TG_EACH(n, u)
	{
		if (n->kind == TG_N_REF && n->decl == v->decl && tg_node_function(n))
			return true;
	}
	return false;
}

void tg_op_extern_slip(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (is_only_source(unit))
		return;
	for (const struct tg_node *v = unit->root->first; v; v = v->next) {
		struct fl_slice text = tg_node_text(unit, v);
		bool constant = v->type.is_const || (v->flags & TG_F_CONSTEXPR) ||
				v->type.cls == TG_T_RECORD;
		bool array = v->type.cls == TG_T_ARRAY;
		bool own = fl_slice_starts(text, "static");
		if (v->kind != TG_N_VAR || v->in_macro || constant || array || own ||
			fl_slice_starts(text, "extern") || fl_slice_find(text, "::") >= 0 ||
			!is_used(unit, v))
			continue;
		/* Without its initialiser: extern int count; */
		struct fl_slice kept = text;
		ptrdiff_t set = fl_slice_chr(kept, '=');
		if (set > 0)
			kept = fl_slice_trim(fl_slice_head(kept, (size_t)set));
		tg_put(unit, sink, v, v->start, v->end, "extern %.*s", FL_ARG(kept));
	}
}

/*
 * stale-definition: a function was renamed in its header and wherever it is called, but not where
 * it is defined.
 */
#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"

/* The declaration, all uses in all files, and nothing of the definition. */
static void rename_all(const struct tg_unit *header, struct tg_sink *sink, const struct tg_node *f)
{
	struct tg_file_part parts[TG_PARTS_MAX];
	struct fl_slice name = tg_drifted_name(f->name, sink->arena);
	size_t count = 1;
	parts[0] = tg_renamed(header, f, f->name, name);
	count = tg_add_uses(header, f, name, parts, count, TG_PARTS_MAX);
	size_t own = count;
	for (size_t i = 0; i < tg_unit_count(header) && count <= TG_PARTS_MAX; i++) {
		const struct tg_unit *u = tg_unit_at(header, i);
		if (!fl_slice_eq(u->file, header->file) && tg_is_first_unit(u))
			count = tg_add_uses(u, f, name, parts, count, TG_PARTS_MAX);
	}
	if (own < count && count <= TG_PARTS_MAX)
		tg_put_file_parts(header, sink, parts, count);
}

void tg_op_stale_definition(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (!tg_all_mutable(unit) || !tg_is_header(unit) || !tg_is_first_unit(unit))
		return;
	for (const struct tg_node *f = unit->root->first; f; f = f->next)
		if (f->kind == TG_N_FUNCTION && !(f->flags & (TG_F_DEFINITION | TG_F_STATIC)) &&
			tg_may_rename(unit, f))
			rename_all(unit, sink, f);
}

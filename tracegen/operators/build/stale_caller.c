/* stale-caller: a function was renamed in its header and where it is defined; callers were not. */
#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"

static bool is_called_elsewhere(const struct tg_unit *unit, const struct tg_node *f)
{
	for (size_t i = 0; i < tg_unit_count(unit); i++) {
		const struct tg_unit *u = tg_unit_at(unit, i);
		if (tg_is_header(u) || fl_slice_eq(u->file, unit->file))
			continue;
		TG_EACH(n, u)
		{
			if (n->kind == TG_N_CALL && n->decl == f->decl && !n->in_macro)
				return true;
		}
	}
	return false;
}

void tg_op_stale_caller(const struct tg_unit *unit, struct tg_sink *sink)
{
	const unsigned wanted = TG_F_DEFINITION | TG_F_REDECLARED;
	if (!tg_all_mutable(unit))
		return;
	TG_EACH(f, unit)
	{
		const struct tg_unit *header = NULL;
		struct tg_file_part parts[TG_PARTS_MAX];
		if (f->kind != TG_N_FUNCTION || (f->flags & wanted) != wanted ||
			tg_is_header(unit) || !tg_may_rename(unit, f) ||
			!is_called_elsewhere(unit, f))
			continue;
		const struct tg_node *decl = tg_header_declaration(unit, f, &header);
		if (!decl)
			continue;
		struct fl_slice name = tg_drifted_name(f->name, sink->arena);
		/* Uses before it in the file come first: the parts are put in order of place. */
		size_t count = tg_add_uses(unit, f, name, parts, 0, TG_PARTS_MAX - 2);
		if (count > TG_PARTS_MAX - 2)
			continue;
		size_t at = count;
		while (at > 0 && parts[at - 1].part.start > f->name_at) {
			parts[at] = parts[at - 1];
			at--;
		}
		parts[at] = (struct tg_file_part){.unit = unit,
			.part = {f->name_at, f->name_at + f->name.len, name},
			.at = f};
		parts[++count] = (struct tg_file_part){.unit = header,
			.part = {decl->name_at, decl->name_at + f->name.len, name},
			.at = decl};
		tg_put_file_parts(unit, sink, parts, count + 1);
	}
}

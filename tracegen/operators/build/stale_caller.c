/* stale-caller: a function was renamed in its header and where it is defined; callers were not. */
#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"

void tg_op_stale_caller(const struct tg_unit *unit, struct tg_sink *sink)
{
	if (!tg_all_mutable(unit))
		return;
	TG_EACH(f, unit)
	{
		const struct tg_unit *header = NULL;
		struct tg_file_part parts[TG_PARTS_MAX];
		const struct tg_node *decl = tg_header_declaration(unit, f, &header);
		if (!decl || !tg_may_rename(unit, f) || !tg_is_called_in(unit, f, unit))
			continue;
		struct fl_slice name = tg_drifted_name(f->name, sink->arena);
		size_t count = tg_add_uses(unit, f, name, parts, 0, TG_PARTS_MAX - 2);
		if (count > TG_PARTS_MAX - 2)
			continue;
		parts[count++] = tg_renamed(unit, f, f->name, name);
		tg_sort_parts(parts, count);
		parts[count++] = tg_renamed(header, decl, f->name, name);
		tg_put_file_parts(unit, sink, parts, count);
	}
}

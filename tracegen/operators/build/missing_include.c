/* missing-include: an #include is gone whose header declares something that the file uses. */
#include "tracegen/cut.h"
#include "tracegen/operators/ops.h"

void tg_op_missing_include(const struct tg_unit *unit, struct tg_sink *sink)
{
	const struct tg_include *includes = unit->includes.items;
	for (size_t i = 0; i < unit->includes.len; i++) {
		if (!includes[i].used)
			continue;
		struct tg_edit edit = {.kind = TG_DECLARATION,
			.start = includes[i].start,
			.end = includes[i].end,
			.symbol = includes[i].name};
		tg_cut_widen(unit, &edit.start, &edit.end);
		tg_yield_str(unit, sink, &edit, "");
	}
}

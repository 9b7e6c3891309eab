/* free-removed: what releases memory is gone. */
#include "tracegen/operators/ops.h"
#include "tracegen/release.h"

void tg_op_free_removed(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		struct tg_release release;
		if (!tg_release_at(n, &release))
			continue;
		struct tg_edit edit = {0};
		if (release.root) {
			edit.symbol = release.root->name;
			edit.symbol_line = release.root->decl_line;
		}
		tg_yield_removal(unit, sink, n, &edit);
	}
}

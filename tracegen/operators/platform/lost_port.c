/* lost-port: a machine is not among those that the file has a branch for: it does not build. */
#include "tracegen/operators/branches.h"
#include "tracegen/operators/ops.h"

void tg_op_lost_port(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct tg_branches g;
	for (size_t pos = 0; tg_branches_next(unit, &pos, &g);) {
		const struct tg_branch *last = &g.at[g.count - 1];
		if (!last->gives_up || !last->is_else)
			continue;
		/* The first has the #if of the others. */
		for (size_t i = 1; i + 1 < g.count; i++)
			tg_put_lines(unit, sink, g.at[i].start, g.at[i].end, 0, FL_S(""));
	}
}

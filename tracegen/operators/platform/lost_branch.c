/* lost-branch: only one machine's branch of an #if is there, as if there were no others. */
#include "tracegen/operators/branches.h"
#include "tracegen/operators/ops.h"

void tg_op_lost_branch(const struct tg_unit *unit, struct tg_sink *sink)
{
	struct tg_branches g;
	for (size_t pos = 0; tg_branches_next(unit, &pos, &g);) {
		bool gives_up = false;
		for (size_t i = 0; i < g.count; i++)
			gives_up = gives_up || g.at[i].gives_up;
		if (gives_up)
			continue;
		for (size_t i = 0; i < g.count; i++) {
			struct fl_slice body =
				fl_slice(unit->text.ptr + g.at[i].body, g.at[i].end - g.at[i].body);
			tg_put_lines(unit, sink, g.at[0].start, g.end, (int64_t)i, body);
		}
		/* Without an #else nothing at all is a branch, too. */
		size_t start = g.at[0].start, end = g.end;
		tg_cut_widen(unit, &start, &end);
		if (!g.at[g.count - 1].is_else)
			tg_put_lines(unit, sink, start, end, (int64_t)g.count, FL_S(""));
	}
}

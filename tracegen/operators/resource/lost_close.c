/* lost-close: a file, a descriptor or a directory that was opened is not closed. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"
#include "tracegen/release.h"

void tg_op_lost_close(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *arg = n->kind == TG_N_CALL ? n->last : NULL;
		bool place = arg && arg->role == TG_R_ARG;
		if (place && tg_closes(n) && tg_node_is_statement(n) && tg_place_ok(n))
			tg_put_removal(unit, sink, n);
	}
}

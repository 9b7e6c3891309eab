/* lost-close: a file, a descriptor or a directory that was opened is not closed. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool closes(struct fl_slice name)
{
	static const char *const names[] = {"fclose", "close", "closedir", "pclose"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (fl_slice_eqs(name, names[i]))
			return true;
	return false;
}

void tg_op_lost_close(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *arg = n->kind == TG_N_CALL ? n->last : NULL;
		bool place = arg && arg->role == TG_R_ARG && !(n->flags & TG_F_IN_PROGRAM);
		if (place && closes(n->name) && tg_node_is_statement(n) && tg_place_ok(n))
			tg_put_removal(unit, sink, n);
	}
}

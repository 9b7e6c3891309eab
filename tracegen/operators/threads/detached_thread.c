/* detached-thread: a thread is let go where its end must be waited for. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"

void tg_op_detached_thread(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *name =
			tg_is_join(n) && tg_place_ok(n) ? tg_called_name(n) : NULL;
		const struct tg_node *thread = name ? tg_node_child(n, TG_R_ARG) : NULL;
		if (!name)
			continue;
		if (!thread)
			tg_put(unit, sink, n, name->name_at, name->name_at + strlen("join"),
				"detach");
		else
			tg_put_node(unit, sink, n, "%.*s_detach(%.*s)",
				(int)fl_slice_rchr(n->name, '_'), n->name.ptr,
				FL_ARG(tg_node_text(unit, thread)));
	}
}

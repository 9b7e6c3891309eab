/* member-access: . stands for ->, or the other way round. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

void tg_op_member_access(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if (n->kind != TG_N_MEMBER || n->in_macro || !n->first || !tg_node_function(n) ||
			n->name_at < 2 || n->first->end >= n->name_at)
			continue;
		bool arrow = n->flags & TG_F_ARROW;
		size_t from = n->name_at - (arrow ? 2 : 1);
		/* Smart pointers have both. */
		bool smart = n->first->type.is_smart || n->first->kind == TG_N_CALL;
		if (!smart && (arrow || unit->text.ptr[from] == '.'))
			tg_put(unit, sink, n, from, n->name_at, "%s", arrow ? "." : "->");
	}
}

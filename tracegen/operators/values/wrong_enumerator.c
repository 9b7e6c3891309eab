/* wrong-enumerator: another constant of the same enum is used. */
#include "tracegen/operators/files.h"
#include "tracegen/operators/ops.h"

void tg_op_wrong_enumerator(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool use = n->kind == TG_N_REF && (n->flags & TG_F_ENUMERATOR) && n->decl &&
			   tg_place_ok(n) && n->name_at + n->name.len <= n->end;
		const struct tg_node *c = use ? tg_declared(unit, TG_N_CONSTANT, n->decl) : NULL;
		const struct tg_node *other = c && tg_choice(unit, n, 2) && c->prev ? c->prev
					      : c && c->next                        ? c->next
					      : c                                   ? c->prev
										    : NULL;
		if (other && other->kind == TG_N_CONSTANT && other->name.len)
			tg_put(unit, sink, n, n->name_at, n->name_at + n->name.len, "%.*s",
				FL_ARG(other->name));
	}
}

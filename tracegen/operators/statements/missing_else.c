/* missing-else: the last branch of an if is left out. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* Whether the function would end without the value that the branch returns: compilers say so. */
static bool ends_the_function(const struct tg_node *branch)
{
	const struct tg_node *chain = branch->parent;
	while (chain && chain->role == TG_R_ELSE)
		chain = chain->parent;
	const struct tg_node *block = chain ? chain->parent : NULL;
	const struct tg_node *last = branch;
	if (branch->kind == TG_N_IF)
		last = tg_node_child(branch, TG_R_BODY);
	return block && !chain->next && block->parent && block->parent->kind == TG_N_FUNCTION &&
	       tg_body_leaves(last);
}

void tg_op_missing_else(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool last = n->kind != TG_N_IF || !tg_node_child(n, TG_R_ELSE);
		if (n->role == TG_R_ELSE && last && tg_place_ok(n) && !ends_the_function(n))
			tg_put_removal(unit, sink, n);
	}
}

/* base-case: where a recursion ends, or what it gives there, is one off. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool calls_itself(const struct tg_node *function)
{
	for (const struct tg_node *n = function; n; n = tg_node_after(n, function))
		if (n->kind == TG_N_CALL && n->decl == function->decl)
			return true;
	return false;
}

/* The return that the if does nothing but. */
static const struct tg_node *only_return(const struct tg_node *n)
{
	const struct tg_node *body = tg_node_child(n, TG_R_BODY);
	if (body && body->kind == TG_N_COMPOUND)
		body = body->first == body->last ? body->first : NULL;
	return body && body->kind == TG_N_RETURN ? body : NULL;
}

static void slip(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *n)
{
	int64_t value = n ? tg_decimal(unit, n) : -1;
	if (value >= 0 && tg_place_ok(n))
		tg_put_node(unit, sink, n, "%d", (int)(value ? value - 1 : 1));
}

void tg_op_base_case(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *leave = n->kind == TG_N_IF ? only_return(n) : NULL;
		const struct tg_node *function = leave ? tg_node_function(n) : NULL;
		const struct tg_node *cond =
			tg_node_bare(leave ? tg_node_child(n, TG_R_COND) : NULL);
		if (!function || !cond || tg_loop_around(n) || !calls_itself(function))
			continue;
		if (cond->kind == TG_N_BINARY && cond->first != cond->last)
			slip(unit, sink, cond->last);
		slip(unit, sink, leave->first);
	}
}

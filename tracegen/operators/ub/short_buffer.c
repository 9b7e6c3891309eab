/* short-buffer: what is allocated or declared lacks the one element more: malloc(n) for n + 1. */
#include "tracegen/operators/alone.h"
#include "tracegen/operators/ops.h"

static bool allocates(const struct tg_node *n)
{
	static const char *const names[] = {"malloc", "calloc", "realloc", "alloca", "resize",
		"reserve", "xmalloc", "xcalloc", "xrealloc", "reallocarray", "arena_alloc"};
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (n->kind == TG_N_CALL && fl_slice_eqs(n->name, names[i]))
			return true;
	return n->kind == TG_N_NEW;
}

void tg_op_short_buffer(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool sum = n->kind == TG_N_BINARY && n->op == TG_O_ADD && n->first != n->last;
		int64_t more = sum ? tg_decimal(unit, n->last) : -1;
		bool inside = false;
		for (const struct tg_node *p = n->parent; sum && p && !tg_node_is_statement(p);
			p = p->parent)
			inside |=
				allocates(p) || (p->kind == TG_N_VAR && p->type.cls == TG_T_ARRAY);
		for (const struct tg_node *p = n->parent; sum && p; p = p->parent) {
			inside |= allocates(p);
			if (tg_node_is_statement(p))
				break;
		}
		if (!inside || more < 1 || more > 2 || n->in_macro || !tg_node_function(n))
			continue;
		if (more == 1)
			tg_put_alone(unit, sink, n, n->first);
		else
			tg_put_node(unit, sink, n->last, "1");
	}
}

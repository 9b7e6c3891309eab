/* long-width: what needs 64 bits is kept in a long, which has them on some machines only. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/words.h"

static const struct tg_retype rows[] = {
	{"unsigned long long", "unsigned long"},
	{"uint64_t", "unsigned long"},
	{"uintmax_t", "unsigned long"},
	{"long long", "long"},
	{"int64_t", "long"},
	{"intmax_t", "long"},
	{NULL, NULL},
};

/* A parameter that a declaration elsewhere has, too: it would not compile. */
static bool is_declared_twice(const struct tg_node *n)
{
	const struct tg_node *f = n->kind == TG_N_PARAM ? n->parent : NULL;
	return f && (!(f->flags & TG_F_DEFINITION) || (f->flags & TG_F_REDECLARED));
}

void tg_op_long_width(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		if ((n->kind == TG_N_VAR || n->kind == TG_N_PARAM || n->kind == TG_N_FIELD) &&
			!is_declared_twice(n))
			tg_put_retyped(unit, sink, n, rows);
	}
}

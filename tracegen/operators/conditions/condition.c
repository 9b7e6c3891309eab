/*
 * condition: a comparison of numbers that is too tight or too loose: == for >=, > 0 for != 0, and
 * their like, in conditions.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* The result of a comparison or a search says only one thing by being zero. */
static bool is_comparison(const struct tg_node *n)
{
	n = tg_node_bare(n);
	return n && n->kind == TG_N_CALL &&
	       (fl_slice_find(n->name, "cmp") >= 0 || fl_slice_find(n->name, "compare") >= 0);
}

static bool is_condition(const struct tg_node *n)
{
	while (n->role != TG_R_COND && n->parent &&
		(n->parent->kind == TG_N_PAREN ||
			(n->parent->kind == TG_N_BINARY &&
				(n->parent->op == TG_O_AND || n->parent->op == TG_O_OR))))
		n = n->parent;
	return n->role == TG_R_COND || (n->parent && n->parent->kind == TG_N_RETURN);
}

static bool names_both(const struct tg_node *n)
{
	const struct tg_node *a = tg_node_bare(n->first), *b = tg_node_bare(n->last);
	return (a->kind == TG_N_REF || a->kind == TG_N_MEMBER) && !(b->flags & TG_F_ENUMERATOR) &&
	       (b->kind == TG_N_REF || b->kind == TG_N_MEMBER);
}

/* Which slip is one of a person depends on whether the right side is zero. */
static const char *slip(const struct tg_unit *unit, const struct tg_node *n)
{
	bool zero = n->last->kind == TG_N_INT && tg_decimal(unit, n->last) == 0;
	switch (n->op) {
	/* Two variables: of a constant, `at least` is no slip. */
	case TG_O_EQ: return names_both(n) ? ">=" : NULL;
	case TG_O_NE: return zero ? ">" : NULL;
	case TG_O_GT: return zero ? "!=" : NULL;
	case TG_O_LE: return zero ? "==" : NULL;
	case TG_O_GE: return zero ? NULL : "==";
	default: return NULL;
	}
}

void tg_op_condition(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		size_t start, end;
		if (n->kind != TG_N_BINARY || !n->first || n->first == n->last || !tg_place_ok(n) ||
			!is_condition(n) || !tg_is_number(n->first) || !tg_is_number(n->last) ||
			n->last->kind == TG_N_CHAR || is_comparison(n->first))
			continue;
		const char *to = slip(unit, n);
		if (to && tg_operator_range(unit, n, &start, &end))
			tg_put(unit, sink, n, start, end, "%s", to);
	}
}

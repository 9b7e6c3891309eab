/* not-reset: a variable that each round of a loop starts afresh keeps its last value. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

static bool is_constant(const struct tg_node *n)
{
	return n && (n->kind == TG_N_INT || n->kind == TG_N_FLOAT || n->kind == TG_N_CHAR ||
			    n->kind == TG_N_NULLPTR || n->kind == TG_N_STRING);
}

/* int sum = 0; in the loop's body: it stands in front of the loop instead. */
static void lift(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *loop,
	const struct tg_node *s)
{
	size_t from = s->start, to = tg_statement_end(u, s), at = tg_line_begin(u, loop->start);
	struct fl_slice text = fl_slice(u->text.ptr + from, to - from);
	struct fl_slice indent = tg_line_indent(u, loop->start);
	tg_cut_widen(u, &from, &to);
	if (from <= loop->start || to > loop->end)
		return;
	tg_put(u, sink, s, at, to, "%.*s%.*s\n%.*s", FL_ARG(indent), FL_ARG(text), (int)(from - at),
		u->text.ptr + at);
}

void tg_op_not_reset(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *block = n->parent;
		const struct tg_node *loop = block ? block->parent : NULL;
		if (!loop || block->kind != TG_N_COMPOUND || !tg_is_loop(loop) || !tg_place_ok(n) ||
			loop->in_macro || !loop->parent || loop->parent->kind != TG_N_COMPOUND)
			continue;
		const struct tg_node *v =
			n->kind == TG_N_DECL_STMT && n->first == n->last ? n->first : NULL;
		bool changes = v && v->kind == TG_N_VAR && is_constant(v->last) &&
			       !v->type.is_const && !(v->flags & (TG_F_STATIC | TG_F_CONSTEXPR));
		if (changes)
			lift(unit, sink, loop, n);
		else if (n->kind == TG_N_BINARY && n->op == TG_O_SET && is_constant(n->last))
			tg_put_removal(unit, sink, n);
	}
}

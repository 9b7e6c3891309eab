/*
 * reset-again: a variable that is set once before a loop is set again in each round, and forgets
 * what the rounds before have made of it.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"

static bool is_start(const struct tg_node *n)
{
	return n && (n->kind == TG_N_INT || n->kind == TG_N_FLOAT || n->kind == TG_N_CHAR ||
			    n->kind == TG_N_NULLPTR || n->kind == TG_N_REF || n->in_macro ||
			    (n->kind == TG_N_UNARY && n->op == TG_O_NONE));
}

/* Whether the loop's body, not its head, changes the variable by what it was. */
static bool gathers(const struct tg_node *loop, uint64_t decl)
{
	const struct tg_node *body = tg_node_child(loop, TG_R_BODY);
	const struct tg_node *cond = tg_node_child(loop, TG_R_COND);
	if (cond && tg_node_mentions(cond, decl))
		return false; /* it would never end */
	for (const struct tg_node *n = loop; n; n = tg_node_after(n, loop))
		if (n->decl == decl && tg_is_changed(n))
			return body && n->start >= body->start && n->end <= body->end;
	return false;
}

/* The first loop behind s in its block, with nothing between that sets the variable. */
static const struct tg_node *loop_behind(const struct tg_node *s, uint64_t decl)
{
	for (const struct tg_node *n = s->next; n; n = n->next) {
		if (tg_is_loop(n) && gathers(n, decl))
			return n;
		for (const struct tg_node *v = n; v; v = tg_node_after(v, n))
			if (v->decl == decl && tg_is_changed(v))
				return NULL;
	}
	return NULL;
}

static void put_again(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *s,
	const struct tg_node *v, const struct tg_node *value)
{
	const struct tg_node *loop = loop_behind(s, v->decl);
	const struct tg_node *body = loop ? tg_node_child(loop, TG_R_BODY) : NULL;
	if (!body || body->kind != TG_N_COMPOUND || !body->first || !tg_place_ok(body->first) ||
		!tg_has_lines(u, body->first))
		return;
	struct fl_slice text = fl_slice(u->text.ptr + value->start, value->end - value->start);
	if (fl_slice_chr(text, '\n') < 0)
		tg_put_before(u, sink, body->first,
			fl_arena_printf(
				sink->arena, "%.*s = %.*s;", FL_ARG(v->name), FL_ARG(text)));
}

void tg_op_reset_again(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *p = n->parent;
		bool declared = n->kind == TG_N_VAR && p && p->kind == TG_N_DECL_STMT && n->last &&
				!n->type.is_const && !n->type.is_ref &&
				!(n->flags & (TG_F_STATIC | TG_F_CONSTEXPR));
		bool set = n->kind == TG_N_BINARY && n->op == TG_O_SET && n->first &&
			   n->first->kind == TG_N_REF && p && p->kind == TG_N_COMPOUND;
		bool number = n->type.cls == TG_T_INT || n->type.cls == TG_T_FLOAT ||
			      n->type.cls == TG_T_POINTER;
		if (!number || !tg_place_ok(n) || !is_start(n->last))
			continue;
		if (declared && p->parent && p->parent->kind == TG_N_COMPOUND)
			put_again(unit, sink, p, n, n->last);
		else if (set)
			put_again(unit, sink, n, n->first, n->last);
	}
}

/*
 * late-check: a pointer or an index is tested only after it was used: the guard stands behind the
 * statement that it is there for.
 */
#include "tracegen/operators/leaving.h"
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/release.h"

/* Whether n follows a pointer, or is an index. */
static bool is_risky(const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	if (!p)
		return false;
	bool followed = (p->kind == TG_N_MEMBER && (p->flags & TG_F_ARROW)) ||
			(p->kind == TG_N_UNARY && p->op == TG_O_DEREF) || p->kind == TG_N_INDEX ||
			(p->kind == TG_N_CALL && n->role == TG_R_ARG);
	return followed && (n->type.cls == TG_T_POINTER || n->role == TG_R_RHS);
}

/* Whether the condition tests n itself, not what it points to, holds or is handed to. */
static bool is_tested(const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	bool place = n->kind == TG_N_REF || n->kind == TG_N_MEMBER || n->kind == TG_N_INDEX ||
		     (n->kind == TG_N_UNARY && n->op == TG_O_DEREF);
	bool way = p && (p->kind == TG_N_MEMBER || p->kind == TG_N_INDEX || p->kind == TG_N_CALL ||
				(p->kind == TG_N_UNARY && p->op != TG_O_NOT));
	return place && !way && !n->in_macro;
}

/* Whether s uses what the guard tests in the way that the guard is there for. */
static bool relies(const struct tg_unit *u, const struct tg_node *guard, const struct tg_node *s)
{
	const struct tg_node *cond = tg_node_child(guard, TG_R_COND);
	for (const struct tg_node *t = cond; t; t = tg_node_after(t, cond)) {
		if (!is_tested(t))
			continue;
		for (const struct tg_node *n = s; n; n = tg_node_after(n, s))
			if (n->kind == t->kind && n->decl == t->decl && !n->in_macro &&
				is_risky(n) && tg_same_text(u, n, t))
				return true;
	}
	return false;
}

/* A value taken from it, as people do in passing: what prints or calls they put behind the test. */
static bool takes_value(const struct tg_node *s)
{
	bool sets = s->kind == TG_N_BINARY && s->op >= TG_O_ADD_SET && s->op <= TG_O_SET;
	const struct tg_node *function = tg_node_function(s);
	for (const struct tg_node *n = s; n; n = tg_node_after(n, s))
		if (n->kind == TG_N_CALL && function && n->decl == function->decl)
			return false; /* the test is what ends the recursion */
	return s->kind == TG_N_DECL_STMT || sets;
}

void tg_op_late_check(const struct tg_unit *unit, struct tg_sink *sink)
{
	enum { APART = 3 };
	TG_EACH(n, unit)
	{
		enum tg_guard guard = tg_guard_of(unit, n);
		if ((guard != TG_GUARD_NULL && guard != TG_GUARD_BOUND) || !tg_has_lines(unit, n))
			continue;
		const struct tg_node *s = n->next;
		for (int i = 0; s && i < APART; s = s->next, i++) {
			bool plain = (tg_is_expression_statement(s) || s->kind == TG_N_DECL_STMT) &&
				     !s->in_macro && tg_has_lines(unit, s);
			if (!plain || relies(unit, n, s))
				break;
		}
		bool found = s && takes_value(s) && !s->in_macro && tg_has_lines(unit, s) &&
			     relies(unit, n, s);
		size_t end = tg_statement_end(unit, n);
		if (!found)
			continue;
		/* The lines between the two, without blank ones in front, then the guard. */
		size_t from = tg_text_solid(unit->text, end), to = tg_statement_end(unit, s);
		if (fl_slice_find(fl_slice(unit->text.ptr + end, to - end), "/") < 0)
			tg_put(unit, sink, n, n->start, to, "%.*s\n%.*s%.*s", (int)(to - from),
				unit->text.ptr + from, FL_ARG(tg_line_indent(unit, n->start)),
				(int)(end - n->start), unit->text.ptr + n->start);
	}
}

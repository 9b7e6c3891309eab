/*
 * shadowed-variable: an assignment in an inner block has a type in front of it: it sets a variable
 * of its own, and the one that is meant keeps its value. The block uses it further down: of a
 * variable that nothing uses every compiler warns.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"

/* The declaration of the local variable that n assigns to: of a block further out. */
static const struct tg_node *outer(const struct tg_node *n)
{
	for (const struct tg_node *b = n->parent->parent; b; b = b->parent) {
		for (const struct tg_node *s = b->kind == TG_N_COMPOUND ? b->first : NULL; s;
			s = s->next)
			for (const struct tg_node *v = s->kind == TG_N_DECL_STMT ? s->first : NULL;
				v; v = v->next)
				if (v->kind == TG_N_VAR && v->decl == n->first->decl)
					return v;
		if (b->kind == TG_N_FUNCTION || b->kind == TG_N_LAMBDA)
			break;
	}
	return NULL;
}

/* Whether the rest of n's block uses what n sets. */
static bool is_used_below(const struct tg_node *n)
{
	for (const struct tg_node *s = n->next; s; s = s->next)
		if (tg_node_mentions(s, n->first->decl))
			return true;
	return false;
}

void tg_op_shadowed_variable(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool set = n->kind == TG_N_BINARY && n->op == TG_O_SET && n->first &&
			   n->first->kind == TG_N_REF && n->parent &&
			   n->parent->kind == TG_N_COMPOUND;
		if (!set || !tg_place_ok(n) || !tg_has_lines(unit, n) ||
			tg_node_mentions(n->last, n->first->decl) || !is_used_below(n))
			continue;
		const struct tg_node *v = outer(n);
		bool plain = v && !v->type.is_ref && !v->type.is_const && !v->in_macro &&
			     (v->type.cls == TG_T_INT || v->type.cls == TG_T_FLOAT ||
				     v->type.cls == TG_T_POINTER || v->type.cls == TG_T_ENUM) &&
			     fl_slice_chr(v->type.text, '(') < 0;
		if (!plain)
			continue;
		struct fl_slice type = v->type.is_auto ? FL_S("auto") : v->type.text;
		bool star = type.len && type.ptr[type.len - 1] == '*';
		tg_put(unit, sink, n, n->start, n->start + 1, "%.*s%s%c", FL_ARG(type),
			star ? "" : " ", unit->text.ptr[n->start]);
	}
}

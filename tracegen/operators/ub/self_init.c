/*
 * self-init: a variable or member gets its first value from itself: the name on the right is that
 * on the left, where it was to be a similar one.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* int high = low; */
static void local(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *v)
{
	const struct tg_node *from = v->last;
	while (from && from->kind == TG_N_MEMBER && from->first)
		from = from->first; /* the object that the value is taken of */
	if (from && from->kind == TG_N_REF && from->start > v->name_at && !from->in_macro &&
		from->decl != v->decl && (from == v->last || tg_same_type(&from->type, &v->type)) &&
		!(from->flags & TG_F_ENUMERATOR))
		tg_put_node(u, sink, from, "%.*s", FL_ARG(v->name));
}

/* The constructor's x_(x): the member reference stands right before the value. */
static void member(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *value)
{
	const struct tg_node *m = value->prev;
	size_t open = m ? tg_text_solid(u->text, m->end) : 0;
	bool inits = m && m->name.len && m->start == m->name_at && open < value->start &&
		     fl_slice_chr(FL_S("({"), u->text.ptr[open]) >= 0 &&
		     value->parent->kind == TG_N_FUNCTION;
	if (inits && tg_is_plain_scalar(&value->type) && !fl_slice_eq(m->name, value->name))
		tg_put_node(u, sink, value, "%.*s", FL_ARG(m->name));
}

void tg_op_self_init(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		bool declared = n->kind == TG_N_VAR && n->parent &&
				n->parent->kind == TG_N_DECL_STMT && n->last &&
				tg_is_plain_scalar(&n->type) &&
				!(n->flags & (TG_F_STATIC | TG_F_CONSTEXPR)) && tg_place_ok(n);
		if (declared)
			local(unit, sink, n);
		else if (n->kind == TG_N_REF && n->parent && n->prev && !n->in_macro)
			member(unit, sink, n);
	}
}

/* lost-cast: an operand is no longer converted before an operation; the result is narrow. */
#include "tracegen/operators/bytes.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/widths.h"

/* What printf() gets has to be of the type that the format tells. */
static bool is_variadic(const struct tg_node *n)
{
	while (n->parent && (n->parent->kind == TG_N_BINARY || n->parent->kind == TG_N_PAREN ||
				    n->parent->kind == TG_N_CONDITIONAL))
		n = n->parent;
	return n->role == TG_R_ARG && !n->param;
}

/* (int64_t)a * b, (size_t)a + b, (uint64_t)a << b: nothing else makes it that wide. */
static bool is_widening(const struct tg_unit *u, const struct tg_node *n)
{
	const struct tg_node *p = n->parent, *value = n->last;
	const struct tg_node *other = n->role == TG_R_LHS ? n->next : n->prev;
	if (!p || p->kind != TG_N_BINARY || !value || !other || is_variadic(p))
		return false;
	unsigned width = tg_int_width(&n->type), was = tg_int_width(&value->type),
		 beside = tg_int_width(&other->type);
	if (width <= 32 || !was || was >= width)
		return false;
	if (n->role == TG_R_LHS && tg_is_binary(u, p, "<<"))
		return true;
	/* A small constant more hardly ever is too much. */
	return (p->op == TG_O_MUL || (p->op == TG_O_ADD && other->kind != TG_N_INT)) && beside &&
	       beside < width;
}

void tg_op_lost_cast(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *p = n->parent, *value = n->kind == TG_N_CAST ? n->last : NULL;
		bool operation = p && p->kind == TG_N_BINARY &&
				 (p->op == TG_O_MUL || p->op == TG_O_DIV || p->op == TG_O_ADD ||
					 p->op == TG_O_SUB || p->op == TG_O_OTHER);
		bool to_float = n->type.cls == TG_T_FLOAT && value && value->type.cls == TG_T_INT;
		bool to_byte = fl_slice_eqs(n->type.text, "unsigned char");
		bool index = p && p->kind == TG_N_INDEX && to_byte;
		bool wider = value && is_widening(unit, n);
		if ((!(operation && (to_float || to_byte)) && !index && !wider) || !value ||
			!tg_place_ok(n) || !tg_is_number(value) || !tg_is_number(n) ||
			tg_same_type(&n->type, &value->type))
			continue;
		/* static_cast<long>(a + b) has the parentheses that the sum needs. */
		bool loose = value->kind == TG_N_BINARY || value->kind == TG_N_CONDITIONAL;
		tg_put_node(unit, sink, n, loose ? "(%.*s)" : "%.*s",
			FL_ARG(tg_node_text(unit, value)));
	}
}

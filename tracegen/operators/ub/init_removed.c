/*
 * init-removed: a local variable of a scalar type loses its first value: 0, NULL or another
 * constant, which people forget; nobody forgets the call whose result the variable is there for.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

/* Whether the first value is a constant: a literal, with a sign or not, or a macro like NULL. */
static bool starts_plain(const struct tg_node *v)
{
	const struct tg_node *value = v->last;
	/* -1, (0), {4} */
	while (value && value->first && value->first == value->last && !value->in_macro &&
		(value->kind == TG_N_UNARY || value->kind == TG_N_PAREN ||
			value->kind == TG_N_OTHER))
		value = value->first;
	return value && value->start > v->name_at &&
	       (value->in_macro || value->kind == TG_N_INT || value->kind == TG_N_FLOAT ||
		       value->kind == TG_N_CHAR || value->kind == TG_N_NULLPTR ||
		       (value->kind == TG_N_OTHER && !value->first) ||
		       (value->kind == TG_N_REF && (value->flags & TG_F_ENUMERATOR)));
}

/* Whether n is all of the left side of a plain assignment, or of another variable's start. */
static bool is_assigned(const struct tg_node *n)
{
	return n->role == TG_R_LHS && n->parent->kind == TG_N_BINARY && n->parent->op == TG_O_SET;
}

/* Whether n, which is read, runs whenever the block does: there gcc warns at -O0 already. */
static bool is_read_at_once(const struct tg_node *n, const struct tg_node *block)
{
	const struct tg_node *s = n, *below = n;
	for (; s && s->parent != block; s = s->parent)
		below = s;
	bool address = n->parent->kind == TG_N_UNARY && n->parent->op == TG_O_ADDRESS;
	bool asks = s && s->kind == TG_N_IF && below->role == TG_R_COND;
	return s && !address &&
	       (asks || tg_is_expression_statement(s) || s->kind == TG_N_RETURN ||
		       s->kind == TG_N_DECL_STMT);
}

/*
 * The first use of the variable behind its declaration is a value given to it, which is no fault,
 * or one that compilers point at.
 */
static bool is_plain_case(const struct tg_node *v)
{
	const struct tg_node *function = tg_node_function(v);
	for (const struct tg_node *n = tg_node_skip(v, function); n;
		n = tg_node_after(n, function)) {
		if (n->kind != TG_N_REF || n->decl != v->decl)
			continue;
		/* In a branch, another path may still miss the value. */
		const struct tg_node *block = v->parent->parent;
		return is_assigned(n) ? n->parent->parent == block : is_read_at_once(n, block);
	}
	return true; /* never used */
}

void tg_op_init_removed(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *v = unit->root; v; v = tg_node_after(v, unit->root)) {
		if (v->kind != TG_N_VAR || v->in_macro || !v->parent ||
			v->parent->kind != TG_N_DECL_STMT || v->parent->role == TG_R_INIT ||
			!tg_node_runs(v) || !tg_is_plain_scalar(&v->type) ||
			(v->flags & (TG_F_STATIC | TG_F_CONSTEXPR)) || !starts_plain(v) ||
			is_plain_case(v))
			continue;
		size_t name_end = v->name_at + v->name.len;
		size_t solid = tg_text_solid(unit->text, name_end);
		if (solid >= v->end || fl_slice_chr(FL_S("={("), unit->text.ptr[solid]) < 0)
			continue;
		struct tg_edit edit = {.kind = TG_DECLARATION,
			.start = name_end,
			.end = v->end,
			.at = v,
			.symbol = v->name,
			.symbol_line = tg_line_of(unit, v->name_at)};
		tg_yield_str(unit, sink, &edit, "");
	}
}

/* statement-order: two neighbouring statements, of which one uses what the other changes. */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/sync.h"

/* The variable or member that the statement changes, or NULL. */
static const struct tg_node *changed(const struct tg_node *s)
{
	for (const struct tg_node *n = s; n; n = tg_node_after(n, s)) {
		bool named = (n->kind == TG_N_REF || n->kind == TG_N_MEMBER) && n->decl;
		if (named && tg_is_changed(n))
			return n;
	}
	return NULL;
}

static bool depends(const struct tg_node *a, const struct tg_node *b)
{
	const struct tg_node *x = changed(a), *y = changed(b);
	return (x && tg_node_mentions(b, x->decl)) || (y && tg_node_mentions(a, y->decl));
}

/* Whether b uses a pointer that a sets to what a call or new gives: nobody has that before. */
static bool makes(const struct tg_node *a, const struct tg_node *b)
{
	const struct tg_node *x = changed(a);
	return x && x->type.cls == TG_T_POINTER && a->kind == TG_N_BINARY && a->op == TG_O_SET &&
	       (a->last->kind == TG_N_CALL || a->last->kind == TG_N_NEW ||
		       a->last->kind == TG_N_CAST) &&
	       tg_node_mentions(b, x->decl);
}

void tg_op_statement_order(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(a, unit)
	{
		const struct tg_node *b = a->next;
		if (!b || !a->parent || a->parent->kind != TG_N_COMPOUND || !tg_place_ok(a) ||
			b->in_macro || !tg_is_expression_statement(a) ||
			!tg_is_expression_statement(b) || !depends(a, b) || tg_is_sync(unit, a) ||
			tg_is_sync(unit, b) || makes(a, b) || tg_only_prints(a) ||
			tg_only_prints(b))
			continue;
		size_t a_end = tg_statement_end(unit, a), b_end = tg_statement_end(unit, b);
		if (a_end > b->start || tg_text_solid(unit->text, a_end) != b->start)
			continue;
		tg_put(unit, sink, a, a->start, b_end, "%.*s%.*s%.*s", (int)(b_end - b->start),
			unit->text.ptr + b->start, (int)(b->start - a_end), unit->text.ptr + a_end,
			(int)(a_end - a->start), unit->text.ptr + a->start);
	}
}

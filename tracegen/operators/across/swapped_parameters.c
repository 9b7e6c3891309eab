/*
 * swapped-parameters: two parameters of one type have changed places in the header and in the
 * definition. Calls in the function's own file were adapted where there are some, those elsewhere
 * were not: the compiler has nothing to say.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/signature.h"

/* May one be passed for the other without a word, and does it matter? */
static bool are_alike(const struct tg_node *f, const struct tg_node *a, const struct tg_node *b)
{
	bool numbers = tg_is_number_class(a->type.cls) && a->type.cls == b->type.cls &&
		       !a->type.is_ref && !b->type.is_ref && a->type.cls != TG_T_ENUM;
	/* What is passed by value cannot be given back through. */
	return a->type.is_ref == b->type.is_ref && (numbers || tg_same_type(&a->type, &b->type)) &&
	       a->name.len && b->name.len &&
	       (tg_is_used_in(f, a->decl) || tg_is_used_in(f, b->decl));
}

/* The calls in its own file with their arguments exchanged; max + 1: one cannot be edited. */
static size_t adapt_calls(const struct tg_unit *u, const struct tg_node *f, unsigned index,
	struct tg_sink *sink, struct tg_file_part *parts, size_t count, size_t max)
{
	size_t seen = 0;
	TG_EACH(call, u)
	{
		if (call->kind != TG_N_CALL || call->decl != f->decl)
			continue;
		/* A call within an argument of another one, or of a macro, is beyond this. */
		if (count >= max || call->start < seen ||
			!tg_exchanged_arguments(u, call, index, sink, &parts[count]))
			return max + 1;
		parts[count].runs = TG_RUNS_NONE;
		seen = parts[count++].part.end;
	}
	return count;
}

static void put_swapped(const struct tg_unit *unit, struct tg_sink *sink, const struct tg_node *f,
	const struct tg_node *decl, const struct tg_unit *header, unsigned index)
{
	struct tg_file_part parts[TG_PARTS_MAX], own, there;
	bool elsewhere = tg_is_called_in(unit, f, unit);
	size_t count = 0, max = TG_PARTS_MAX - 2;
	if (!tg_exchanged_params(unit, f, index, sink, &own) ||
		!tg_exchanged_params(header, decl, index, sink, &there) ||
		(!elsewhere && !tg_is_called_in(unit, f, NULL)))
		return;
	if (elsewhere)
		count = adapt_calls(unit, f, index, sink, parts, 0, max);
	if (count > max)
		count = 0;
	parts[count++] = own;
	tg_sort_parts(parts, count);
	parts[count++] = there;
	tg_put_file_parts(unit, sink, parts, count);
}

void tg_op_swapped_parameters(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *f = unit->root->first; f; f = f->next) {
		const struct tg_unit *header = NULL;
		const struct tg_node *decl = tg_header_declaration(unit, f, &header);
		for (const struct tg_node *a = decl ? f->first : NULL; a; a = a->next)
			if (a->kind == TG_N_PARAM && a->next && a->next->kind == TG_N_PARAM &&
				are_alike(f, a, a->next))
				put_swapped(unit, sink, f, decl, header, tg_param_index(f, a));
	}
}

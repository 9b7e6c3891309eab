#include "tracegen/operators/sides.h"

enum { LINES_NEAR = 2, NEAR_MAX = 200, DRAWS = 3 };

enum tg_nature tg_nature_of(int op)
{
	static const unsigned char natures[TG_OP_COUNT] = {
		[TG_OP_missing_statement] = TG_OMITTED,
		[TG_OP_missing_block] = TG_OMITTED,
		[TG_OP_missing_lines] = TG_OMITTED,
		[TG_OP_missing_guard] = TG_OMITTED,
		[TG_OP_missing_else] = TG_OMITTED,
		[TG_OP_not_reset] = TG_OMITTED,
		[TG_OP_null_check] = TG_OMITTED,
		[TG_OP_bounds_check] = TG_OMITTED,
		[TG_OP_wrong_variable] = TG_VALUE,
		[TG_OP_wrong_member] = TG_VALUE,
		[TG_OP_wrong_enumerator] = TG_VALUE,
		[TG_OP_wrong_index] = TG_VALUE,
		[TG_OP_argument_value] = TG_VALUE,
		[TG_OP_swapped_arguments] = TG_VALUE,
		[TG_OP_constant] = TG_VALUE,
		[TG_OP_index] = TG_VALUE,
		[TG_OP_output_format] = TG_VALUE,
		[TG_OP_copy_paste] = TG_VALUE,
		[TG_OP_and_or] = TG_CONDITION,
		[TG_OP_operand_dropped] = TG_CONDITION,
		[TG_OP_inverted_boolean] = TG_CONDITION,
		[TG_OP_extra_operand] = TG_CONDITION,
		[TG_OP_loop_bound] = TG_CONDITION,
		[TG_OP_loop_start] = TG_CONDITION,
		[TG_OP_wrong_check] = TG_CONDITION,
		[TG_OP_stray_guard] = TG_CONDITION,
		[TG_OP_statement_moved] = TG_ORDER,
		[TG_OP_statement_order] = TG_ORDER,
		[TG_OP_repeated_statement] = TG_ORDER,
		[TG_OP_reset_again] = TG_ORDER,
	};
	return (enum tg_nature)natures[op];
}

static enum tg_nature nature_of(const struct tg_site *site)
{
	return tg_nature_of(tg_op_find(site->op));
}

static bool is_side(const struct tg_op *op, const struct tg_site *site)
{
	(void)site;
	return op->weight >= TG_RARE && tg_nature_of((int)(op - tg_ops)) != TG_NO_SIDE;
}

static bool are_unlike(const struct tg_half *a, const struct tg_half *b)
{
	return nature_of(a->site) != nature_of(b->site);
}

static bool is_of(const struct tg_half *h, enum tg_nature nature)
{
	return nature == TG_NO_SIDE || nature_of(h->site) == nature;
}

static bool has(struct fl_slice text, struct fl_slice name)
{
	for (; name.len && text.len >= name.len; text = fl_slice_skip(text, 1))
		if (fl_slice_starts_with(text, name))
			return true;
	return false;
}

/* Would the edit take the call away? What the function does is of no matter there then. */
static bool drops_call(const struct tg_half *h, const struct tg_node *call)
{
	const struct tg_site *s = h->site;
	return call && s->start <= (int64_t)call->start && s->end >= (int64_t)call->end &&
	       !has(s->replacement, call->name);
}

/* The halves in lines first to last of a unit's file, which stand together, to `to`. */
static struct fl_list between(const struct fl_list *halves, const struct tg_unit *u, size_t first,
	size_t last, enum tg_nature nature, const struct tg_node *call, struct tg_half *to)
{
	const struct tg_half *h = halves->items;
	size_t n = 0;
	for (size_t i = 0; i < halves->len && n < NEAR_MAX; i++) {
		int64_t line = h[i].site->line;
		bool within = line >= (int64_t)first && line <= (int64_t)last &&
			      fl_slice_eq(h[i].site->file, u->file);
		if (within && is_of(&h[i], nature) && !drops_call(&h[i], call))
			to[n++] = h[i];
	}
	return (struct fl_list){to, n};
}

/* Where the function is defined, in another source than u. */
static const struct tg_node *defined_elsewhere(
	const struct tg_unit *u, uint64_t decl, const struct tg_unit **ret_unit)
{
	for (size_t i = 0; i < tg_unit_count(u); i++) {
		const struct tg_unit *s = tg_unit_at(u, i);
		const struct tg_node *f = tg_is_header(s) || fl_slice_eq(s->file, u->file)
						  ? NULL
						  : tg_declaration(s, TG_N_FUNCTION, decl);
		if (f && (f->flags & TG_F_DEFINITION)) {
			*ret_unit = s;
			return f;
		}
	}
	return NULL;
}

static void put_call(struct tg_sink *sink, const struct fl_list *halves, const struct tg_unit *u,
	const struct tg_node *call, enum tg_nature nature)
{
	struct tg_half near[NEAR_MAX], within[NEAR_MAX];
	const struct tg_node *caller = tg_node_function(call);
	const struct tg_unit *there = NULL;
	const struct tg_node *f = caller ? defined_elsewhere(u, call->decl, &there) : NULL;
	if (!f)
		return;
	size_t line = tg_line_of(u, call->start), last = tg_line_of(u, caller->end - 1);
	size_t first = tg_line_of(u, caller->start);
	first = line > first + LINES_NEAR ? line - LINES_NEAR : first;
	last = line + LINES_NEAR < last ? line + LINES_NEAR : last;
	struct fl_list a = between(halves, u, first, last, nature, call, near);
	struct fl_list b = between(halves, there, tg_line_of(there, f->start),
		tg_line_of(there, f->end - 1), nature, NULL, within);
	for (unsigned i = 0; i < DRAWS; i++)
		tg_put_pair(sink, &a, &b, i, nature == TG_NO_SIDE ? are_unlike : NULL);
}

void tg_put_sides(const struct tg_unit *unit, struct tg_sink *sink, enum tg_nature nature)
{
	const struct fl_list halves = tg_halves(unit, sink, is_side);
	for (size_t i = 0; i < tg_unit_count(unit); i++) {
		const struct tg_unit *u = tg_unit_at(unit, i);
		if (u->fixed || tg_is_header(u))
			continue;
		TG_EACH(n, u)
		{
			if (n->kind == TG_N_CALL && n->decl)
				put_call(sink, &halves, u, n, nature);
		}
	}
}

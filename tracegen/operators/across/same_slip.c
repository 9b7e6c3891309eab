/*
 * same-slip: the same mistake in two files: a function, a member or a constant is taken for another
 * one in both, the arguments of one function stand in the wrong order or are one off, or a test, an
 * index or a sum with the same member, constant or function is wrong in the same way.
 */
#include <ctype.h>

#include "tracegen/operators/ops.h"
#include "tracegen/operators/pairs.h"

enum { EXPRESSION_MAX = 100 };

/* Slips that one who has something wrong in mind makes wherever it comes up. */
static bool is_taken_for_another(int op, const struct tg_site *site)
{
	return op == TG_OP_wrong_function || op == TG_OP_wrong_member ||
	       op == TG_OP_wrong_enumerator ||
	       (op == TG_OP_swapped_arguments && site->symbol.len > 0);
}

static bool is_about_something(int op)
{
	static const bool takes[TG_OP_COUNT] = {[TG_OP_boundary] = true,
		[TG_OP_loop_bound] = true,
		[TG_OP_loop_start] = true,
		[TG_OP_argument_value] = true,
		[TG_OP_constant] = true,
		[TG_OP_condition] = true,
		[TG_OP_operand_dropped] = true,
		[TG_OP_and_or] = true,
		[TG_OP_lost_parentheses] = true,
		[TG_OP_lost_cast] = true};
	return takes[op];
}

static bool may_recur(const struct tg_op *op, const struct tg_site *site)
{
	int i = (int)(op - tg_ops);
	return is_taken_for_another(i, site) || is_about_something(i);
}

static uint64_t mistake(const struct tg_site *s)
{
	bool swapped = fl_slice_eqs(s->op, tg_ops[TG_OP_swapped_arguments].name);
	if (swapped)
		return tg_place_id(s->op, tg_place_id(s->symbol, 0));
	return tg_place_id(s->op, tg_place_id(s->original, tg_place_id(s->replacement, 0)));
}

/* What was done, without names: "<" for "<=", a "- 1" more; names differ from file to file. */
static uint64_t kind_of_slip(const struct tg_site *s, uint64_t about)
{
	const struct fl_slice texts[] = {s->original, s->replacement};
	uint64_t h = tg_place_id(s->op, about);
	for (int i = 0; i < 2; i++) {
		h = h * 31 + 7;
		for (size_t k = 0; k < texts[i].len; k++) {
			char c = texts[i].ptr[k];
			bool sign = !isalpha((unsigned char)c) && !isspace((unsigned char)c) &&
				    fl_slice_chr(FL_S("_.()[]->,;&*"), c) < 0;
			h = sign ? (h ^ (unsigned char)c) * 0x100000001b3u : h;
		}
	}
	return h;
}

/* The smallest comparison, sum, assignment, call or index that the edit is in; NULL: none. */
static const struct tg_node *expression_of(const struct tg_half *half)
{
	size_t start = (size_t)half->site->start, end = (size_t)half->site->end;
	const struct tg_node *root = half->unit->root, *best = NULL;
	for (const struct tg_node *x = root; x;) {
		bool apart = x != root && (x->end < end || x->start > start);
		bool fits = x->kind == TG_N_BINARY || x->kind == TG_N_CALL || x->kind == TG_N_INDEX;
		if (!apart && fits && x->end - x->start <= EXPRESSION_MAX)
			best = x;
		x = apart ? tg_node_skip(x, root) : tg_node_after(x, root);
	}
	return best;
}

/* Of one that is about something shared, once for each that its expression has. */
static size_t add_about(const struct tg_half *half, struct tg_half *to)
{
	const struct tg_node *x = expression_of(half);
	size_t n = x ? tg_half_abouts(half, x->start, x->end, tg_is_shared, to) : 0;
	for (size_t i = 0; i < n; i++)
		to[i].about = kind_of_slip(half->site, to[i].about);
	return n;
}

void tg_op_same_slip(const struct tg_unit *unit, struct tg_sink *sink)
{
	const struct fl_list halves = tg_halves(unit, sink, may_recur);
	struct tg_half *h = fl_arena_array(sink->arena, halves.len * TG_ABOUTS_MAX + 1, sizeof(*h));
	size_t len = 0;
	if (!h)
		return; /* the arena says so at the end */
	for (size_t i = 0; i < halves.len; i++) {
		const struct tg_half *half = (const struct tg_half *)halves.items + i;
		if (is_taken_for_another(tg_op_find(half->site->op), half->site)) {
			h[len] = *half;
			h[len++].about = mistake(half->site);
		} else {
			len += add_about(half, &h[len]);
		}
	}
	tg_put_pairs(unit, sink, h, len, NULL);
}

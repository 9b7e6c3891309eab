/*
 * missing-ends: what two files do with the same member, variable or constant is missing in both:
 * where it is set, say, and where it is gone by; or both do not call the same function.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/pairs.h"

static bool is_omission(const struct tg_op *op, const struct tg_site *site)
{
	int i = (int)(op - tg_ops);
	(void)site;
	return i == TG_OP_missing_statement || i == TG_OP_missing_block ||
	       i == TG_OP_missing_lines || i == TG_OP_missing_guard || i == TG_OP_missing_else ||
	       i == TG_OP_operand_dropped;
}

/* What it is about: something that files share, or a function that the statement is a call of. */
static bool is_end(const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	bool called = p && p->kind == TG_N_CALL && p->decl == n->decl;
	return tg_is_shared(n) && (called ? tg_is_expression_statement(p) : n->decl_line == 0);
}

/* Of what many files have to do with not every two of them. */
static bool is_drawn(const struct tg_unit *u, const struct tg_half *a, const struct tg_half *b)
{
	uint64_t draw = tg_place_id(a->site->file, tg_place_id(b->site->file, a->about));
	return (draw >> 20) % (1 + u->program->sources.len / 8) == 0;
}

void tg_op_missing_ends(const struct tg_unit *unit, struct tg_sink *sink)
{
	const struct fl_list halves = tg_halves(unit, sink, is_omission);
	struct tg_half *h = fl_arena_array(sink->arena, halves.len * TG_ABOUTS_MAX + 1, sizeof(*h));
	size_t len = 0;
	if (!h)
		return; /* the arena says so at the end */
	for (size_t i = 0; i < halves.len; i++) {
		const struct tg_half *half = (const struct tg_half *)halves.items + i;
		len += tg_half_abouts(
			half, (size_t)half->site->start, (size_t)half->site->end, is_end, &h[len]);
	}
	tg_put_pairs(unit, sink, h, len, is_drawn);
}

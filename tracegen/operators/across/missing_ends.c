/*
 * missing-ends: what two files do with the same member, variable or constant is missing in both:
 * where it is set, say, and where it is gone by.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/pairs.h"

enum { ABOUT_MAX = 4 };

static bool is_omission(const struct tg_op *op, const struct tg_site *site)
{
	int i = (int)(op - tg_ops);
	(void)site;
	return i == TG_OP_missing_statement || i == TG_OP_missing_block ||
	       i == TG_OP_missing_lines || i == TG_OP_missing_guard || i == TG_OP_missing_else ||
	       i == TG_OP_operand_dropped;
}

/* A member, a constant or a variable of the program's own that files share. */
static bool is_shared(const struct tg_node *n)
{
	bool variable = n->kind == TG_N_REF && !(n->flags & TG_F_LOCAL);
	return n->decl && (n->flags & TG_F_IN_PROGRAM) && !n->in_macro && n->decl_line == 0 &&
	       (n->kind == TG_N_MEMBER || variable) && n->parent &&
	       !(n->parent->kind == TG_N_CALL && n->parent->decl == n->decl);
}

/* The half once for each of the first things that its text is about. */
static size_t add_abouts(const struct tg_half *half, struct tg_half *to)
{
	const struct tg_site *s = half->site;
	size_t n = 0;
	for (const struct tg_node *x = half->unit->root; x && n < ABOUT_MAX;) {
		bool apart = (int64_t)x->end <= s->start || (int64_t)x->start >= s->end;
		bool within = (int64_t)x->start >= s->start && (int64_t)x->end <= s->end;
		if (within && is_shared(x)) {
			to[n] = *half;
			to[n++].about = x->decl;
		}
		x = apart && x != half->unit->root ? tg_node_skip(x, half->unit->root)
						   : tg_node_after(x, half->unit->root);
	}
	return n;
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
	struct tg_half *h = fl_arena_array(sink->arena, halves.len * ABOUT_MAX + 1, sizeof(*h));
	size_t len = 0;
	if (!h)
		return; /* the arena says so at the end */
	for (size_t i = 0; i < halves.len; i++)
		len += add_abouts((const struct tg_half *)halves.items + i, &h[len]);
	tg_put_pairs(unit, sink, h, len, is_drawn);
}

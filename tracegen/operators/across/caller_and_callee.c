/*
 * caller-and-callee: a slip at a call, or in the line before or after it, and one in the function
 * that is called, which stands in another file.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/pairs.h"

enum { LINES_NEAR = 1, PAIRS = 2 };

static bool may_join(const struct tg_op *op, const struct tg_site *site)
{
	(void)site;
	return op->phase == TG_RUNTIME && op->weight >= TG_RARE &&
	       (op->cls == DIAG_CLASS_LOGIC || op->cls == DIAG_CLASS_UB);
}

static bool are_unlike(const struct tg_half *a, const struct tg_half *b)
{
	return !fl_slice_eq(a->site->op, b->site->op);
}

/* The halves in lines first to last of a unit's file; they stand together. */
static struct fl_list between(
	const struct fl_list *halves, const struct tg_unit *u, int64_t first, int64_t last)
{
	const struct tg_half *h = halves->items;
	size_t from = 0, to;
	while (from < halves->len &&
		!(fl_slice_eq(h[from].site->file, u->file) && h[from].site->line >= first))
		from++;
	for (to = from; to < halves->len && fl_slice_eq(h[to].site->file, u->file) &&
			h[to].site->line <= last;)
		to++;
	return (struct fl_list){(void *)(uintptr_t)(h + from), to - from};
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
	const struct tg_node *call)
{
	const struct tg_node *caller = tg_node_function(call);
	const struct tg_unit *there = NULL;
	const struct tg_node *f = caller ? defined_elsewhere(u, call->decl, &there) : NULL;
	if (!f)
		return;
	int64_t line = tg_line_of(u, call->start), first = tg_line_of(u, caller->start);
	int64_t last = tg_line_of(u, caller->end - 1);
	struct fl_list a = between(halves, u, line - LINES_NEAR > first ? line - LINES_NEAR : first,
		line + LINES_NEAR < last ? line + LINES_NEAR : last);
	struct fl_list b =
		between(halves, there, tg_line_of(there, f->start), tg_line_of(there, f->end - 1));
	for (unsigned i = 0; i < PAIRS; i++)
		tg_put_pair(sink, &a, &b, i, are_unlike);
}

void tg_op_caller_and_callee(const struct tg_unit *unit, struct tg_sink *sink)
{
	const struct fl_list halves = tg_halves(unit, sink, may_join);
	for (size_t i = 0; i < tg_unit_count(unit); i++) {
		const struct tg_unit *u = tg_unit_at(unit, i);
		if (u->fixed || tg_is_header(u))
			continue;
		TG_EACH(n, u)
		{
			if (n->kind == TG_N_CALL && n->decl)
				put_call(sink, &halves, u, n);
		}
	}
}

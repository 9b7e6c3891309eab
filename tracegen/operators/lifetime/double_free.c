/* double-free: what is released is released again further down, out of sight of the first one. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"
#include "tracegen/release.h"

enum { APART = 6 }; /* lines, so that not both are seen at a glance */

/* Whether s releases what the object is reached through: free(p) behind free(p->text). */
static bool releases_root(const struct tg_node *s, uint64_t decl)
{
	for (const struct tg_node *n = s; n; n = tg_node_after(n, s)) {
		struct tg_release r;
		bool release = n->parent && tg_release_at(n, &r) && r.object->kind == TG_N_REF;
		if (release && r.object->decl == decl)
			return true;
	}
	return false;
}

/* The last statement behind s that does not leave: the second release goes behind it. */
static const struct tg_node *place_behind(const struct tg_node *s)
{
	const struct tg_node *last = NULL;
	for (const struct tg_node *n = s->next; n; n = n->next) {
		if (tg_leaves(n) || n->kind == TG_N_LABEL || n->kind == TG_N_CASE)
			break;
		last = n;
	}
	return last;
}

static bool is_set_again(const struct tg_node *from, const struct tg_node *to, uint64_t decl)
{
	for (const struct tg_node *s = from; s; s = s->next) {
		for (const struct tg_node *n = s; n; n = tg_node_after(n, s))
			if ((n->decl == decl && tg_is_changed(n)) || releases_root(n, decl))
				return true;
		if (s == to)
			break;
	}
	return false;
}

void tg_op_double_free(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_release r;
		if (!tg_release_at(n, &r) || !r.root || !n->parent ||
			n->parent->kind != TG_N_COMPOUND)
			continue;
		const struct tg_node *behind = place_behind(n);
		if (!behind || behind->in_macro || is_set_again(n->next, behind, r.root->decl))
			continue;
		size_t end = tg_statement_end(unit, behind), eol = tg_line_end(unit, end);
		size_t stop = tg_statement_end(unit, n);
		if (fl_slice_trim(fl_slice(unit->text.ptr + end, eol - end)).len ||
			eol >= unit->text.len ||
			fl_slice_count(fl_slice(unit->text.ptr + stop, eol + 1 - stop), '\n') <
				APART)
			continue;
		tg_put(unit, sink, n, eol, eol + 1, "\n%.*s%.*s\n",
			FL_ARG(tg_line_indent(unit, n->start)), (int)(stop - n->start),
			unit->text.ptr + n->start);
	}
}

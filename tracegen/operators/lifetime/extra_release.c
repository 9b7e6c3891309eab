/*
 * extra-release: a branch releases what is still used behind it, and released at the end: the copy
 * of a line from a path that leaves.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/release.h"

/* The block of an if that stands before the release and goes on behind itself, or NULL. */
static const struct tg_node *block_of(const struct tg_unit *u, const struct tg_node *s)
{
	const struct tg_node *body = s->kind == TG_N_IF ? tg_node_child(s, TG_R_BODY) : NULL;
	bool ok = body && body->kind == TG_N_COMPOUND && body->last && !tg_leaves(body->last) &&
		  tg_place_ok(body->last) && tg_has_lines(u, body->last);
	return ok ? body : NULL;
}

static bool declares(const struct tg_node *s, uint64_t decl)
{
	for (const struct tg_node *v = s; v; v = tg_node_after(v, s))
		if (v->kind == TG_N_VAR && v->decl == decl)
			return true;
	return false;
}

/* Whether s sets what the release is reached through. */
static bool sets(const struct tg_node *s, uint64_t decl)
{
	for (const struct tg_node *v = s; v; v = tg_node_after(v, s))
		if (v->kind == TG_N_REF && v->decl == decl && tg_is_changed(v))
			return true;
	return false;
}

void tg_op_extra_release(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_release r;
		if (!n->parent || n->parent->kind != TG_N_COMPOUND || !tg_release_at(n, &r) ||
			!r.root || !tg_place_ok(n))
			continue;
		struct fl_slice text =
			fl_slice(unit->text.ptr + n->start, tg_statement_end(unit, n) - n->start);
		for (const struct tg_node *s = n->prev; s; s = s->prev) {
			if (s->kind == TG_N_CASE || s->kind == TG_N_LABEL || s->in_macro ||
				declares(s, r.root->decl) || sets(s, r.root->decl))
				break;
			const struct tg_node *body = block_of(unit, s);
			if (body && tg_may_stand(r.object, body->last)) {
				tg_put_last(unit, sink, body, text);
				break;
			}
		}
	}
}

/*
 * wrong-release: another object is released than the one that is meant, mostly one that is released
 * as well: what one gets from copying a line and not changing it.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"
#include "tracegen/release.h"

enum { SCOPE_MAX = 24 };

/* "const char *": what may not be changed is not one's own to release. */
static bool is_borrowed(const struct tg_type *t)
{
	ptrdiff_t star = fl_slice_chr(t->text, '*');
	struct fl_slice text = fl_slice_head(t->text, star > 0 ? (size_t)star : 0);
	for (size_t at = tg_text_solid(text, 0), end; at < text.len;
		at = tg_text_solid(text, end)) {
		end = tg_text_token(text, at);
		if (fl_slice_eqs(fl_slice(text.ptr + at, end - at), "const"))
			return true;
	}
	return false;
}

/* if (p) free(p): who has just tested it releases it. */
static bool is_tested(const struct tg_unit *u, const struct tg_node *n, const struct tg_release *r)
{
	const struct tg_node *at = n->parent;
	if (at && at->kind == TG_N_COMPOUND && at->first == at->last)
		at = at->parent;
	const struct tg_node *cond =
		at && at->kind == TG_N_IF ? tg_node_child(at, TG_R_COND) : NULL;
	for (const struct tg_node *c = cond; c; c = tg_node_after(c, cond))
		if (c->kind == r->object->kind && tg_same_text(u, c, r->object))
			return true;
	return false;
}

/* The neighbour that releases another object in the same way. */
static const struct tg_node *neighbour(
	const struct tg_unit *u, const struct tg_node *n, const struct tg_release *r)
{
	const struct tg_node *sides[] = {n->prev, n->next};
	struct tg_release other;
	for (size_t i = 0; i < 2; i++)
		if (sides[i] && sides[i]->kind == n->kind && tg_release_at(sides[i], &other) &&
			fl_slice_eq(sides[i]->name, n->name) &&
			!tg_same_text(u, other.object, r->object) &&
			other.object->type.cls == r->object->type.cls)
			return other.object;
	return NULL;
}

void tg_op_wrong_release(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_release r;
		const struct tg_node *scope[SCOPE_MAX];
		if (!n->parent || !tg_release_at(n, &r) || r.object->in_macro || !tg_place_ok(n) ||
			is_tested(unit, n, &r))
			continue;
		const struct tg_node *other = neighbour(unit, n, &r);
		bool variable = r.object->kind == TG_N_REF;
		size_t count = !other && variable ? tg_scope(n, scope, SCOPE_MAX) : 0;
		for (size_t i = 0; i < count; i++) {
			bool fits = scope[i]->decl != r.object->decl &&
				    tg_same_type(&scope[i]->type, &r.object->type) &&
				    !scope[i]->type.is_const && !is_borrowed(&scope[i]->type);
			if (fits) {
				tg_put_node(unit, sink, r.object, "%.*s", FL_ARG(scope[i]->name));
				break;
			}
		}
		if (other)
			tg_put_node(
				unit, sink, r.object, "%.*s", FL_ARG(tg_node_text(unit, other)));
	}
}

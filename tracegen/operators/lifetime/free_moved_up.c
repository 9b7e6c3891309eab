/*
 * free-moved-up: memory is released before its last use: behind an earlier use some lines above.
 * Right above a line that uses it nobody releases it.
 */
#include "tracegen/cut.h"
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/release.h"

/* Whether n is written to, as the whole left side of an assignment or by ++ and &. */
static bool is_written(const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	while (p && p->kind == TG_N_PAREN)
		p = p->parent;
	if (!p)
		return false;
	if (p->kind == TG_N_BINARY)
		return p->op == TG_O_SET && n->role == TG_R_LHS;
	return p->kind == TG_N_UNARY && (p->op == TG_O_INC || p->op == TG_O_DEC);
}

/* Whether the value of n is followed or handed on: p->x, *p, p[i], f(p), or p.x, f(&p). */
static bool is_followed(const struct tg_node *n)
{
	const struct tg_node *p = n->parent;
	while (p && p->kind == TG_N_PAREN)
		p = p->parent;
	if (!p)
		return false;
	switch (p->kind) {
	case TG_N_MEMBER: return true;
	case TG_N_INDEX: return p->first == n;
	case TG_N_UNARY:
		return p->op == TG_O_DEREF || (p->op == TG_O_ADDRESS && p->role == TG_R_ARG);
	case TG_N_CALL: return n->role == TG_R_ARG;
	case TG_N_DELETE: return true;
	default: return false;
	}
}

enum use { UNUSED, USED, REASSIGNED };

/* What the statement s does with the released expression. */
static enum use use_in(const struct tg_unit *u, const struct tg_node *s, const struct tg_release *r)
{
	enum use use = UNUSED;
	for (const struct tg_node *n = s; n; n = tg_node_after(n, s)) {
		if ((n->kind == TG_N_VAR || n->kind == TG_N_PARAM) && n->decl == r->root->decl)
			return REASSIGNED;
		if (n->kind == TG_N_REF && n->decl == r->root->decl && is_written(n))
			return REASSIGNED;
		if (n->kind != r->object->kind || n->in_macro || !tg_same_text(u, n, r->object))
			continue;
		if (is_written(n))
			return REASSIGNED;
		if (is_followed(n))
			use = USED;
	}
	return use;
}

/* Whether s declares a variable that the released expression is made of: it must stay in front. */
static bool declares_for_release(const struct tg_node *s, const struct tg_release *r)
{
	for (const struct tg_node *n = r->object; n; n = tg_node_after(n, r->object)) {
		if (n->kind != TG_N_REF)
			continue;
		for (const struct tg_node *d = s; d; d = tg_node_after(d, s)) {
			if (d->kind == TG_N_VAR && d->decl == n->decl)
				return true;
		}
	}
	return false;
}

static void move_before(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *to,
	const struct tg_release *r)
{
	const struct tg_node *s = r->statement;
	size_t start = to->start, end = tg_statement_end(u, s), cut = s->start, cut_end = end;
	const char *text = u->text.ptr;
	tg_cut_widen(u, &cut, &cut_end);
	if (cut <= tg_statement_end(u, to) - 1)
		return; /* on the same line */
	struct fl_slice indent = tg_line_indent(u, start);
	struct fl_slice release = fl_slice(text + s->start, end - s->start);
	struct fl_slice above = fl_slice(text + start, cut - start);
	struct tg_edit edit = {.kind = TG_STATEMENT,
		.start = start,
		.end = cut_end,
		.at = s,
		.symbol = r->root->name,
		.symbol_line = r->root->decl_line};
	tg_yield(u, sink, &edit,
		fl_arena_printf(sink->arena, "%.*s\n%.*s%.*s", FL_ARG(release), FL_ARG(indent),
			FL_ARG(above)));
}

/* Of many uses behind it nobody overlooks all. */
enum { FAR_MAX = 16, FAR_LINES = 14, USES_MAX = 2 };

/* Where a release may go: before these statements of its block, nearest first. */
struct places {
	const struct tg_node *far[FAR_MAX];
	size_t count;
};

/* Does the first line of s use the memory? Right above that line nobody releases it. */
static bool uses_at_once(
	const struct tg_unit *u, const struct tg_node *s, const struct tg_release *r)
{
	for (const struct tg_node *n = s; n; n = tg_node_after(n, s))
		if (n->kind == r->object->kind && tg_same_text(u, n, r->object) &&
			tg_line_of(u, n->start) == tg_line_of(u, s->start))
			return true;
	return false;
}

/*
 * A person takes an earlier use for the last one: far places are behind such a use. above: what
 * the statement before s does with the memory.
 */
static void add_place(const struct tg_unit *u, struct places *p, const struct tg_node *s,
	const struct tg_release *r, enum use above)
{
	bool next = s->next == r->statement;
	bool lines = tg_line_of(u, s->start) != tg_line_of(u, s->end - 1);
	bool behind_use = above == USED && (!next || lines);
	if (behind_use && !uses_at_once(u, s, r) && p->count < FAR_MAX)
		p->far[p->count++] = s;
}

static struct places places_of(const struct tg_unit *u, const struct tg_release *r)
{
	struct places p = {0};
	unsigned line = tg_line_of(u, r->statement->start);
	unsigned used = 0;
	const struct tg_node *s = r->statement->prev;
	enum use use = s ? use_in(u, s, r) : UNUSED, above;
	for (; s; s = s->prev, use = above) {
		if (s->kind == TG_N_LABEL || s->kind == TG_N_CASE || s->in_macro ||
			tg_line_of(u, s->start) + FAR_LINES < line || declares_for_release(s, r))
			break;
		if (use == REASSIGNED)
			break;
		used += use == USED;
		if (used > USES_MAX)
			break;
		above = s->prev ? use_in(u, s->prev, r) : UNUSED;
		if (used)
			add_place(u, &p, s, r, above);
	}
	return p;
}

void tg_op_free_moved_up(const struct tg_unit *unit, struct tg_sink *sink)
{
	for (const struct tg_node *n = unit->root; n; n = tg_node_after(n, unit->root)) {
		struct tg_release r;
		if (!tg_release_at(n, &r) || !r.root || n->parent->kind != TG_N_COMPOUND)
			continue;
		struct places p = places_of(unit, &r);
		size_t one = p.count ? tg_draw(unit, n, (unsigned)p.count) : 0;
		if (p.count)
			move_before(unit, sink, p.far[one], &r);
		if (p.count > 1) /* another one: what is tried first may not show */
			move_before(unit, sink, p.far[(one + 1) % p.count], &r);
	}
}

/*
 * wrong-function: a function of the same file, with the same type and a like name, is called
 * instead.
 */
#include "tracegen/operators/alike_names.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/put.h"

enum { ALIKE_MAX = 16 };

/* Letters that two names share at their starts and ends. */
static size_t likeness(struct fl_slice a, struct fl_slice b)
{
	size_t head = fl_slice_common_head(a, b);
	return head + fl_slice_common_tail(fl_slice_skip(a, head), fl_slice_skip(b, head));
}

/* A constructor has its class's name, and cannot be called by it on an object. */
static bool is_constructor(const struct tg_node *f)
{
	struct fl_slice of = f->parent->name;
	return of.len && fl_slice_eq(fl_slice_head(f->name, of.len), of) &&
	       (f->name.len == of.len || f->name.ptr[of.len] == '<');
}

/* Members are known in all of their class; other functions from their first declaration on. */
static bool is_known(const struct tg_node *g, const struct tg_node *around)
{
	bool known = g->parent->kind == TG_N_TYPE || (g->flags & TG_F_REDECLARED) || !around;
	for (const struct tg_node *d = g->parent->first; d && !known; d = d->next)
		known = d->kind == TG_N_FUNCTION && d->decl == g->decl && d->start < around->start;
	return known;
}

static bool is_alike(const struct tg_node *f, const struct tg_node *g, const struct tg_node *around)
{
	return f != g && g != around && g->kind == TG_N_FUNCTION && (g->flags & TG_F_DEFINITION) &&
	       g->parent == f->parent && g->decl != f->decl &&
	       fl_slice_eq(f->type.text, g->type.text) && !fl_slice_eqs(g->name, "main") &&
	       !fl_slice_starts(g->name, "operator") && !fl_slice_starts(g->name, "~") &&
	       tg_alike_names(f->name, g->name) && !is_constructor(g) && is_known(g, around);
}

/* The function whose name is most like the other's. */
static const struct tg_node *sibling(const struct tg_node *f, const struct tg_node *around)
{
	const struct tg_node *best = NULL;
	size_t most = 0;
	for (const struct tg_node *g = f->parent->first; g; g = g->next) {
		size_t likes = is_alike(f, g, around) ? likeness(f->name, g->name) + 1 : 0;
		if (likes > most) {
			most = likes;
			best = g;
		}
	}
	return best;
}

/* Is the function called within a line of n as well? Then n stands out when it calls another. */
static bool is_repeated(const struct tg_unit *u, const struct tg_node *n, struct fl_slice called)
{
	const struct tg_node *function = tg_node_function(n);
	for (const struct tg_node *o = function; o; o = tg_node_after(o, function)) {
		const struct tg_node *name =
			o->kind == TG_N_CALL && o != n ? tg_called_name(o) : NULL;
		if (name && fl_slice_eq(name->name, called) &&
			tg_lines_apart(u, o->start, n->start) <= 1)
			return true;
	}
	return false;
}

void tg_op_wrong_function(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		const struct tg_node *name = n->kind == TG_N_CALL ? tg_called_name(n) : NULL;
		const struct tg_node *f = name && tg_place_ok(n) ? tg_callee(unit, n) : NULL;
		const struct tg_node *g = f && f->parent ? sibling(f, tg_node_function(n)) : NULL;
		if (g && !name->in_macro && !is_repeated(unit, n, f->name))
			tg_put(unit, sink, name, name->name_at, name->name_at + f->name.len, "%.*s",
				FL_ARG(g->name));
	}
}

/*
 * lock-order: two locks are taken in another order than elsewhere: the calls have changed places,
 * what put them in order is gone, or a lock of both at once has become two.
 */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/parts.h"
#include "tracegen/operators/sync.h"

/* A lock_guard of two mutexes at once: std::scoped_lock lock(a.m, b.m). */
static void split(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n)
{
	const struct tg_node *v = n->kind == TG_N_DECL_STMT ? n->first : NULL;
	if (!v || v->kind != TG_N_VAR || v->next || !tg_place_ok(n) ||
		fl_slice_find(v->type.text, "scoped_lock") < 0)
		return;
	size_t open = tg_text_solid(u->text, v->name_at + v->name.len) + 1;
	size_t end = n->end - 1;
	while (end > open && fl_slice_chr(FL_S(")}"), u->text.ptr[end]) < 0)
		end--;
	size_t comma = tg_text_find(u->text, open, end, ',');
	if (comma >= end || tg_text_find(u->text, comma + 1, end, ',') < end)
		return;
	struct fl_slice one = fl_slice_trim(fl_slice(u->text.ptr + open, comma - open));
	struct fl_slice two = fl_slice_trim(fl_slice(u->text.ptr + comma + 1, end - comma - 1));
	struct fl_slice indent = tg_line_indent(u, n->start);
	tg_put(u, sink, n, n->start, tg_statement_end(u, n),
		"std::lock_guard first(%.*s);\n%.*sstd::lock_guard second(%.*s);", FL_ARG(one),
		FL_ARG(indent), FL_ARG(two));
}

/* Is the variable locked further down in its function? */
static bool is_locked(const struct tg_unit *u, const struct tg_node *at, uint64_t decl)
{
	const struct tg_node *function = tg_node_function(at);
	for (const struct tg_node *n = at; n && function; n = tg_node_after(n, function)) {
		struct tg_lock lock;
		if (tg_lock_at(u, n, &lock) && tg_node_mentions(n, decl))
			return true;
	}
	return false;
}

/* if (b < a) swap(a, b); before both are locked. */
static void unswapped(const struct tg_unit *u, struct tg_sink *sink, const struct tg_node *n)
{
	const struct tg_node *body = n->kind == TG_N_IF ? tg_node_child(n, TG_R_BODY) : NULL;
	if (body && body->kind == TG_N_COMPOUND && body->first == body->last)
		body = body->first;
	if (!body || body->kind != TG_N_CALL || !fl_slice_ends(body->name, "swap") ||
		tg_node_child(n, TG_R_ELSE) || !tg_place_ok(n))
		return;
	for (const struct tg_node *v = body; v; v = tg_node_after(v, body))
		if (v->kind == TG_N_REF && (v->flags & TG_F_LOCAL) && is_locked(u, n, v->decl)) {
			tg_put_removal(u, sink, n);
			return;
		}
}

void tg_op_lock_order(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_lock one, two;
		if (tg_lock_at(unit, n, &one) && n->next && tg_lock_at(unit, n->next, &two) &&
			!fl_slice_eq(tg_locked(unit, &one), tg_locked(unit, &two)))
			tg_put_exchanged(unit, sink, n, n->next);
		split(unit, sink, n);
		unswapped(unit, sink, n);
	}
}

/*
 * nested-lock: a function takes the lock that a caller of it holds already, as if it were called
 * from where nobody has it.
 */
#include "tracegen/operators/lines.h"
#include "tracegen/operators/ops.h"
#include "tracegen/operators/parts.h"
#include "tracegen/operators/sync.h"

/* A parameter of f of that name and type, or NULL. */
static const struct tg_node *same_parameter(const struct tg_node *f, const struct tg_node *ref)
{
	for (const struct tg_node *p = f->first; p; p = p->next)
		if (p->kind == TG_N_PARAM && fl_slice_eq(p->name, ref->name) &&
			tg_same_type(&p->type, &ref->type))
			return p;
	return NULL;
}

/* Does f name the member by itself, as only another function of its class can? */
static bool has_member(const struct tg_node *f, const struct tg_node *member)
{
	const struct tg_node *other = tg_node_function(member);
	if (f->parent && f->parent == other->parent && f->parent->kind == TG_N_TYPE)
		return true;
	for (const struct tg_node *m = f; m; m = tg_node_after(m, f)) {
		if (m->kind != TG_N_MEMBER || m->first)
			continue;
		for (const struct tg_node *o = other; o; o = tg_node_after(o, other))
			if (o->kind == TG_N_MEMBER && !o->first && o->decl == m->decl)
				return true;
	}
	return false;
}

/* Whether what is locked means the same object in f, by all names in it. */
static bool means_same(const struct tg_lock *lock, const struct tg_node *f)
{
	const struct tg_node *s = lock->statement;
	bool any = false;
	for (const struct tg_node *n = s; n; n = tg_node_after(n, s)) {
		bool in = n->start >= lock->start && n->end <= lock->end;
		if (!in || n->kind == TG_N_CALL || n->in_macro)
			continue;
		any = any || n->kind == TG_N_REF || n->kind == TG_N_MEMBER;
		if (n->kind == TG_N_REF && (n->flags & TG_F_LOCAL) && !same_parameter(f, n))
			return false;
		if (n->kind == TG_N_MEMBER && !n->first && !has_member(f, n))
			return false;
	}
	return any;
}

/* Does f, which has a body, do anything with locks or threads, or leave before its end? */
static bool may_lock(const struct tg_unit *u, const struct tg_node *f, bool by_guard)
{
	const struct tg_node *body = f->last;
	if (!body || body->kind != TG_N_COMPOUND || !body->first || body->in_macro ||
		!tg_place_ok(body->first))
		return false;
	for (const struct tg_node *n = body->first; n; n = tg_node_after(n, body)) {
		bool leaves = n->kind == TG_N_RETURN && n != body->last;
		if (tg_is_sync(u, n) || (leaves && !by_guard) || n->kind == TG_N_LAMBDA)
			return false;
	}
	return tg_has_lines(u, body->first) && tg_has_lines(u, body->last);
}

static struct tg_part line_before(const struct tg_unit *u, const struct tg_node *s,
	const struct tg_node *text, struct fl_arena *a)
{
	struct fl_slice indent = tg_line_indent(u, s->start);
	size_t end = tg_statement_end(u, text);
	struct fl_slice line = fl_slice(u->text.ptr + text->start, end - text->start);
	return (struct tg_part){.start = s->start,
		.end = s->start,
		.text = fl_arena_printf(a, "%.*s\n%.*s", FL_ARG(line), FL_ARG(indent))};
}

static struct tg_part line_behind(const struct tg_unit *u, const struct tg_node *s,
	const struct tg_node *text, struct fl_arena *a)
{
	size_t at = tg_statement_end(u, s), end = tg_statement_end(u, text);
	struct fl_slice line = fl_slice(u->text.ptr + text->start, end - text->start);
	return (struct tg_part){.start = at,
		.end = at,
		.text = fl_arena_printf(
			a, "\n%.*s%.*s", FL_ARG(tg_line_indent(u, s->start)), FL_ARG(line))};
}

static void put_lock(const struct tg_unit *u, struct tg_sink *sink, const struct tg_lock *lock,
	const struct tg_node *unlock, const struct tg_node *f)
{
	const struct tg_node *body = f->last;
	struct tg_part parts[2] = {line_before(u, body->first, lock->statement, sink->arena)};
	if (lock->guard) {
		tg_put_before(u, sink, body->first,
			fl_slice(u->text.ptr + lock->statement->start,
				tg_statement_end(u, lock->statement) - lock->statement->start));
		return;
	}
	/* A result is worked out before the lock is given back: only a plain one may stand there. */
	bool returns = body->last->kind == TG_N_RETURN;
	if (returns && (body->first == body->last ||
			       (body->last->first && body->last->first->kind != TG_N_REF &&
				       body->last->first->kind != TG_N_INT)))
		return;
	parts[1] = returns ? line_before(u, body->last, unlock, sink->arena)
			   : line_behind(u, body->last, unlock, sink->arena);
	tg_put_parts(u, sink, body->first, parts, 2);
}

/* The functions called while the lock is held, each once. */
static void put_below(const struct tg_unit *u, struct tg_sink *sink, const struct tg_lock *lock,
	const struct tg_node *unlock)
{
	const struct tg_node *found[8];
	size_t count = 0;
	for (const struct tg_node *s = lock->statement->next; s && s != unlock; s = s->next) {
		for (const struct tg_node *n = s; n; n = tg_node_after(n, s)) {
			const struct tg_node *f = n->kind == TG_N_CALL ? tg_callee(u, n) : NULL;
			bool again = !f || count == sizeof(found) / sizeof(found[0]);
			for (size_t i = 0; i < count && !again; i++)
				again = found[i] == f;
			if (again || f == tg_node_function(s) || !means_same(lock, f) ||
				!may_lock(u, f, lock->guard != NULL))
				continue;
			found[count++] = f;
			put_lock(u, sink, lock, unlock, f);
		}
	}
}

void tg_op_nested_lock(const struct tg_unit *unit, struct tg_sink *sink)
{
	enum { UNLOCKS = 8 };
	TG_EACH(n, unit)
	{
		struct tg_lock lock, unlocks[UNLOCKS];
		const struct tg_node *last = NULL;
		if (tg_lock_at(unit, n, &lock) &&
			(lock.guard ||
				(tg_unlocks_of(unit, &lock, unlocks, UNLOCKS, &last) && last)))
			put_below(unit, sink, &lock, last);
	}
}

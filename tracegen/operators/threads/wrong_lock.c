/* wrong-lock: another lock of the same type is taken: a field beside it, another object's. */
#include "tracegen/operators/ops.h"
#include "tracegen/operators/parts.h"
#include "tracegen/operators/sync.h"

enum { SCOPE_MAX = 24 };

/* The last name in what is locked, and the variable before it: "a->lock" has lock and a. */
static const struct tg_node *name_in(const struct tg_lock *l, bool outermost)
{
	const struct tg_node *found = NULL;
	for (const struct tg_node *n = l->statement; n; n = tg_node_after(n, l->statement)) {
		bool within = n->start >= l->start && n->end <= l->end;
		if (!within || n->in_macro || !n->decl)
			continue;
		if (outermost && (n->kind == TG_N_REF || n->kind == TG_N_MEMBER))
			return n;
		if (!outermost && n->kind == TG_N_REF)
			found = n;
	}
	return found;
}

/* Another field or global that is declared beside the one, of the same type. */
static const struct tg_node *beside(const struct tg_unit *u, const struct tg_node *name)
{
	const struct tg_node *decl = NULL, *found = NULL;
	TG_EACH(n, u)
	{
		bool kind = n->kind == TG_N_FIELD || n->kind == TG_N_VAR;
		if (kind && n->decl == name->decl && !decl)
			decl = n;
	}
	TG_EACH(n, u)
	{
		bool fits = decl && n != decl && n->kind == decl->kind && n->parent &&
			    n->parent->kind == decl->parent->kind && n->name.len &&
			    (n->parent == decl->parent || decl->kind == TG_N_VAR) &&
			    tg_same_type(&n->type, &decl->type) && !(n->flags & TG_F_LOCAL) &&
			    !tg_node_function(n);
		if (fits && !found)
			found = n;
	}
	return found;
}

/* Another variable in scope of the type of the one that the lock is in. */
static const struct tg_node *instead(const struct tg_node *base)
{
	const struct tg_node *scope[SCOPE_MAX];
	size_t count = tg_scope(base, scope, SCOPE_MAX);
	for (size_t i = 0; i < count; i++)
		if (scope[i]->decl != base->decl && tg_same_type(&scope[i]->type, &base->type))
			return scope[i];
	return NULL;
}

/* The lock, and what gives it back, with another name in one place. */
static void put(const struct tg_unit *u, struct tg_sink *sink, const struct tg_lock *lock,
	const struct tg_node *name, struct fl_slice other)
{
	struct tg_lock unlocks[TG_PARTS_MAX - 1];
	struct tg_part parts[TG_PARTS_MAX];
	const struct tg_node *last;
	size_t at = name->name_at - lock->start, n = 0;
	if (name->name_at < lock->start || name->name_at + name->name.len > lock->end)
		return;
	if (!lock->guard)
		n = tg_unlocks_of(u, lock, unlocks, TG_PARTS_MAX - 1, &last);
	parts[0] = (struct tg_part){name->name_at, name->name_at + name->name.len, other};
	for (size_t i = 0; i < n; i++) {
		size_t start = unlocks[i].start + at;
		parts[i + 1] = (struct tg_part){start, start + name->name.len, other};
	}
	if (lock->guard || n)
		tg_put_parts(u, sink, lock->statement, parts, n + 1);
}

void tg_op_wrong_lock(const struct tg_unit *unit, struct tg_sink *sink)
{
	TG_EACH(n, unit)
	{
		struct tg_lock lock;
		if (!tg_lock_at(unit, n, &lock))
			continue;
		const struct tg_node *name = name_in(&lock, true), *base = name_in(&lock, false);
		const struct tg_node *field = name ? beside(unit, name) : NULL;
		const struct tg_node *object =
			base && base != name && (base->flags & TG_F_LOCAL) ? instead(base) : NULL;
		if (field)
			put(unit, sink, &lock, name, field->name);
		if (object)
			put(unit, sink, &lock, base, object->name);
	}
}

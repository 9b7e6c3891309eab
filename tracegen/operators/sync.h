/* What keeps threads apart, as operators find it: locks, guards, waits, and who wakes whom. */
#ifndef FL_TRACEGEN_OPERATORS_SYNC_H
#define FL_TRACEGEN_OPERATORS_SYNC_H

#include "tracegen/operators/put.h"

/* A statement that takes or gives back a lock. */
struct tg_lock {
	const struct tg_node *statement;
	const struct tg_node *guard; /* the variable of a lock_guard and its like; else NULL */
	size_t start, end; /* what is locked, as it is written, without & */
};

/* Is n a statement that takes a lock, by a call or by a guard of one mutex? */
bool tg_lock_at(const struct tg_unit *u, const struct tg_node *n, struct tg_lock *ret_lock);

/* Is n a call, as a statement, that gives one back? */
bool tg_unlock_at(const struct tg_unit *u, const struct tg_node *n, struct tg_lock *ret_lock);

static inline struct fl_slice tg_locked(const struct tg_unit *u, const struct tg_lock *l)
{
	return fl_slice(u->text.ptr + l->start, l->end - l->start);
}

/*
 * The calls that give back what that call takes: those below the statements behind it in its block,
 * up to one that stands in the block itself. *ret_last is that one, or NULL. Returns how many; 0
 * where there are none, or more than max.
 */
size_t tg_unlocks_of(const struct tg_unit *u, const struct tg_lock *lock, struct tg_lock *ret,
	size_t max, const struct tg_node **ret_last);

/* Does the path that the call n stands on, in an if, leave its function or loop soon after? */
bool tg_leaves_early(const struct tg_node *n);

/* A call that waits on a condition variable, or NULL; n is a statement. */
const struct tg_node *tg_wait_at(const struct tg_node *n);

/* A call of this kind that stands as a statement. */
bool tg_is_notify(const struct tg_node *n);
bool tg_is_join(const struct tg_node *n);

/* Does n start a thread? */
bool tg_starts_thread(const struct tg_node *n);

/* Any of these: left to the operators of threads. */
bool tg_is_sync(const struct tg_unit *u, const struct tg_node *n);

/* May n touch what other threads see: a member, an element, a global, what a pointer leads to? */
bool tg_touches_shared(const struct tg_node *n);

#endif

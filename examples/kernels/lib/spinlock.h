/*
 * Locks that keep interrupts off. There is one processor: a lock that is held already would never be
 * given back, which is a panic, as is giving back one that is not held.
 */
#ifndef KERNELS_SPINLOCK_H
#define KERNELS_SPINLOCK_H

#include "kernel.h"

#ifdef __cplusplus
extern "C" {
#endif

struct spinlock {
	const char *name;
	bool held, interrupts_were_on;
};

#define SPINLOCK(text) {.name = (text)}

void spin_lock(struct spinlock *lock);
void spin_unlock(struct spinlock *lock);

/* How many locks are held. */
unsigned spin_locks_held(void);

#ifdef __cplusplus
}
#endif

#endif

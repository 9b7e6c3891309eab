/* Locks that sleep. */
#ifndef _LINUX_MUTEX_H
#define _LINUX_MUTEX_H

struct mutex {
	long owner;
	int waiters;
};

#define DEFINE_MUTEX(name) struct mutex name = {0, 0}

void mutex_init(struct mutex *lock);
void mutex_lock(struct mutex *lock);
int mutex_trylock(struct mutex *lock);
void mutex_unlock(struct mutex *lock);

#endif

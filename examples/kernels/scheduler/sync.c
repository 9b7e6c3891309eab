/* Mutexes, semaphores and conditions, on top of wait queues. */
#include "scheduler/internal.h"

enum { CHAIN_MAX = THREADS };

void mutex_init(struct mutex *mutex)
{
	*mutex = (struct mutex){.owner = NULL};
	wait_queue_init(&mutex->queue);
}

static void take(struct mutex *mutex, struct thread *owner)
{
	mutex->owner = owner;
	mutex->depth = 1;
	owner->locks++;
	owner->waits_for = NULL;
}

/* Who holds what an urgent thread waits for, and whom that one waits for, and so on. */
static void lend_priority(struct mutex *mutex, unsigned priority)
{
	for (unsigned i = 0; mutex && mutex->owner; i++) {
		if (i == CHAIN_MAX || mutex->owner == thread_current())
			panic("deadlock: threads wait for each other's mutexes");
		if (mutex->owner->priority > priority)
			thread_boost(mutex->owner, priority);
		mutex = mutex->owner->waits_for;
	}
}

void mutex_lock(struct mutex *mutex)
{
	struct thread *self = thread_current();
	if (mutex->owner == self) {
		mutex->depth++;
		return;
	}
	if (!mutex->owner) {
		take(mutex, self);
		return;
	}
	lend_priority(mutex, self->priority);
	self->waits_for = mutex;
	wait_queue_wait(&mutex->queue, FOREVER); /* mutex_unlock() has made it ours */
	KASSERT(mutex->owner == self);
}

bool mutex_try(struct mutex *mutex)
{
	struct thread *self = thread_current();
	if (mutex->owner && mutex->owner != self)
		return false;
	mutex_lock(mutex);
	return true;
}

/* It is the next one's now, which runs when the caller lets it. */
static void hand_over(struct mutex *mutex)
{
	struct thread *self = mutex->owner;
	self->locks--;
	mutex->owner = NULL;
	struct thread *next = wait_queue_wake(&mutex->queue);
	if (next)
		take(mutex, next);
	if (self->locks == 0)
		thread_boost(self, self->base_priority);
}

void mutex_unlock(struct mutex *mutex)
{
	if (mutex->owner != thread_current())
		panic("%s unlocks a mutex that is not its own", thread_current()->name);
	if (--mutex->depth > 0)
		return;
	hand_over(mutex);
	scheduler_preempt();
}

void semaphore_init(struct semaphore *semaphore, unsigned count)
{
	semaphore->count = count;
	wait_queue_init(&semaphore->queue);
}

bool semaphore_down(struct semaphore *semaphore, int64_t ticks)
{
	if (semaphore->count == 0)
		return wait_queue_wait(&semaphore->queue, ticks);
	semaphore->count--;
	return true;
}

/* Straight to who waits longest, so that nobody else can be faster. */
void semaphore_up(struct semaphore *semaphore)
{
	if (wait_queue_wake(&semaphore->queue))
		scheduler_preempt();
	else
		semaphore->count++;
}

void condition_init(struct condition *condition)
{
	wait_queue_init(&condition->queue);
}

bool condition_wait(struct condition *condition, struct mutex *mutex, int64_t ticks)
{
	KASSERT(mutex->owner == thread_current() && mutex->depth == 1);
	hand_over(mutex); /* nobody else runs before we wait, so no signal is missed */
	bool woken = wait_queue_wait(&condition->queue, ticks);
	mutex_lock(mutex);
	return woken;
}

void condition_signal(struct condition *condition)
{
	if (wait_queue_wake(&condition->queue))
		scheduler_preempt();
}

void condition_broadcast(struct condition *condition)
{
	bool any = false;
	while (wait_queue_wake(&condition->queue))
		any = true;
	if (any)
		scheduler_preempt();
}

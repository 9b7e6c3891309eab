/*
 * Threads of the kernel, on one processor: the runnable one of the highest priority runs, and those of
 * one priority take turns. A tick ends the turn of a thread that had its slice. When nobody can run,
 * the clock goes on to the next one that sleeps.
 */
#ifndef SCHEDULER_H
#define SCHEDULER_H

#include "lib/list.h"

enum { THREADS = 12, PRIORITIES = 8, SLICE = 4, STACK_SIZE = 8192, NAME_MAX = 12 };
enum { THREAD_JOIN_FAILED = -1, FOREVER = -1 };

enum thread_state { THREAD_UNUSED, THREAD_READY, THREAD_RUNNING, THREAD_SLEEPING, THREAD_WAITING,
	THREAD_ENDED };

struct wait_queue {
	struct list_node waiting; /* of the threads, the most urgent first */
};

struct mutex;

struct thread {
	struct list_node link; /* in a run queue, the sleepers or a wait queue */
	struct list_node timer; /* in the sleepers, while it waits for so long only */
	char name[NAME_MAX];
	enum thread_state state;
	unsigned id, priority, base_priority, slice, locks;
	void *stack_pointer;
	char *stack;
	void (*run)(void *argument);
	void *argument;
	uint64_t wake_at, ran, switches;
	bool timed_out;
	int result;
	struct wait_queue joiners;
	struct wait_queue *waits_in;
	struct mutex *waits_for;
};

/* Who calls this is the first thread, "main", of priority 4 from now on. */
void scheduler_init(void);

/* NULL: there are too many, or the priority is none (0 is the most urgent). */
struct thread *thread_new(
	const char *name, unsigned priority, void (*run)(void *argument), void *argument);
struct thread *thread_current(void);
_Noreturn void thread_exit(int result);

/* Waits for the end of a thread, whose place is free afterwards. */
int thread_join(struct thread *thread);

void thread_yield(void);
void thread_sleep(uint64_t ticks);
void thread_set_priority(struct thread *thread, unsigned priority);

/* The clock's interrupt: a tick that the running thread used. */
void scheduler_tick(void);
uint64_t scheduler_now(void);
uint64_t scheduler_switches(void);
void scheduler_check(void);

/* For what is built on top (sync.c): wait, for so many ticks at most: false when they passed. */
void wait_queue_init(struct wait_queue *queue);
bool wait_queue_wait(struct wait_queue *queue, int64_t ticks);
struct thread *wait_queue_wake(struct wait_queue *queue); /* the first; NULL: nobody waits */

struct mutex {
	struct thread *owner;
	unsigned depth;
	struct wait_queue queue;
};

/* The owner may lock it again; while somebody more urgent waits, it has that one's priority. */
void mutex_init(struct mutex *mutex);
void mutex_lock(struct mutex *mutex);
bool mutex_try(struct mutex *mutex);
void mutex_unlock(struct mutex *mutex);

struct semaphore {
	unsigned count;
	struct wait_queue queue;
};

void semaphore_init(struct semaphore *semaphore, unsigned count);
bool semaphore_down(struct semaphore *semaphore, int64_t ticks);
void semaphore_up(struct semaphore *semaphore);

/* With a mutex that the caller has. */
struct condition {
	struct wait_queue queue;
};

void condition_init(struct condition *condition);
bool condition_wait(struct condition *condition, struct mutex *mutex, int64_t ticks);
void condition_signal(struct condition *condition);
void condition_broadcast(struct condition *condition);

#endif

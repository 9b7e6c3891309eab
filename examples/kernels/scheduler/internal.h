/* Of the scheduler, for sync.c alone. */
#ifndef SCHEDULER_INTERNAL_H
#define SCHEDULER_INTERNAL_H

#include "scheduler/scheduler.h"

/* Give a thread another priority for now, and its place among those that wait. */
void thread_boost(struct thread *thread, unsigned priority);
void wait_queue_insert(struct wait_queue *queue, struct thread *thread);

/* Let a more urgent thread run, where there is one. */
void scheduler_preempt(void);

#endif

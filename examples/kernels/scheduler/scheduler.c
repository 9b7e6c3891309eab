#include "scheduler/internal.h"

enum { MAIN_PRIORITY = 4, CANARY_WORDS = 4 };

#define CANARY 0x57acc0de57acc0deULL

struct stack {
	char guard[PAGE_SIZE];
	char memory[STACK_SIZE];
};

static struct stack stacks[THREADS] __attribute__((aligned(PAGE_SIZE)));
static struct thread threads[THREADS];
static struct thread *current;
static struct list_node ready[PRIORITIES];
static struct list_node sleepers; /* by the tick at which they wake */
static unsigned ready_mask;
static uint64_t now, switches;

static void enqueue(struct thread *thread)
{
	thread->state = THREAD_READY;
	list_add_tail(&thread->link, &ready[thread->priority]);
	ready_mask |= 1U << thread->priority;
}

/* It was interrupted: nobody of its priority goes before it. */
static void enqueue_first(struct thread *thread)
{
	thread->state = THREAD_READY;
	list_add_after(&thread->link, &ready[thread->priority]);
	ready_mask |= 1U << thread->priority;
}

static void dequeue(struct thread *thread)
{
	list_remove(&thread->link);
	if (list_empty(&ready[thread->priority]))
		ready_mask &= ~(1U << thread->priority);
}

static void set_canary(struct thread *thread)
{
	uint64_t *word = (uint64_t *)thread->stack;
	for (size_t i = 0; i < CANARY_WORDS; i++)
		word[i] = CANARY;
}

static void check_canary(const struct thread *thread)
{
	const uint64_t *word = (const uint64_t *)thread->stack;
	if (!thread->stack)
		return; /* main has the boot code's */
	for (size_t i = 0; i < CANARY_WORDS; i++)
		if (word[i] != CANARY)
			panic("the stack of %s is full", thread->name);
}

static void add_sleeper(struct thread *thread, uint64_t ticks)
{
	struct list_node *before = &sleepers;
	thread->wake_at = now + ticks;
	LIST_FOR_EACH(at, &sleepers) {
		if (CONTAINER_OF(at, struct thread, timer)->wake_at > thread->wake_at)
			break;
		before = at;
	}
	list_add_after(&thread->timer, before);
}

static void wake(struct thread *thread, bool timed_out)
{
	KASSERT(thread->state == THREAD_SLEEPING || thread->state == THREAD_WAITING);
	if (thread->state == THREAD_WAITING) {
		list_remove(&thread->link);
		thread->waits_in = NULL;
	}
	if (thread->timer.next) {
		list_remove(&thread->timer);
		thread->timer.next = NULL;
	}
	thread->timed_out = timed_out;
	enqueue(thread);
}

static void wake_sleepers(void)
{
	while (!list_empty(&sleepers)) {
		struct thread *thread = CONTAINER_OF(sleepers.next, struct thread, timer);
		if (thread->wake_at > now)
			break;
		wake(thread, true);
	}
}

/* The next one; the clock goes on until there is one. */
static struct thread *pick(void)
{
	while (ready_mask == 0) {
		if (list_empty(&sleepers))
			panic("all threads wait");
		now = CONTAINER_OF(sleepers.next, struct thread, timer)->wake_at;
		wake_sleepers();
	}
	struct list_node *queue = &ready[__builtin_ctz(ready_mask)];
	struct thread *thread = CONTAINER_OF(queue->next, struct thread, link);
	dequeue(thread);
	return thread;
}

/* The caller has put itself where it belongs. */
static void reschedule(void)
{
	struct thread *from = current, *to = pick();
	check_canary(from);
	check_canary(to);
	to->state = THREAD_RUNNING;
	if (to->slice == 0)
		to->slice = SLICE;
	if (to == from)
		return;
	current = to;
	to->switches++;
	switches++;
	machine_switch(&from->stack_pointer, to->stack_pointer);
}

/* A more urgent one goes first. */
static void preempt(void)
{
	if (ready_mask && (unsigned)__builtin_ctz(ready_mask) < current->priority) {
		enqueue_first(current);
		reschedule();
	}
}

static void thread_main(void *argument)
{
	struct thread *thread = argument;
	thread->run(thread->argument);
	thread_exit(0);
}

void scheduler_init(void)
{
	for (unsigned i = 0; i < PRIORITIES; i++)
		list_init(&ready[i]);
	list_init(&sleepers);
	for (size_t i = 0; i < THREADS; i++)
		machine_guard(stacks[i].guard);
	current = &threads[0];
	*current = (struct thread){.name = "main",
		.state = THREAD_RUNNING,
		.priority = MAIN_PRIORITY,
		.base_priority = MAIN_PRIORITY,
		.slice = SLICE};
	wait_queue_init(&current->joiners);
}

struct thread *thread_new(
	const char *name, unsigned priority, void (*run)(void *argument), void *argument)
{
	unsigned id = 1;
	if (!run || priority >= PRIORITIES)
		return NULL;
	while (id < THREADS && threads[id].state != THREAD_UNUSED)
		id++;
	if (id == THREADS)
		return NULL;
	struct thread *thread = &threads[id];
	*thread = (struct thread){.id = id,
		.priority = priority,
		.base_priority = priority,
		.run = run,
		.argument = argument,
		.stack = stacks[id].memory};
	for (size_t i = 0; name && name[i] && i < NAME_MAX - 1; i++)
		thread->name[i] = name[i];
	wait_queue_init(&thread->joiners);
	set_canary(thread);
	thread->stack_pointer = machine_stack_new(thread->stack + STACK_SIZE, thread_main, thread);
	enqueue(thread);
	preempt();
	return thread;
}

struct thread *thread_current(void)
{
	return current;
}

_Noreturn void thread_exit(int result)
{
	KASSERT(current != &threads[0]);
	if (current->locks > 0)
		panic("%s ends with %u mutexes locked", current->name, current->locks);
	current->result = result;
	current->state = THREAD_ENDED;
	while (wait_queue_wake(&current->joiners))
		;
	reschedule();
	panic("a thread that has ended runs");
}

int thread_join(struct thread *thread)
{
	if (!thread || thread == current || thread->state == THREAD_UNUSED)
		return THREAD_JOIN_FAILED;
	while (thread->state != THREAD_ENDED)
		wait_queue_wait(&thread->joiners, FOREVER);
	int result = thread->result;
	if (list_empty(&thread->joiners.waiting))
		thread->state = THREAD_UNUSED;
	return result;
}

void thread_yield(void)
{
	current->slice = SLICE;
	enqueue(current);
	reschedule();
}

void thread_sleep(uint64_t ticks)
{
	if (ticks == 0) {
		thread_yield();
		return;
	}
	current->state = THREAD_SLEEPING;
	add_sleeper(current, ticks);
	reschedule();
}

/* In its queue, it stands where its new priority belongs. */
static void move_to(struct thread *thread, unsigned priority)
{
	if (thread->state == THREAD_READY) {
		dequeue(thread);
		thread->priority = priority;
		enqueue(thread);
	} else if (thread->state == THREAD_WAITING) {
		struct wait_queue *queue = thread->waits_in;
		list_remove(&thread->link);
		thread->priority = priority;
		wait_queue_insert(queue, thread);
	} else {
		thread->priority = priority;
	}
}

void thread_boost(struct thread *thread, unsigned priority)
{
	if (thread->priority != priority)
		move_to(thread, priority);
}

void thread_set_priority(struct thread *thread, unsigned priority)
{
	if (!thread || priority >= PRIORITIES)
		return;
	thread->base_priority = priority;
	if (thread->locks == 0 || priority < thread->priority)
		thread_boost(thread, priority);
	preempt();
}

void scheduler_tick(void)
{
	now++;
	current->ran++;
	wake_sleepers();
	if (current->slice > 0)
		current->slice--;
	if (current->slice == 0 && ready_mask &&
		(unsigned)__builtin_ctz(ready_mask) <= current->priority)
		thread_yield();
	else
		preempt();
}

uint64_t scheduler_now(void)
{
	return now;
}

uint64_t scheduler_switches(void)
{
	return switches;
}

void wait_queue_init(struct wait_queue *queue)
{
	list_init(&queue->waiting);
}

void wait_queue_insert(struct wait_queue *queue, struct thread *thread)
{
	struct list_node *before = &queue->waiting;
	LIST_FOR_EACH(at, &queue->waiting) {
		if (CONTAINER_OF(at, struct thread, link)->priority > thread->priority)
			break;
		before = at;
	}
	list_add_after(&thread->link, before);
	thread->waits_in = queue;
}

bool wait_queue_wait(struct wait_queue *queue, int64_t ticks)
{
	if (ticks == 0)
		return false;
	current->state = THREAD_WAITING;
	current->timed_out = false;
	wait_queue_insert(queue, current);
	if (ticks != FOREVER)
		add_sleeper(current, (uint64_t)ticks);
	reschedule();
	return !current->timed_out;
}

struct thread *wait_queue_wake(struct wait_queue *queue)
{
	if (list_empty(&queue->waiting))
		return NULL;
	struct thread *thread = CONTAINER_OF(queue->waiting.next, struct thread, link);
	wake(thread, false);
	return thread;
}

void scheduler_preempt(void)
{
	preempt();
}

void scheduler_check(void)
{
	size_t found = 0, want = 0;
	for (unsigned priority = 0; priority < PRIORITIES; priority++) {
		KASSERT(list_empty(&ready[priority]) == !(ready_mask >> priority & 1));
		LIST_FOR_EACH(at, &ready[priority]) {
			const struct thread *thread = CONTAINER_OF(at, struct thread, link);
			KASSERT(thread->state == THREAD_READY && thread->priority == priority);
			found++;
		}
	}
	uint64_t last = now;
	LIST_FOR_EACH(at, &sleepers) {
		const struct thread *thread = CONTAINER_OF(at, struct thread, timer);
		KASSERT(thread->wake_at >= last);
		last = thread->wake_at;
	}
	for (size_t i = 0; i < THREADS; i++) {
		if (threads[i].state != THREAD_UNUSED)
			check_canary(&threads[i]);
		want += threads[i].state == THREAD_READY;
	}
	KASSERT(found == want && current->state == THREAD_RUNNING);
}

#include "lib/random.h"
#include "scheduler/scheduler.h"

enum { LOG_MAX = 96, WORKERS = 6, ROUNDS = 40, ITEMS = 60, ROOM = 4 };

static char trail[LOG_MAX + 1];
static size_t trail_len;

static void mark(char c)
{
	KASSERT(trail_len < LOG_MAX);
	trail[trail_len++] = c;
}

static void expect_trail(const char *what, const char *want)
{
	trail[trail_len] = 0;
	trail_len = 0;
	if (strcmp(trail, want) != 0)
		selftest_fail("selftest.c", __LINE__, "%s ran as %s, want %s", what, trail, want);
	kprintf("%s: %s\n", what, want);
	scheduler_check();
}

static void turns(void *argument)
{
	const char *name = argument;
	for (int i = 0; i < 3; i++) {
		mark(name[0]);
		thread_yield();
	}
	thread_exit(name[0]);
}

static void test_turns(void)
{
	struct thread *list[3];
	static char names[] = "abc";
	for (size_t i = 0; i < 3; i++)
		list[i] = thread_new(&names[i], 4, turns, &names[i]);
	for (size_t i = 0; i < 3; i++)
		EXPECT_EQ(thread_join(list[i]), names[i]);
	EXPECT_EQ(thread_join(list[0]), THREAD_JOIN_FAILED);
	EXPECT_EQ(thread_join(NULL), THREAD_JOIN_FAILED);
	EXPECT_EQ(thread_join(thread_current()), THREAD_JOIN_FAILED);
	expect_trail("turns", "abcabcabc");
}

static void test_priorities(void)
{
	static char names[] = "lhm";
	static const unsigned priorities[] = {6, 2, 5};
	struct thread *list[3];
	for (size_t i = 0; i < 3; i++)
		list[i] = thread_new(&names[i], priorities[i], turns, &names[i]);
	mark('.');
	thread_set_priority(list[0], 3);
	mark('.');
	for (size_t i = 0; i < 3; i++)
		thread_join(list[i]);
	EXPECT(thread_new("none", PRIORITIES, turns, names) == NULL);
	EXPECT(thread_new("none", 1, NULL, names) == NULL);
	expect_trail("priorities", "hhh.lll.mmm");
}

static void sleeps(void *argument)
{
	uint64_t ticks = (uint64_t)argument, start = scheduler_now();
	thread_sleep(ticks);
	EXPECT_EQ(scheduler_now(), start + ticks);
	mark((char)('0' + ticks % 10));
}

static void test_sleep(void)
{
	static const uint64_t ticks[] = {5, 9, 1, 7, 3, 1, 28};
	struct thread *list[COUNT_OF(ticks)];
	for (size_t i = 0; i < COUNT_OF(ticks); i++)
		list[i] = thread_new("sleeper", 3, sleeps, (void *)ticks[i]);
	scheduler_check();
	thread_sleep(4);
	mark('m');
	for (size_t i = COUNT_OF(ticks); i > 0; i--)
		EXPECT_EQ(thread_join(list[i - 1]), 0);
	thread_sleep(0);
	expect_trail("sleep", "113m5798");
}

static void works(void *argument)
{
	const char *name = argument;
	for (int i = 0; i < 2 * SLICE + 1; i++) {
		mark(name[0]);
		scheduler_tick();
	}
}

static void test_slices(void)
{
	static char names[] = "xy";
	struct thread *x = thread_new("x", 3, sleeps, (void *)6), *a, *b;
	a = thread_new("a", 5, works, &names[0]);
	b = thread_new("b", 5, works, &names[1]);
	thread_join(a);
	thread_join(b);
	thread_join(x);
	EXPECT_EQ(a->ran, 2 * SLICE + 1);
	expect_trail("slices", "xxxxyy6yyxxxxyyyyxy");
}

static struct mutex first_lock, second_lock;

static void holds_both(void *argument)
{
	(void)argument;
	mutex_lock(&first_lock);
	mark('a');
	mutex_lock(&second_lock);
	mark('b');
	mutex_unlock(&second_lock);
	mutex_unlock(&first_lock);
	mark('c');
}

static void holds_second(void *argument)
{
	struct thread *self = thread_current();
	(void)argument;
	mutex_lock(&second_lock);
	mutex_lock(&second_lock);
	mark('1');
	thread_sleep(2);
	EXPECT_EQ(self->priority, 1);
	mark('2');
	mutex_unlock(&second_lock);
	mark('3');
	mutex_unlock(&second_lock);
	EXPECT_EQ(self->priority, 7);
	mark('4');
}

static void urgent(void *argument)
{
	(void)argument;
	mark('u');
	EXPECT(!mutex_try(&first_lock));
	mutex_lock(&first_lock);
	mark('U');
	EXPECT(mutex_try(&first_lock));
	mutex_unlock(&first_lock);
	mutex_unlock(&first_lock);
}

/* 7 holds what 6 waits for, which holds what 1 waits for: both are lent its priority. */
static void test_mutexes(void)
{
	static char names[] = "w";
	struct thread *list[4];
	mutex_init(&first_lock);
	mutex_init(&second_lock);
	list[0] = thread_new("seven", 7, holds_second, NULL);
	thread_sleep(1);
	list[1] = thread_new("six", 6, holds_both, NULL);
	list[2] = thread_new("worker", 5, works, names);
	thread_set_priority(list[2], 7);
	thread_set_priority(thread_current(), 6);
	thread_yield();
	thread_set_priority(thread_current(), 4);
	list[3] = thread_new("one", 1, urgent, NULL);
	EXPECT_EQ(list[0]->priority, 1);
	EXPECT_EQ(list[1]->priority, 1);
	for (size_t i = 0; i < COUNT_OF(list); i++)
		thread_join(list[i]);
	EXPECT(first_lock.owner == NULL && second_lock.owner == NULL);
	expect_trail("mutexes", "1auw23bUc4wwwwwwww");
}

struct channel {
	struct mutex lock;
	struct condition filled, drained;
	unsigned items[ROOM], first, count;
	unsigned sum, received;
	bool closed;
};

static void produce(void *argument)
{
	struct channel *channel = argument;
	for (unsigned i = 1; i <= ITEMS; i++) {
		mutex_lock(&channel->lock);
		while (channel->count == ROOM)
			condition_wait(&channel->drained, &channel->lock, FOREVER);
		channel->items[(channel->first + channel->count++) % ROOM] = i;
		condition_signal(&channel->filled);
		mutex_unlock(&channel->lock);
		scheduler_tick();
	}
}

static void consume(void *argument)
{
	struct channel *channel = argument;
	mutex_lock(&channel->lock);
	for (;;) {
		while (channel->count == 0 && !channel->closed)
			condition_wait(&channel->filled, &channel->lock, FOREVER);
		if (channel->count == 0)
			break;
		channel->sum += channel->items[channel->first];
		channel->first = (channel->first + 1) % ROOM;
		channel->count--;
		channel->received++;
		condition_signal(&channel->drained);
		scheduler_tick();
	}
	mutex_unlock(&channel->lock);
}

static void test_conditions(void)
{
	static struct channel channel;
	struct thread *producers[2], *consumers[3];
	mutex_init(&channel.lock);
	condition_init(&channel.filled);
	condition_init(&channel.drained);
	for (size_t i = 0; i < 3; i++)
		consumers[i] = thread_new("consumer", 5, consume, &channel);
	for (size_t i = 0; i < 2; i++)
		producers[i] = thread_new("producer", 5, produce, &channel);
	for (size_t i = 0; i < 2; i++)
		thread_join(producers[i]);
	mutex_lock(&channel.lock);
	channel.closed = true;
	condition_broadcast(&channel.filled);
	uint64_t before = scheduler_now();
	EXPECT(!condition_wait(&channel.drained, &channel.lock, 50) || channel.received > 0);
	EXPECT(scheduler_now() >= before);
	mutex_unlock(&channel.lock);
	for (size_t i = 0; i < 3; i++)
		thread_join(consumers[i]);
	EXPECT_EQ(channel.received, 2 * ITEMS);
	EXPECT_EQ(channel.sum, ITEMS * (ITEMS + 1));
	kprintf("conditions: %u items through a room for %u\n", channel.received, (unsigned)ROOM);
}

static struct semaphore permits;

static void needs_permit(void *argument)
{
	uint64_t ticks = (uint64_t)argument;
	bool got = semaphore_down(&permits, (int64_t)ticks);
	mark(got ? '+' : '-');
	if (got) {
		thread_sleep(3);
		semaphore_up(&permits);
	}
}

static void test_semaphores(void)
{
	static const int64_t patience[] = {0, 0, 1, 2, 3, 4, FOREVER};
	struct thread *list[COUNT_OF(patience)];
	semaphore_init(&permits, 2);
	for (size_t i = 0; i < COUNT_OF(patience); i++)
		list[i] = thread_new("permit", 3, needs_permit, (void *)patience[i]);
	scheduler_check();
	for (size_t i = 0; i < COUNT_OF(patience); i++)
		thread_join(list[i]);
	EXPECT_EQ(permits.count, 2);
	EXPECT(list_empty(&permits.queue.waiting));
	expect_trail("semaphores", "++---++");
}

static unsigned counter;

static void counts(void *argument)
{
	struct mutex *lock = argument;
	uint64_t seed = 7 + thread_current()->id;
	for (int i = 0; i < ROUNDS; i++) {
		mutex_lock(lock);
		unsigned was = counter;
		for (unsigned t = random_below(&seed, 3); t > 0; t--)
			scheduler_tick();
		if (random_below(&seed, 4) == 0)
			thread_sleep(random_below(&seed, 3));
		counter = was + 1;
		mutex_unlock(lock);
		if (random_below(&seed, 3) == 0)
			thread_yield();
	}
}

static void test_random(void)
{
	struct thread *list[WORKERS];
	uint64_t seed = 99;
	mutex_init(&first_lock);
	for (size_t i = 0; i < WORKERS; i++)
		list[i] = thread_new("counter", 3 + (unsigned)i % 3, counts, &first_lock);
	for (int i = 0; i < 30; i++) {
		thread_set_priority(list[random_below(&seed, WORKERS)], 2 + random_below(&seed, 5));
		scheduler_check();
		thread_sleep(1 + random_below(&seed, 3));
	}
	for (size_t i = 0; i < WORKERS; i++)
		thread_join(list[i]);
	EXPECT_EQ(counter, WORKERS * ROUNDS);
	kprintf("random: %u rounds, now is %lu after %lu switches\n", counter, scheduler_now(),
		scheduler_switches());
}

static void test_limits(void)
{
	struct thread *list[THREADS];
	size_t count = 0;
	while (count < THREADS &&
		(list[count] = thread_new("one too many", 6, sleeps, (void *)(count + 1))))
		count++;
	EXPECT_EQ(count, THREADS - 1);
	EXPECT_EQ(strlen(list[0]->name), NAME_MAX - 1);
	while (count > 0)
		EXPECT_EQ(thread_join(list[--count]), 0);
	struct thread *again = thread_new("again", 6, sleeps, (void *)1);
	EXPECT(again == list[0]);
	EXPECT_EQ(thread_join(again), 0);
	expect_trail("limits", "123456789011");
}

void selftest(void)
{
	kprintf("scheduler: %u threads, %u priorities\n", (unsigned)THREADS, (unsigned)PRIORITIES);
	scheduler_init();
	test_turns();
	test_priorities();
	test_sleep();
	test_slices();
	test_mutexes();
	test_conditions();
	test_semaphores();
	test_random();
	test_limits();
}

#include "lib/random.h"
#include "timer/timer.h"

enum { TIMERS = 40, TICKS = 9000, HZ = 1000, LIVE = 8 };

static char trail[64];
static size_t trail_len;

static void mark(char c)
{
	KASSERT(trail_len < sizeof(trail) - 1);
	trail[trail_len++] = c;
}

static void expect_trail(const char *what, const char *want)
{
	trail[trail_len] = 0;
	trail_len = 0;
	if (strcmp(trail, want) != 0)
		selftest_fail("selftest.c", __LINE__, "%s ran as %s, want %s", what, trail, want);
	kprintf("%s: %s\n", what, want);
	timer_check();
}

static unsigned advance(uint64_t ticks)
{
	unsigned ran = 0;
	while (ticks-- > 0) {
		timer_tick();
		ran += timer_run();
		work_run();
	}
	return ran;
}

struct named {
	struct timer timer;
	char name;
};

static void run_named(struct timer *timer)
{
	mark(CONTAINER_OF(timer, struct named, timer)->name);
}

static void test_order(void)
{
	static const uint64_t ticks[] = {300, 16, 1, 17, 5000, 15, 256, 0, 4095, 255, 4096};
	static struct named list[COUNT_OF(ticks)];
	for (size_t i = 0; i < COUNT_OF(ticks); i++) {
		timer_init(&list[i].timer, run_named);
		list[i].name = (char)('a' + i);
		timer_start(&list[i].timer, ticks[i]);
		EXPECT_EQ(timer_left(&list[i].timer), ticks[i] ? ticks[i] : 1);
	}
	timer_check();
	for (unsigned i = 0; i < 5000; i++) {
		uint64_t sleep = timer_next(64), before = timer_now();
		EXPECT(sleep > 0 && sleep <= 64);
		timer_tick();
		unsigned ran = timer_run();
		EXPECT(ran == 0 || sleep == 1);
		EXPECT_EQ(timer_now(), before + 1);
		if (i % 100 == 0)
			timer_check();
	}
	for (size_t i = 0; i < COUNT_OF(ticks); i++)
		EXPECT(list[i].timer.fired == 1 && timer_left(&list[i].timer) == 0);
	expect_trail("order", "chfbdjgaike");
}

static void test_cancel(void)
{
	static struct named list[4];
	for (size_t i = 0; i < 4; i++) {
		timer_init(&list[i].timer, run_named);
		list[i].name = (char)('0' + i);
		timer_start(&list[i].timer, 10);
	}
	EXPECT(timer_cancel(&list[1].timer) && !timer_cancel(&list[1].timer));
	timer_start(&list[0].timer, 20);
	timer_start(&list[3].timer, 2);
	advance(9);
	timer_check();
	timer_tick();
	EXPECT(timer_next(100) == 0 && timer_cancel(&list[2].timer));
	EXPECT_EQ(timer_run(), 0);
	timer_start(&list[2].timer, 40);
	EXPECT_EQ(timer_left(&list[0].timer), 10);
	EXPECT_EQ(timer_next(100), 10);
	advance(10);
	EXPECT_EQ(timer_next(7), 7);
	EXPECT_EQ(advance(30), 1);
	EXPECT_EQ(timer_next(7), 7);
	expect_trail("cancel", "302");
}

static struct named other;

/* The third time it ends itself, and the other one. */
static void run_periodic(struct timer *timer)
{
	mark('p');
	EXPECT(timer->running && !timer->pending);
	if (timer->fired == 3) {
		EXPECT(!timer_cancel(timer));
		EXPECT(timer_cancel(&other.timer));
	}
}

static void run_again(struct timer *timer)
{
	mark('r');
	if (timer->fired < 4)
		timer_start(timer, timer->fired);
}

static void test_periodic(void)
{
	static struct timer periodic, again;
	timer_init(&periodic, run_periodic);
	timer_init(&again, run_again);
	timer_init(&other.timer, run_named);
	other.name = 'o';
	timer_start_periodic(&periodic, 10);
	timer_start_periodic(&other.timer, 7);
	timer_start(&again, 1);
	EXPECT_EQ(advance(9), 5);
	for (int i = 0; i < 5; i++)
		timer_tick(); /* nobody looks for a while */
	EXPECT_EQ(timer_run(), 2);
	EXPECT_EQ(timer_left(&periodic), 6);
	EXPECT_EQ(advance(40), 4);
	EXPECT_EQ(periodic.fired, 3);
	EXPECT_EQ(timer_left(&other.timer), 0);
	expect_trail("periodic", "rrrorpopoop");
}

static struct work more;
static void run_work(struct work *work)
{
	mark(work == &more ? 'm' : 'w');
	if (work == &more && work->runs < 3) {
		work_queue(work);
		EXPECT(!work_queue(work));
	}
}

static void test_work(void)
{
	static struct work once, never;
	static struct delayed_work delayed;
	work_init(&once, run_work);
	work_init(&never, run_work);
	work_init(&more, run_work);
	delayed_work_init(&delayed, run_work);
	EXPECT(work_queue(&once) && !work_queue(&once));
	EXPECT(work_queue(&never) && work_queue(&more));
	EXPECT(work_cancel(&never) && !work_cancel(&never));
	delayed_work_queue(&delayed, 3);
	EXPECT_EQ(work_run(), 2);
	mark('.');
	advance(2);
	mark('.');
	EXPECT(!delayed.work.queued);
	advance(1);
	EXPECT_EQ(delayed.work.runs, 1);
	delayed_work_queue(&delayed, 5);
	delayed_work_queue(&delayed, 0);
	EXPECT(timer_left(&delayed.timer) == 0 && delayed.work.queued);
	EXPECT(delayed_work_cancel(&delayed) && !delayed_work_cancel(&delayed));
	delayed_work_queue(&delayed, 5);
	EXPECT(delayed_work_cancel(&delayed));
	advance(10);
	EXPECT(work_run() == 0 && once.runs == 1 && never.runs == 0);
	expect_trail("work", "wm.mm.w");
}

struct model {
	struct timer timer;
	uint64_t due;
};

static void run_model(struct timer *timer)
{
	struct model *model = CONTAINER_OF(timer, struct model, timer);
	EXPECT_EQ(timer_now(), model->due);
	model->due = 0;
}

/* Against what each timer should do. */
static void test_random(void)
{
	static struct model list[TIMERS];
	uint64_t seed = 31337;
	struct timer_stats stats;
	for (size_t i = 0; i < TIMERS; i++)
		timer_init(&list[i].timer, run_model);
	for (unsigned tick = 0; tick < TICKS; tick++) {
		struct model *model = &list[random_below(&seed, TIMERS)];
		unsigned range = 1U << random_below(&seed, 14);
		if (random_below(&seed, 8) == 0) {
			EXPECT_EQ(timer_cancel(&model->timer), model->due > 0);
			model->due = 0;
		} else if (random_below(&seed, 3) == 0) {
			model->due = timer_now() + 1 + random_below(&seed, range);
			timer_start(&model->timer, model->due - timer_now());
		}
		if (tick % 64 == 0)
			timer_check();
		advance(1);
	}
	for (size_t i = 0; i < TIMERS; i++)
		EXPECT_EQ(timer_cancel(&list[i].timer), list[i].due > 0);
	timer_stats(&stats);
	EXPECT_EQ(stats.pending, 0);
	EXPECT_EQ(timer_next(100), 100);
	kprintf("random: %lu started, %lu fired, %lu cancelled, %lu came down\n", stats.started, stats.fired,
		stats.cancelled, stats.cascaded);
}

static void run_live(struct timer *timer)
{
	(void)timer;
}

/* With the machine's own clock: how long it takes is not told. */
static void test_interrupts(void)
{
	static struct timer periodic, last;
	timer_init(&periodic, run_live);
	timer_init(&last, run_live);
	timer_start_periodic(&periodic, 2);
	timer_start(&last, 2 * LIVE);
	uint64_t start = timer_now();
	machine_timer_start(HZ, timer_tick);
	while (last.fired == 0) {
		machine_wait();
		timer_run();
	}
	EXPECT(timer_now() - start >= 2 * LIVE);
	EXPECT(periodic.fired > 0 && periodic.fired <= LIVE);
	timer_cancel(&periodic);
	kprintf("interrupts: the clock ticks\n");
}

void selftest(void)
{
	kprintf("timer: a wheel of %u levels, %u slots each\n", (unsigned)WHEEL_LEVELS,
		(unsigned)WHEEL_SLOTS);
	timers_init();
	test_order();
	test_cancel();
	test_periodic();
	test_work();
	test_random();
	test_interrupts();
}

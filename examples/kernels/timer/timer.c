#include "timer/timer.h"

#include "lib/spinlock.h"

static struct spinlock lock = SPINLOCK("the timer wheel");
static struct list_node wheel[WHEEL_LEVELS][WHEEL_SLOTS];
static uint16_t occupied[WHEEL_LEVELS]; /* slots with timers */
static struct list_node due;
static uint64_t now;
static struct timer_stats stats;

static unsigned slot_of(uint64_t tick, unsigned level)
{
	return tick >> (WHEEL_BITS * level) & (WHEEL_SLOTS - 1);
}

/* The lowest level on which its slot comes before the wheel has turned once. */
static void insert(struct timer *timer)
{
	uint64_t tick = timer->expires, left = tick - now;
	unsigned level = 0;
	if (left >= TIMER_RANGE)
		tick = now + TIMER_RANGE - 1;
	while (level < WHEEL_LEVELS - 1 && left >> (WHEEL_BITS * (level + 1)) != 0)
		level++;
	timer->level = (uint8_t)level;
	timer->slot = (uint8_t)slot_of(tick, level);
	list_add_tail(&timer->link, &wheel[level][timer->slot]);
	occupied[level] |= (uint16_t)(1U << timer->slot);
}

/* Out of the wheel, or out of those that are due. */
static void take_out(struct timer *timer)
{
	struct list_node *slot = &wheel[timer->level][timer->slot];
	list_remove(&timer->link);
	if (list_empty(slot))
		occupied[timer->level] &= (uint16_t) ~(1U << timer->slot);
}

void timers_init(void)
{
	for (unsigned level = 0; level < WHEEL_LEVELS; level++)
		for (unsigned slot = 0; slot < WHEEL_SLOTS; slot++)
			list_init(&wheel[level][slot]);
	memset(occupied, 0, sizeof(occupied));
	memset(&stats, 0, sizeof(stats));
	list_init(&due);
	now = 0;
}

void timer_init(struct timer *timer, void (*run)(struct timer *timer))
{
	KASSERT(run != NULL);
	*timer = (struct timer){.run = run};
}

static void start(struct timer *timer, uint64_t ticks, uint64_t period)
{
	spin_lock(&lock);
	if (timer->pending)
		take_out(timer);
	else
		stats.pending++;
	timer->expires = now + (ticks > 0 ? ticks : 1);
	timer->period = period;
	timer->pending = true;
	stats.started++;
	insert(timer);
	spin_unlock(&lock);
}

void timer_start(struct timer *timer, uint64_t ticks)
{
	start(timer, ticks, 0);
}

void timer_start_periodic(struct timer *timer, uint64_t period)
{
	start(timer, period, period > 0 ? period : 1);
}

bool timer_cancel(struct timer *timer)
{
	spin_lock(&lock);
	bool was_pending = timer->pending;
	timer->period = 0;
	if (was_pending) {
		take_out(timer);
		timer->pending = false;
		stats.pending--;
		stats.cancelled++;
	}
	spin_unlock(&lock);
	return was_pending;
}

uint64_t timer_left(const struct timer *timer)
{
	spin_lock(&lock);
	uint64_t left = timer->pending && timer->expires > now ? timer->expires - now : 0;
	spin_unlock(&lock);
	return left;
}

/* A slot of a higher level comes up: what is in it goes to where it belongs by now. */
static void cascade(unsigned level)
{
	struct list_node *slot = &wheel[level][slot_of(now, level)], moved, *node;
	list_init(&moved);
	while ((node = list_take_first(slot)))
		list_add_tail(node, &moved);
	occupied[level] &= (uint16_t) ~(1U << slot_of(now, level));
	while ((node = list_take_first(&moved))) {
		insert(CONTAINER_OF(node, struct timer, link));
		stats.cascaded++;
	}
}

static void collect_due(void)
{
	struct list_node *slot = &wheel[0][slot_of(now, 0)], *node;
	while ((node = list_take_first(slot))) {
		KASSERT(CONTAINER_OF(node, struct timer, link)->expires == now);
		list_add_tail(node, &due);
	}
	occupied[0] &= (uint16_t) ~(1U << slot_of(now, 0));
}

void timer_tick(void)
{
	unsigned level = 0;
	spin_lock(&lock);
	now++;
	stats.ticks++;
	while (level < WHEEL_LEVELS - 1 && slot_of(now, level) == 0)
		level++;
	for (; level > 0; level--)
		cascade(level);
	collect_due();
	spin_unlock(&lock);
}

/* A periodic one is not late because the one before it was. */
static void restart(struct timer *timer)
{
	timer->expires += timer->period;
	if (timer->expires <= now)
		timer->expires = now + 1;
	timer->pending = true;
	stats.pending++;
	insert(timer);
}

unsigned timer_run(void)
{
	unsigned ran = 0;
	struct list_node *node;
	spin_lock(&lock);
	while ((node = list_take_first(&due))) {
		struct timer *timer = CONTAINER_OF(node, struct timer, link);
		timer->pending = false;
		timer->running = true;
		timer->fired++;
		stats.pending--;
		stats.fired++;
		spin_unlock(&lock);
		timer->run(timer);
		ran++;
		spin_lock(&lock);
		timer->running = false;
		if (timer->period > 0 && !timer->pending)
			restart(timer);
	}
	spin_unlock(&lock);
	return ran;
}

/* On level 0 the slots are ticks. On the others nothing is due before its slot comes up. */
static uint64_t next_on_level(unsigned level, uint64_t most)
{
	uint64_t unit = 1ULL << (WHEEL_BITS * level), first = (now / unit + 1) * unit;
	for (unsigned i = 0; i < WHEEL_SLOTS; i++) {
		uint64_t tick = first + i * unit;
		if (tick - now >= most)
			break;
		if (occupied[level] >> slot_of(tick, level) & 1)
			return tick - now;
	}
	return most;
}

uint64_t timer_next(uint64_t most)
{
	spin_lock(&lock);
	if (!list_empty(&due))
		most = 0;
	for (unsigned level = 0; level < WHEEL_LEVELS && most > 0; level++)
		most = next_on_level(level, most);
	spin_unlock(&lock);
	return most;
}

uint64_t timer_now(void)
{
	return now;
}

void timer_stats(struct timer_stats *ret_stats)
{
	spin_lock(&lock);
	*ret_stats = stats;
	spin_unlock(&lock);
}

static unsigned check_slot(unsigned level, unsigned slot)
{
	unsigned count = 0;
	LIST_FOR_EACH(at, &wheel[level][slot]) {
		const struct timer *timer = CONTAINER_OF(at, struct timer, link);
		KASSERT(timer->pending && timer->level == level && timer->slot == slot);
		KASSERT(timer->expires > now);
		count++;
	}
	KASSERT((count > 0) == (occupied[level] >> slot & 1));
	return count;
}

void timer_check(void)
{
	unsigned count = 0;
	spin_lock(&lock);
	for (unsigned level = 0; level < WHEEL_LEVELS; level++)
		for (unsigned slot = 0; slot < WHEEL_SLOTS; slot++)
			count += check_slot(level, slot);
	LIST_FOR_EACH(at, &due) {
		KASSERT(CONTAINER_OF(at, struct timer, link)->expires <= now);
		count++;
	}
	KASSERT(count == stats.pending);
	spin_unlock(&lock);
}

/*
 * Timers: a wheel of three levels, each of 16 slots. A timer stands in the slot of its tick when that is
 * near; else in a slot of a higher level, from which it comes down when the wheel has turned so far. The
 * clock's interrupt turns the wheel; what is due runs later, in timer_run().
 */
#ifndef TIMER_H
#define TIMER_H

#include "lib/list.h"

enum { WHEEL_LEVELS = 3, WHEEL_BITS = 4, WHEEL_SLOTS = 1 << WHEEL_BITS };
enum { TIMER_RANGE = 1 << (WHEEL_BITS * WHEEL_LEVELS) }; /* later ones are looked at again */

struct timer {
	struct list_node link;
	uint64_t expires, period; /* 0: once */
	void (*run)(struct timer *timer);
	bool pending, running;
	uint8_t level, slot;
	unsigned fired;
};

struct timer_stats {
	uint64_t ticks, started, fired, cancelled, cascaded;
	unsigned pending;
};

void timers_init(void);
void timer_init(struct timer *timer, void (*run)(struct timer *timer));

/* In so many ticks, at least 1; one that is pending already is moved. */
void timer_start(struct timer *timer, uint64_t ticks);
void timer_start_periodic(struct timer *timer, uint64_t period);

/* False: it was not pending. It may be called by the timer itself, which then does not come again. */
bool timer_cancel(struct timer *timer);

uint64_t timer_left(const struct timer *timer); /* 0: not pending */

/* The clock's interrupt, and what is due since the last time: how many ran. */
void timer_tick(void);
unsigned timer_run(void);

/* Ticks until something is due, at most `most`: how long the processor may sleep. */
uint64_t timer_next(uint64_t most);
uint64_t timer_now(void);

void timer_stats(struct timer_stats *ret_stats);
void timer_check(void);

/* Work that is done outside of interrupts, in the order in which it was asked for; asked for twice before
 * it begins, it is done once. */
struct work {
	struct list_node link;
	void (*run)(struct work *work);
	bool queued;
	unsigned runs;
};

void work_init(struct work *work, void (*run)(struct work *work));
bool work_queue(struct work *work); /* false: it is queued already */
bool work_cancel(struct work *work);
unsigned work_run(void);

/* Work that is queued after some ticks. */
struct delayed_work {
	struct work work;
	struct timer timer;
};

void delayed_work_init(struct delayed_work *delayed, void (*run)(struct work *work));
void delayed_work_queue(struct delayed_work *delayed, uint64_t ticks);
bool delayed_work_cancel(struct delayed_work *delayed);

#endif

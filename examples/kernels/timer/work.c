#include "lib/spinlock.h"
#include "timer/timer.h"

static struct spinlock lock = SPINLOCK("the work queue");
static struct list_node queue = {&queue, &queue};

void work_init(struct work *work, void (*run)(struct work *work))
{
	KASSERT(run != NULL);
	*work = (struct work){.run = run};
}

bool work_queue(struct work *work)
{
	spin_lock(&lock);
	bool added = !work->queued;
	if (added) {
		work->queued = true;
		list_add_tail(&work->link, &queue);
	}
	spin_unlock(&lock);
	return added;
}

bool work_cancel(struct work *work)
{
	spin_lock(&lock);
	bool was_queued = work->queued;
	if (was_queued) {
		list_remove(&work->link);
		work->queued = false;
	}
	spin_unlock(&lock);
	return was_queued;
}

/* What work queues itself is done the next time. */
unsigned work_run(void)
{
	struct list_node batch, *node;
	unsigned ran = 0;
	list_init(&batch);
	spin_lock(&lock);
	while ((node = list_take_first(&queue)))
		list_add_tail(node, &batch);
	while ((node = list_take_first(&batch))) {
		struct work *work = CONTAINER_OF(node, struct work, link);
		work->queued = false;
		work->runs++;
		spin_unlock(&lock);
		work->run(work);
		ran++;
		spin_lock(&lock);
	}
	spin_unlock(&lock);
	return ran;
}

static void delay_is_over(struct timer *timer)
{
	work_queue(&CONTAINER_OF(timer, struct delayed_work, timer)->work);
}

void delayed_work_init(struct delayed_work *delayed, void (*run)(struct work *work))
{
	work_init(&delayed->work, run);
	timer_init(&delayed->timer, delay_is_over);
}

void delayed_work_queue(struct delayed_work *delayed, uint64_t ticks)
{
	if (ticks > 0) {
		timer_start(&delayed->timer, ticks);
	} else {
		timer_cancel(&delayed->timer);
		work_queue(&delayed->work);
	}
}

bool delayed_work_cancel(struct delayed_work *delayed)
{
	bool was_waiting = timer_cancel(&delayed->timer);
	return work_cancel(&delayed->work) || was_waiting;
}

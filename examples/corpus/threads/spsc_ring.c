/* Ring between one producer and one consumer, without a lock: two indexes, release and acquire. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>

#define RING 8u
#define MESSAGES 200u

struct message {
	uint32_t id;
	uint32_t check;
};

struct ring {
	struct message slots[RING];
	_Atomic unsigned head; /* next to be read */
	_Atomic unsigned tail; /* next to be written */
};

static struct ring ring;
static uint32_t accepted, broken;

static int ring_push(struct ring *r, struct message m)
{
	unsigned tail = atomic_load_explicit(&r->tail, memory_order_relaxed);
	unsigned head = atomic_load_explicit(&r->head, memory_order_acquire);
	if (tail - head == RING)
		return 0;
	r->slots[tail % RING] = m;
	atomic_store_explicit(&r->tail, tail + 1, memory_order_release);
	return 1;
}

static int ring_pop(struct ring *r, struct message *m)
{
	unsigned head = atomic_load_explicit(&r->head, memory_order_relaxed);
	unsigned tail = atomic_load_explicit(&r->tail, memory_order_acquire);
	if (head == tail)
		return 0;
	*m = r->slots[head % RING];
	atomic_store_explicit(&r->head, head + 1, memory_order_release);
	return 1;
}

static void *producer(void *arg)
{
	for (uint32_t id = 1; id <= MESSAGES;) {
		struct message m = {id, id * 2654435761u};
		if (ring_push(&ring, m))
			id++;
		else
			sched_yield();
	}
	return arg;
}

static void *consumer(void *arg)
{
	uint32_t last = 0;
	while (last < MESSAGES) {
		struct message m;
		if (!ring_pop(&ring, &m)) {
			sched_yield();
			continue;
		}
		accepted++;
		if (m.id != last + 1 || m.check != m.id * 2654435761u)
			broken++;
		last = m.id;
	}
	return arg;
}

int main(void)
{
	pthread_t in, out;
	pthread_create(&out, NULL, consumer, NULL);
	pthread_create(&in, NULL, producer, NULL);
	pthread_join(in, NULL);
	pthread_join(out, NULL);
	printf("%u messages, %u broken\n", accepted, broken);
	return 0;
}

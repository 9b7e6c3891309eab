/* Bounded buffer: two producers and two consumers over a ring of slots. */
#include <pthread.h>
#include <stdio.h>

#define SLOTS 4
#define ITEMS 40

struct buffer {
	int slots[SLOTS];
	int head, count, closed;
	pthread_mutex_t lock;
	pthread_cond_t not_full, not_empty;
};

struct worker {
	struct buffer *buffer;
	int first;
	long sum;
	int taken;
};

static void buffer_init(struct buffer *b)
{
	b->head = b->count = b->closed = 0;
	pthread_mutex_init(&b->lock, NULL);
	pthread_cond_init(&b->not_full, NULL);
	pthread_cond_init(&b->not_empty, NULL);
}

static void buffer_put(struct buffer *b, int item)
{
	pthread_mutex_lock(&b->lock);
	while (b->count == SLOTS)
		pthread_cond_wait(&b->not_full, &b->lock);
	b->slots[(b->head + b->count) % SLOTS] = item;
	b->count++;
	pthread_cond_signal(&b->not_empty);
	pthread_mutex_unlock(&b->lock);
}

static int buffer_take(struct buffer *b, int *item)
{
	pthread_mutex_lock(&b->lock);
	while (b->count == 0 && !b->closed)
		pthread_cond_wait(&b->not_empty, &b->lock);
	if (b->count == 0) {
		pthread_mutex_unlock(&b->lock);
		return 0;
	}
	*item = b->slots[b->head];
	b->head = (b->head + 1) % SLOTS;
	b->count--;
	pthread_cond_signal(&b->not_full);
	pthread_mutex_unlock(&b->lock);
	return 1;
}

static void buffer_close(struct buffer *b)
{
	pthread_mutex_lock(&b->lock);
	b->closed = 1;
	pthread_cond_broadcast(&b->not_empty);
	pthread_mutex_unlock(&b->lock);
}

static void *produce(void *arg)
{
	struct worker *w = arg;
	for (int i = 0; i < ITEMS; i++)
		buffer_put(w->buffer, w->first + i);
	return NULL;
}

static void *consume(void *arg)
{
	struct worker *w = arg;
	int item;
	while (buffer_take(w->buffer, &item)) {
		w->sum += item;
		w->taken++;
	}
	return NULL;
}

int main(void)
{
	struct buffer b;
	pthread_t makers[2], takers[2];
	struct worker out[2], in[2];
	long sum = 0;
	int taken = 0;

	buffer_init(&b);
	for (int i = 0; i < 2; i++) {
		in[i] = (struct worker){&b, 0, 0, 0};
		pthread_create(&takers[i], NULL, consume, &in[i]);
	}
	for (int i = 0; i < 2; i++) {
		out[i] = (struct worker){&b, 100 * (i + 1), 0, 0};
		pthread_create(&makers[i], NULL, produce, &out[i]);
	}
	for (int i = 0; i < 2; i++)
		pthread_join(makers[i], NULL);
	buffer_close(&b);
	for (int i = 0; i < 2; i++) {
		pthread_join(takers[i], NULL);
		sum += in[i].sum;
		taken += in[i].taken;
	}
	printf("taken %d, sum %ld, left %d\n", taken, sum, b.count);
	return 0;
}

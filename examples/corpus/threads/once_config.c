/* A configuration that the first who asks for it loads: checked twice, published by a release. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct config {
	char name[16];
	int workers;
	int limits[4];
};

static _Atomic(struct config *) current;
static pthread_mutex_t load_lock = PTHREAD_MUTEX_INITIALIZER;
static int loads;
static atomic_int asked;

static struct config *load_config(void)
{
	struct config *c = malloc(sizeof(*c));
	strcpy(c->name, "default");
	c->workers = 4;
	for (int i = 0; i < 4; i++)
		c->limits[i] = 10 << i;
	loads++;
	return c;
}

static const struct config *config_get(void)
{
	struct config *c = atomic_load_explicit(&current, memory_order_acquire);
	if (c != NULL)
		return c;
	pthread_mutex_lock(&load_lock);
	c = atomic_load_explicit(&current, memory_order_relaxed);
	if (c == NULL) {
		c = load_config();
		atomic_store_explicit(&current, c, memory_order_release);
	}
	pthread_mutex_unlock(&load_lock);
	return c;
}

static void *worker(void *arg)
{
	long *sum = arg;
	for (int i = 0; i < 25; i++) {
		const struct config *c = config_get();
		*sum += c->workers + c->limits[i % 4];
		atomic_fetch_add(&asked, 1);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[4];
	long sums[4] = {0};
	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, worker, &sums[i]);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	struct config *c = atomic_load(&current);
	printf("%s: loaded %d time(s), asked %d times\n", c->name, loads, atomic_load(&asked));
	for (int i = 0; i < 4; i++)
		printf("worker %d: %ld\n", i, sums[i]);
	free(c);
	return 0;
}

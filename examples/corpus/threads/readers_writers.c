/* A table of prices: writers change it, readers add it up, with a read-write lock. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>

enum { PRICES = 8, ROUNDS = 30 };

static int prices[PRICES];
static int changes;
static pthread_rwlock_t table_lock = PTHREAD_RWLOCK_INITIALIZER;

static long snapshots;
static int torn;
static pthread_mutex_t stats_lock = PTHREAD_MUTEX_INITIALIZER;

/* Money moves from one price to its neighbour, so the sum stays as it is. */
static void shift(int at, int amount)
{
	pthread_rwlock_wrlock(&table_lock);
	prices[at] -= amount;
	prices[(at + 1) % PRICES] += amount;
	changes++;
	pthread_rwlock_unlock(&table_lock);
}

static int sum_prices(void)
{
	int sum = 0;
	pthread_rwlock_rdlock(&table_lock);
	for (int i = 0; i < PRICES; i++)
		sum += prices[i];
	pthread_rwlock_unlock(&table_lock);
	return sum;
}

static void *writer(void *arg)
{
	int step = *(const int *)arg;
	for (int i = 0; i < ROUNDS; i++)
		shift(i % PRICES, step);
	return NULL;
}

static void *reader(void *arg)
{
	(void)arg;
	for (int i = 0; i < ROUNDS; i++) {
		int sum = sum_prices();
		pthread_mutex_lock(&stats_lock);
		snapshots++;
		if (sum != 800)
			torn++;
		pthread_mutex_unlock(&stats_lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t w[2], r[2];
	int steps[2] = {3, 5};

	for (int i = 0; i < PRICES; i++)
		prices[i] = 100;
	for (int i = 0; i < 2; i++) {
		pthread_create(&w[i], NULL, writer, &steps[i]);
		pthread_create(&r[i], NULL, reader, NULL);
	}
	for (int i = 0; i < 2; i++) {
		pthread_join(w[i], NULL);
		pthread_join(r[i], NULL);
	}
	printf("%d changes, %ld snapshots, %d torn\n", changes, snapshots, torn);
	for (int i = 0; i < PRICES; i++)
		printf("%d%c", prices[i], i + 1 < PRICES ? ' ' : '\n');
	return 0;
}

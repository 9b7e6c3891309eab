/* Switches that can be thrown while a program runs: a table is built aside and published with one store. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { VERSIONS = 8, FEATURES = 6, READERS = 3, LOOKUPS = 40 };

struct table {
	int version;
	int on[FEATURES];
	int checksum;
};

static struct table tables[VERSIONS + 1];
static _Atomic(struct table *) current;
static _Atomic int latest;
static _Atomic int stopping;
static _Atomic int readers_done;
static _Atomic long asked;
static int closing_note;

static void fill(struct table *t, int version)
{
	t->version = version;
	t->checksum = version;
	for (int i = 0; i < FEATURES; i++) {
		t->on[i] = (version >> i) & 1;
		t->checksum += t->on[i] * (i + 1);
	}
}

static void publish(int version)
{
	struct table *t = &tables[version];
	fill(t, version);
	atomic_store_explicit(&current, t, memory_order_release);
	atomic_store_explicit(&latest, version, memory_order_release);
}

static int is_whole(const struct table *t)
{
	int sum = t->version;
	for (int i = 0; i < FEATURES; i++)
		sum += t->on[i] * (i + 1);
	return sum == t->checksum;
}

static int look_up(int *torn)
{
	const struct table *t = atomic_load_explicit(&current, memory_order_acquire);
	if (!is_whole(t))
		++*torn;
	atomic_fetch_add(&asked, 1);
	return t->version;
}

/* The version that is told last can be read without asking for the table. */
static int read_latest(int *torn)
{
	int version = atomic_load_explicit(&latest, memory_order_acquire);
	if (tables[version].version != version)
		++*torn;
	return version;
}

static void *reader(void *arg)
{
	int *result = arg, torn = 0, before = 0;
	for (int i = 0; i < LOOKUPS; i++) {
		int version = i % 2 ? look_up(&torn) : read_latest(&torn);
		if (version < before)
			torn++;
		if (i % 4 == 0)
			usleep(60);
	}
	atomic_fetch_add(&readers_done, 1);
	while (!atomic_load_explicit(&stopping, memory_order_acquire))
		usleep(20);
	*result = torn + (closing_note != VERSIONS);
	return NULL;
}

static void *operator_thread(void *arg)
{
	for (int v = 1; v <= VERSIONS; v++) {
		publish(v);
		usleep(90);
	}
	while (atomic_load(&readers_done) < READERS)
		usleep(20);
	closing_note = VERSIONS;
	atomic_store_explicit(&stopping, 1, memory_order_release);
	return arg;
}

static int run(void)
{
	pthread_t readers[READERS], op;
	static int torn[READERS];
	int all = 0;

	publish(0);
	pthread_create(&op, NULL, operator_thread, NULL);
	for (int i = 0; i < READERS; i++)
		pthread_create(&readers[i], NULL, reader, &torn[i]);
	pthread_join(op, NULL);
	for (int i = 0; i < READERS; i++)
		pthread_join(readers[i], NULL);
	for (int i = 0; i < READERS; i++)
		all += torn[i];
	return all;
}

int main(void)
{
	int torn = run();
	printf("%ld lookups, %d torn, version %d, note %d\n", atomic_load(&asked), torn,
		atomic_load(&latest), closing_note);
	for (int i = 0; i < FEATURES; i++)
		printf("feature %d: %s\n", i, tables[VERSIONS].on[i] ? "on" : "off");
	return 0;
}

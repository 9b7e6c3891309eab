#include <pthread.h>
#include <stdio.h>

#define THREADS 4

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
static int n;

static void *work(void *arg)
{
	int first = *(int *)arg;
	long sum = 0;
	for (int i = first; i <= n; i += THREADS)
		sum += (long)i * i;
	pthread_mutex_lock(&lock);
	total += sum;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t threads[THREADS];
	int firsts[THREADS];
	if (scanf("%d", &n) != 1)
		return 1;
	for (int i = 0; i < THREADS; i++) {
		firsts[i] = i + 1;
		if (pthread_create(&threads[i], NULL, work, &firsts[i]))
			return 1;
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(threads[i], NULL);
	printf("%ld\n", total);
	return 0;
}

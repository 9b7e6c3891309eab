#include <pthread.h>
#include <stdio.h>

enum { ACCOUNTS = 4, TURNS = 200 };

static struct {
	pthread_mutex_t lock;
	long money;
} accounts[ACCOUNTS];

static void *move(void *arg)
{
	int from = *(int *)arg, to = (from + 1) % ACCOUNTS;
	int low = from < to ? from : to, high = from < to ? to : from;
	for (int i = 0; i < TURNS; i++) {
		pthread_mutex_lock(&accounts[low].lock);
		pthread_mutex_lock(&accounts[high].lock);
		accounts[from].money -= i % 7;
		accounts[to].money += i % 7;
		pthread_mutex_unlock(&accounts[high].lock);
		pthread_mutex_unlock(&accounts[low].lock);
	}
	return NULL;
}

int main(void)
{
	pthread_t threads[ACCOUNTS];
	int froms[ACCOUNTS];
	long total = 0;
	for (int i = 0; i < ACCOUNTS; i++) {
		froms[i] = i;
		pthread_mutex_init(&accounts[i].lock, NULL);
		if (scanf("%ld", &accounts[i].money) != 1)
			return 1;
	}
	for (int i = 0; i < ACCOUNTS; i++)
		if (pthread_create(&threads[i], NULL, move, &froms[i]))
			return 1;
	for (int i = 0; i < ACCOUNTS; i++)
		pthread_join(threads[i], NULL);
	for (int i = 0; i < ACCOUNTS; i++)
		total += accounts[i].money;
	printf("%ld %ld\n", accounts[0].money, total);
	return 0;
}

/* A clearing house: banks pay each other, day by day; a payment holds both accounts and a journal keeps count. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

enum { BANKS = 3, CLERKS = 3, PAYMENTS = 24 };

struct account {
	int number;
	long balance;
	int paid, received;
	pthread_mutex_t lock;
};

struct journal {
	pthread_mutex_t lock;
	int entries, refused;
	long volume;
};

static struct account banks[BANKS];
static struct journal journal = {PTHREAD_MUTEX_INITIALIZER, 0, 0, 0};
static pthread_barrier_t opening;

static void lock_both(struct account *a, struct account *b)
{
	struct account *low = a->number < b->number ? a : b;
	struct account *high = a->number < b->number ? b : a;
	pthread_mutex_lock(&low->lock);
	pthread_mutex_lock(&high->lock);
}

static int pay(struct account *from, struct account *to, long amount)
{
	lock_both(from, to);
	if (from->balance < amount) {
		pthread_mutex_unlock(&from->lock);
		pthread_mutex_unlock(&to->lock);
		return -1;
	}
	from->balance -= amount;
	to->balance += amount;
	from->paid++;
	to->received++;
	pthread_mutex_unlock(&from->lock);
	pthread_mutex_unlock(&to->lock);
	return 0;
}

static void note(long amount)
{
	pthread_mutex_lock(&journal.lock);
	journal.entries++;
	journal.volume += amount;
	pthread_mutex_unlock(&journal.lock);
}

static void note_refused(void)
{
	pthread_mutex_lock(&journal.lock);
	journal.refused++;
	journal.entries++;
	pthread_mutex_unlock(&journal.lock);
}

static void add_interest(struct account *a, long amount)
{
	pthread_mutex_lock(&a->lock);
	a->balance += amount;
	a->received++;
	pthread_mutex_unlock(&a->lock);
}

/* The first two banks settle between themselves at the end of each day. */
static void settle(struct account *first, struct account *second)
{
	pthread_mutex_lock(&first->lock);
	pthread_mutex_lock(&second->lock);
	first->balance += 2;
	second->balance -= 2;
	pthread_mutex_unlock(&second->lock);
	pthread_mutex_unlock(&first->lock);
}

static void *clerk(void *arg)
{
	int id = *(const int *)arg;
	pthread_barrier_wait(&opening);
	for (int i = 0; i < PAYMENTS; i++) {
		struct account *from = &banks[(id + i) % BANKS];
		struct account *to = &banks[(id + i + 1 + i % 2) % BANKS];
		long amount = i % 8 == 7 ? 1000000 : 5 + i % 4;
		if (pay(from, to, amount) == 0)
			note(amount);
		else
			note_refused();
		usleep(50);
		add_interest(&banks[(id + i) % BANKS], 1);
		if (i % 6 == 5)
			settle(&banks[0], &banks[1]);
		usleep(50);
	}
	return NULL;
}

static void run_day(void)
{
	pthread_t clerks[CLERKS];
	int ids[CLERKS];

	for (int i = 0; i < CLERKS; i++) {
		ids[i] = i;
		pthread_create(&clerks[i], NULL, clerk, &ids[i]);
	}
	for (int i = 0; i < CLERKS; i++)
		pthread_join(clerks[i], NULL);
}

int main(void)
{
	for (int i = 0; i < BANKS; i++) {
		banks[i] = (struct account){.number = i, .balance = 5000};
		pthread_mutex_init(&banks[i].lock, NULL);
	}
	pthread_barrier_init(&opening, NULL, CLERKS);
	run_day();
	for (int i = 0; i < BANKS; i++)
		printf("bank %d: %ld, paid %d, received %d\n", i, banks[i].balance, banks[i].paid,
			banks[i].received);
	printf("%d entries, %d refused, volume %ld\n", journal.entries, journal.refused,
		journal.volume);
	return 0;
}

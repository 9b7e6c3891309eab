/* Seats of a theatre in sections: clerks book and cancel, a board adds up, sections swap seats in pairs. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

enum { SECTIONS = 2, CLERKS = 3, CUSTOMERS = 16 };

struct section {
	pthread_mutex_t lock;
	int booked, cancelled, moved;
	long income;
};

struct office {
	pthread_mutex_t lock;
	pthread_cond_t closed;
	int clerks_left;
};

static struct section stalls = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct section balcony = {.lock = PTHREAD_MUTEX_INITIALIZER};
static struct office office = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, CLERKS};
static pthread_rwlock_t price_lock = PTHREAD_RWLOCK_INITIALIZER;
static int prices[SECTIONS] = {40, 25};
static int price_changes;
static atomic_int served;
static atomic_int open_for_sale;

static void book_stalls(int seats, int price)
{
	pthread_mutex_lock(&stalls.lock);
	stalls.booked += seats;
	stalls.income += (long)seats * price;
	pthread_mutex_unlock(&stalls.lock);
}

static void book_balcony(int seats, int price)
{
	pthread_mutex_lock(&balcony.lock);
	balcony.income += (long)seats * price;
	if (seats > 2)
		balcony.moved++;
	balcony.booked += seats;
	pthread_mutex_unlock(&balcony.lock);
}

/* A price can change up and down, but stays as long as the sale is open. */
static int price_of(int section)
{
	pthread_rwlock_rdlock(&price_lock);
	int price = prices[section] / 5 * 5;
	pthread_rwlock_unlock(&price_lock);
	return price;
}

static void adjust(int section, int by)
{
	pthread_rwlock_wrlock(&price_lock);
	prices[section] += by;
	price_changes++;
	pthread_rwlock_unlock(&price_lock);
}

static long income(void)
{
	pthread_mutex_lock(&stalls.lock);
	pthread_mutex_lock(&balcony.lock);
	long sum = stalls.income + balcony.income;
	pthread_mutex_unlock(&balcony.lock);
	pthread_mutex_unlock(&stalls.lock);
	return sum;
}

static void swap_seats(int seats)
{
	pthread_mutex_lock(&stalls.lock);
	pthread_mutex_lock(&balcony.lock);
	stalls.booked -= seats;
	balcony.booked += seats;
	stalls.moved++;
	pthread_mutex_unlock(&balcony.lock);
	pthread_mutex_unlock(&stalls.lock);
}

static void leave_office(struct office *o)
{
	pthread_mutex_lock(&o->lock);
	o->clerks_left--;
	pthread_cond_signal(&o->closed);
	pthread_mutex_unlock(&o->lock);
}

static void wait_for_closing(struct office *o)
{
	pthread_mutex_lock(&o->lock);
	while (o->clerks_left > 0)
		pthread_cond_wait(&o->closed, &o->lock);
	pthread_mutex_unlock(&o->lock);
}

static void *clerk(void *arg)
{
	for (int i = 0; i < CUSTOMERS; i++) {
		book_stalls(1 + i % 3, price_of(0));
		book_balcony(1 + i % 4, price_of(1));
		atomic_fetch_add(&served, 1);
		usleep(90);
	}
	leave_office(&office);
	return arg;
}

static void *manager(void *arg)
{
	for (int i = 0; i < 12; i++) {
		adjust(i % 2, 1);
		usleep(70);
		adjust(i % 2, -1);
		if (i % 4 == 1)
			swap_seats(1);
	}
	while (atomic_load(&open_for_sale))
		usleep(50);
	return arg;
}

static int sell(void)
{
	pthread_t clerks[CLERKS], boss;
	int odd = 0;

	atomic_store(&open_for_sale, 1);
	pthread_create(&boss, NULL, manager, NULL);
	for (int i = 0; i < CLERKS; i++)
		pthread_create(&clerks[i], NULL, clerk, NULL);
	for (int i = 0; i < 3; i++) {
		usleep(400);
		odd += income() < 0;
	}
	wait_for_closing(&office);
	atomic_store(&open_for_sale, 0);
	for (int i = 0; i < CLERKS; i++)
		pthread_join(clerks[i], NULL);
	pthread_join(boss, NULL);
	return odd;
}

int main(void)
{
	int odd = sell();
	printf("%d customers, income %ld, %d price changes\n", atomic_load(&served), income(),
		price_changes);
	printf("stalls %d, balcony %d, moved %d and %d, %d odd\n", stalls.booked, balcony.booked,
		stalls.moved, balcony.moved, odd);
	return 0;
}

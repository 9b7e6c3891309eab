/* Visitors at two turnstiles: they wait for tickets and for the doors, all of them before any. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { VISITORS = 3 };

struct park {
	pthread_mutex_t gate_lock, shop_lock;
	pthread_cond_t changed, arrived;
	int tickets, lowest, waiting, open, inside; /* under gate_lock */
	int sold, money; /* under shop_lock */
	atomic_int steps, souvenirs;
	atomic_bool closing;
};

static struct park park = {.gate_lock = PTHREAD_MUTEX_INITIALIZER,
	.shop_lock = PTHREAD_MUTEX_INITIALIZER,
	.changed = PTHREAD_COND_INITIALIZER,
	.arrived = PTHREAD_COND_INITIALIZER};

static void buy(int price)
{
	pthread_mutex_lock(&park.shop_lock);
	park.sold++;
	park.money += price;
	pthread_mutex_unlock(&park.shop_lock);
	atomic_fetch_add(&park.souvenirs, 1);
}

static void enter(void)
{
	pthread_mutex_lock(&park.gate_lock);
	park.waiting++;
	pthread_cond_signal(&park.arrived);
	while (park.tickets == 0)
		pthread_cond_wait(&park.changed, &park.gate_lock);
	park.tickets--;
	if (park.tickets < park.lowest)
		park.lowest = park.tickets;
	park.inside++;
	pthread_cond_signal(&park.arrived);
	while (!park.open)
		pthread_cond_wait(&park.changed, &park.gate_lock);
	pthread_mutex_unlock(&park.gate_lock);
}

static void *visit(void *arg)
{
	int price = *(const int *)arg;
	enter();
	for (int i = 0; i < 20; i++) {
		atomic_fetch_add(&park.steps, 1);
		if (i % 5 == 0)
			buy(price);
	}
	if (atomic_load(&park.closing))
		buy(1);
	return NULL;
}

/* One ticket at a time, and everybody is told of it. */
static void sell(int upto)
{
	pthread_mutex_lock(&park.gate_lock);
	while (park.waiting < VISITORS)
		pthread_cond_wait(&park.arrived, &park.gate_lock);
	for (int i = 0; i < upto; i++) {
		park.tickets++;
		pthread_cond_broadcast(&park.changed);
		while (park.inside <= i)
			pthread_cond_wait(&park.arrived, &park.gate_lock);
	}
	printf("%d inside, %d tickets left, never less than %d\n", park.inside, park.tickets,
		park.lowest);
	pthread_mutex_unlock(&park.gate_lock);
}

static void open_doors(void)
{
	pthread_mutex_lock(&park.gate_lock);
	atomic_store(&park.closing, 1);
	park.open = 1;
	pthread_cond_broadcast(&park.changed);
	pthread_mutex_unlock(&park.gate_lock);
}

int main(void)
{
	pthread_t threads[VISITORS];
	int prices[VISITORS] = {3, 5, 8};
	for (int i = 0; i < VISITORS; i++)
		if (pthread_create(&threads[i], NULL, visit, &prices[i]))
			return 1;
	sell(VISITORS);
	open_doors();
	for (int i = 0; i < VISITORS; i++)
		pthread_join(threads[i], NULL);
	printf("%d steps, %d souvenirs, %d sold for %d\n", atomic_load(&park.steps),
		atomic_load(&park.souvenirs), park.sold, park.money);
	return 0;
}

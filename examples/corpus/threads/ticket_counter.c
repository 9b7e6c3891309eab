// Tickets for a show, sold at several windows; the curtain falls once every seat is gone.
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

#define SEATS 50
#define WINDOWS 3

typedef struct {
	pthread_mutex_t lock;
	pthread_cond_t sold_out;
	int left;
	int next_seat;
	long seats_sum;
	bool closed;
} box_office;

typedef struct {
	box_office *office;
	int sold;
} window;

static int sell(box_office *o)
{
	pthread_mutex_lock(&o->lock);
	if (o->left == 0) {
		pthread_mutex_unlock(&o->lock);
		return -1;
	}
	int seat = o->next_seat++;
	o->left--;
	o->seats_sum += seat;
	if (o->left == 0)
		pthread_cond_broadcast(&o->sold_out);
	pthread_mutex_unlock(&o->lock);
	return seat;
}

static void *window_main(void *arg)
{
	window *w = arg;
	while (sell(w->office) >= 0)
		w->sold++;
	return NULL;
}

static void *closer_main(void *arg)
{
	box_office *o = arg;
	pthread_mutex_lock(&o->lock);
	while (o->left > 0)
		pthread_cond_wait(&o->sold_out, &o->lock);
	o->closed = true;
	pthread_mutex_unlock(&o->lock);
	return NULL;
}

int main(void)
{
	box_office office = {.left = SEATS, .next_seat = 1};
	window windows[WINDOWS];
	pthread_t threads[WINDOWS], closer;
	int sold = 0;

	pthread_mutex_init(&office.lock, NULL);
	pthread_cond_init(&office.sold_out, NULL);
	pthread_create(&closer, NULL, closer_main, &office);
	for (int i = 0; i < WINDOWS; i++) {
		windows[i] = (window){&office, 0};
		pthread_create(&threads[i], NULL, window_main, &windows[i]);
	}
	for (int i = 0; i < WINDOWS; i++) {
		pthread_join(threads[i], NULL);
		sold += windows[i].sold;
	}
	pthread_join(closer, NULL);
	printf("sold %d, left %d, seats add up to %ld\n", sold, office.left, office.seats_sum);
	printf("%s\n", office.closed ? "sold out" : "still open");
	pthread_cond_destroy(&office.sold_out);
	pthread_mutex_destroy(&office.lock);
	return 0;
}

/* Relay race: the last runner starts, and each waits for the baton of the one behind. */
#include <pthread.h>
#include <stdio.h>

#define RUNNERS 4

struct race {
	pthread_mutex_t lock;
	pthread_cond_t baton_moved;
	int ready; /* runners in their places */
	int baton; /* who has it; RUNNERS: nobody yet */
	int finish[RUNNERS];
	int finished;
	int false_start;
};

struct runner {
	struct race *race;
	int lane;
};

static void *run(void *arg)
{
	struct runner *r = arg;
	struct race *race = r->race;

	pthread_mutex_lock(&race->lock);
	race->ready++;
	pthread_cond_broadcast(&race->baton_moved);
	while (race->baton != r->lane)
		pthread_cond_wait(&race->baton_moved, &race->lock);
	if (race->baton != r->lane)
		race->false_start = 1;
	race->finish[race->finished] = r->lane;
	race->finished++;
	race->baton--;
	pthread_cond_broadcast(&race->baton_moved);
	pthread_mutex_unlock(&race->lock);
	return NULL;
}

int main(void)
{
	struct race race = {.baton = RUNNERS};
	struct runner runners[RUNNERS];
	pthread_t threads[RUNNERS];

	pthread_mutex_init(&race.lock, NULL);
	pthread_cond_init(&race.baton_moved, NULL);
	for (int i = 0; i < RUNNERS; i++) {
		runners[i] = (struct runner){&race, i};
		pthread_create(&threads[i], NULL, run, &runners[i]);
	}

	/* nobody starts before all stand in their lanes */
	pthread_mutex_lock(&race.lock);
	while (race.ready < RUNNERS)
		pthread_cond_wait(&race.baton_moved, &race.lock);
	race.baton = RUNNERS - 1;
	pthread_cond_broadcast(&race.baton_moved);
	pthread_mutex_unlock(&race.lock);

	for (int i = 0; i < RUNNERS; i++)
		pthread_join(threads[i], NULL);
	if (race.false_start)
		printf("false start\n");
	for (int i = 0; i < race.finished && !race.false_start; i++)
		printf("%d. lane %d\n", i + 1, race.finish[i]);
	return 0;
}

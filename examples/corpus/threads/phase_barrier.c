/* Cellular automaton in phases: threads meet at a barrier of their own between two generations. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#define CELLS 48
#define WORKERS 3
#define PHASES 12

typedef struct {
    pthread_mutex_t m;
    pthread_cond_t all_here;
    int waiting;
    unsigned phase;
} barrier_t;

static barrier_t gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};
static unsigned char now[CELLS], then[CELLS];

static void barrier_wait(barrier_t *b)
{
    pthread_mutex_lock(&b->m);
    unsigned phase = b->phase;
    b->waiting++;
    if (b->waiting == WORKERS) {
        b->waiting = 0;
        b->phase++;
        pthread_cond_broadcast(&b->all_here);
    } else {
        while (phase == b->phase)
            pthread_cond_wait(&b->all_here, &b->m);
    }
    pthread_mutex_unlock(&b->m);
}

static unsigned char rule(int i)
{
    int left = now[(i + CELLS - 1) % CELLS];
    int right = now[(i + 1) % CELLS];
    return (unsigned char)(left ^ (now[i] | right));
}

static void *evolve(void *arg)
{
    int id = *(int *)arg;
    int from = id * CELLS / WORKERS, to = (id + 1) * CELLS / WORKERS;
    for (int p = 0; p < PHASES; p++) {
        for (int i = from; i < to; i++)
            then[i] = rule(i);
        barrier_wait(&gate);
        memcpy(now + from, then + from, (size_t)(to - from));
        barrier_wait(&gate);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[WORKERS];
    int ids[WORKERS], alive = 0;

    now[CELLS / 2] = 1;
    for (int i = 0; i < WORKERS; i++) {
        ids[i] = i;
        pthread_create(&threads[i], NULL, evolve, &ids[i]);
    }
    for (int i = 0; i < WORKERS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < CELLS; i++) {
        putchar(now[i] ? '#' : '.');
        alive += now[i];
    }
    printf("\n%d alive after %u phases\n", alive, gate.phase / 2);
    return 0;
}

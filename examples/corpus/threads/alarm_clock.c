/* Timers in logical time: a clock thread ticks, sleepers wait for their tick, due jobs run on their own thread. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define TICKS 24
#define SLEEPERS 3
#define JOBS 12

typedef struct job {
    int due, weight;
    struct job *next;
} job;

typedef struct {
    pthread_mutex_t time_lock, job_lock, done_lock;
    pthread_cond_t ticked, ready;
    int now;
    job *waiting, *due;
    int closed;
    int woken, late;
    int ran;
    long weight;
} clockwork;

static clockwork *clock_new(void)
{
    clockwork *c = calloc(1, sizeof(*c));
    pthread_mutex_init(&c->time_lock, NULL);
    pthread_mutex_init(&c->job_lock, NULL);
    pthread_mutex_init(&c->done_lock, NULL);
    pthread_cond_init(&c->ticked, NULL);
    pthread_cond_init(&c->ready, NULL);
    return c;
}

/* By their due time, so the first is the next. */
static void clock_add(clockwork *c, int due, int weight)
{
    job *j = malloc(sizeof(*j));
    *j = (job){due, weight, NULL};
    pthread_mutex_lock(&c->job_lock);
    job **at = &c->waiting;
    while (*at != NULL && (*at)->due <= due)
        at = &(*at)->next;
    j->next = *at;
    *at = j;
    pthread_mutex_unlock(&c->job_lock);
}

static int clock_tick(clockwork *c)
{
    pthread_mutex_lock(&c->time_lock);
    c->now++;
    int now = c->now;
    pthread_cond_broadcast(&c->ticked);
    pthread_mutex_unlock(&c->time_lock);
    return now;
}

static void clock_release(clockwork *c, int now)
{
    pthread_mutex_lock(&c->job_lock);
    while (c->waiting != NULL && c->waiting->due <= now) {
        job *j = c->waiting;
        c->waiting = j->next;
        j->next = c->due;
        c->due = j;
    }
    pthread_cond_broadcast(&c->ready);
    pthread_mutex_unlock(&c->job_lock);
}

static void clock_close(clockwork *c)
{
    pthread_mutex_lock(&c->job_lock);
    c->closed = 1;
    pthread_cond_broadcast(&c->ready);
    pthread_mutex_unlock(&c->job_lock);
}

static job *next_due(clockwork *c)
{
    pthread_mutex_lock(&c->job_lock);
    while (c->due == NULL && !c->closed)
        pthread_cond_wait(&c->ready, &c->job_lock);
    if (c->closed && c->due == NULL) {
        pthread_mutex_unlock(&c->job_lock);
        return NULL;
    }
    job *j = c->due;
    c->due = j->next;
    pthread_mutex_unlock(&c->job_lock);
    return j;
}

static int sleep_until(clockwork *c, int tick)
{
    pthread_mutex_lock(&c->time_lock);
    while (c->now < tick)
        pthread_cond_wait(&c->ticked, &c->time_lock);
    int now = c->now;
    c->woken++;
    pthread_mutex_unlock(&c->time_lock);
    return now;
}

static void account(clockwork *c, const job *j)
{
    pthread_mutex_lock(&c->done_lock);
    c->ran++;
    c->weight += j->weight;
    pthread_mutex_unlock(&c->done_lock);
}

static void *sleeper(void *arg)
{
    clockwork *c = arg;
    for (int t = 2; t <= TICKS; t += 2)
        if (sleep_until(c, t) < t)
            abort();
    return NULL;
}

static void *runner(void *arg)
{
    job *j;
    while ((j = next_due(arg)) != NULL) {
        account(arg, j);
        usleep(30);
        free(j);
    }
    return NULL;
}

static void *tick(void *arg)
{
    for (int now = 0; now < TICKS;) {
        usleep(150);
        now = clock_tick(arg);
        clock_release(arg, now);
    }
    clock_close(arg);
    return NULL;
}

static void run(clockwork *c)
{
    pthread_t sleepers[SLEEPERS], runners[3], ticker;

    for (int i = 0; i < JOBS; i++)
        clock_add(c, 1 + i * 7 % TICKS, i + 1);
    for (int i = 0; i < SLEEPERS; i++)
        pthread_create(&sleepers[i], NULL, sleeper, c);
    for (int i = 0; i < 3; i++)
        pthread_create(&runners[i], NULL, runner, c);
    pthread_create(&ticker, NULL, tick, c);
    pthread_join(ticker, NULL);
    for (int i = 0; i < SLEEPERS; i++)
        pthread_join(sleepers[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(runners[i], NULL);
}

int main(void)
{
    clockwork *c = clock_new();
    run(c);
    printf("tick %d, %d woken, %d jobs, weight %ld\n", c->now, c->woken, c->ran, c->weight);
    free(c);
    return 0;
}

/* Thread pool: a list of jobs, a fixed number of workers, and a way to wait until all is done. */
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef void (*job_fn)(void *arg);

typedef struct job {
    job_fn run;
    void *arg;
    struct job *next;
} job;

typedef struct {
    pthread_t threads[3];
    pthread_mutex_t mutex;
    pthread_cond_t work, idle;
    job *head, *tail;
    int pending;
    int finished;
    bool stopping;
} pool;

static job *pool_next(pool *p)
{
    while (p->head == NULL && !p->stopping)
        pthread_cond_wait(&p->work, &p->mutex);
    job *j = p->head;
    if (j != NULL) {
        p->head = j->next;
        if (p->head == NULL)
            p->tail = NULL;
    }
    return j;
}

static void *pool_worker(void *arg)
{
    pool *p = arg;
    for (;;) {
        pthread_mutex_lock(&p->mutex);
        job *j = pool_next(p);
        pthread_mutex_unlock(&p->mutex);
        if (j == NULL)
            return NULL;
        j->run(j->arg);
        free(j);
        pthread_mutex_lock(&p->mutex);
        p->finished++;
        if (--p->pending == 0)
            pthread_cond_broadcast(&p->idle);
        pthread_mutex_unlock(&p->mutex);
    }
}

static pool *pool_new(void)
{
    pool *p = calloc(1, sizeof(*p));
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->work, NULL);
    pthread_cond_init(&p->idle, NULL);
    p->stopping = false;
    for (int i = 0; i < 3; i++)
        pthread_create(&p->threads[i], NULL, pool_worker, p);
    return p;
}

static int pool_submit(pool *p, job_fn run, void *arg)
{
    job *j = malloc(sizeof(*j));
    *j = (job){run, arg, NULL};
    pthread_mutex_lock(&p->mutex);
    if (p->stopping) {
        pthread_mutex_unlock(&p->mutex);
        free(j);
        return -1;
    }
    if (p->tail != NULL)
        p->tail->next = j;
    else
        p->head = j;
    p->tail = j;
    p->pending++;
    pthread_cond_signal(&p->work);
    pthread_mutex_unlock(&p->mutex);
    return 0;
}

static void pool_wait(pool *p)
{
    pthread_mutex_lock(&p->mutex);
    while (p->pending > 0)
        pthread_cond_wait(&p->idle, &p->mutex);
    pthread_mutex_unlock(&p->mutex);
}

static int pool_stop(pool *p)
{
    pthread_mutex_lock(&p->mutex);
    p->stopping = true;
    pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->mutex);
    for (int i = 0; i < 3; i++)
        pthread_join(p->threads[i], NULL);
    return p->finished;
}

static void square(void *arg)
{
    int *n = arg;
    *n = *n * *n;
}

int main(void)
{
    pool *p = pool_new();
    int numbers[16];
    long sum = 0;

    for (int i = 0; i < 16; i++) {
        numbers[i] = i;
        pool_submit(p, square, &numbers[i]);
    }
    pool_wait(p);
    for (int i = 0; i < 16; i++)
        sum += numbers[i];
    printf("squares add up to %ld\n", sum);

    int finished = pool_stop(p);
    printf("%d jobs, refused: %d\n", finished, pool_submit(p, square, numbers));
    free(p);
    return 0;
}

/* Metrics of a small server: counters, a gauge and a histogram, and a reporter that reads them all. */
#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#define WORKERS 3
#define REQUESTS 20
#define BUCKETS 5

struct registry {
    pthread_mutex_t counter_lock, gauge_lock, histogram_lock;
    long requests, errors, bytes;
    int active, highest;
    int buckets[BUCKETS];
    long total_ms;
    int snapshots;
};

static struct registry metrics = {
    .counter_lock = PTHREAD_MUTEX_INITIALIZER,
    .gauge_lock = PTHREAD_MUTEX_INITIALIZER,
    .histogram_lock = PTHREAD_MUTEX_INITIALIZER,
};
static atomic_int running;
static atomic_long scraped;

static void count_request(struct registry *r, int bytes, int failed)
{
    pthread_mutex_lock(&r->counter_lock);
    r->requests++;
    r->errors += failed;
    r->bytes += bytes;
    pthread_mutex_unlock(&r->counter_lock);
}

static void enter(struct registry *r)
{
    pthread_mutex_lock(&r->gauge_lock);
    r->active++;
    if (r->active > r->highest)
        r->highest = r->active;
    pthread_mutex_unlock(&r->gauge_lock);
}

static void leave(struct registry *r)
{
    pthread_mutex_lock(&r->gauge_lock);
    r->active--;
    pthread_mutex_unlock(&r->gauge_lock);
}

static void observe(struct registry *r, int ms)
{
    int bucket = ms / 10 < BUCKETS ? ms / 10 : BUCKETS - 1;
    pthread_mutex_lock(&r->histogram_lock);
    r->buckets[bucket]++;
    r->total_ms += ms;
    pthread_mutex_unlock(&r->histogram_lock);
}

/* Mean time and errors belong together, so both locks are held. */
static long slowness(struct registry *r)
{
    pthread_mutex_lock(&r->counter_lock);
    pthread_mutex_lock(&r->histogram_lock);
    long value = r->requests ? r->total_ms / r->requests : 0;
    r->snapshots++;
    pthread_mutex_unlock(&r->histogram_lock);
    pthread_mutex_unlock(&r->counter_lock);
    return value;
}

static int recent(struct registry *r)
{
    int n = 0;
    pthread_mutex_lock(&r->counter_lock);
    pthread_mutex_lock(&r->histogram_lock);
    for (int i = 0; i < BUCKETS; i++)
        n += r->buckets[i];
    r->snapshots++;
    pthread_mutex_unlock(&r->histogram_lock);
    pthread_mutex_unlock(&r->counter_lock);
    return n;
}

static void *worker(void *arg)
{
    int id = *(const int *)arg;
    for (int i = 0; i < REQUESTS; i++) {
        enter(&metrics);
        observe(&metrics, (i * 7 + id * 5) % 60);
        count_request(&metrics, 100 + i, i % 9 == 0);
        usleep(60);
        leave(&metrics);
        if (i % 4 == id % 4 && slowness(&metrics) >= 0)
            atomic_fetch_add(&scraped, 1);
        usleep(60);
    }
    atomic_fetch_sub(&running, 1);
    return NULL;
}

static void *reporter(void *arg)
{
    int *last = arg;
    do {
        *last = recent(&metrics);
        usleep(80);
    } while (atomic_load(&running) > 0);
    return NULL;
}

static int serve(void)
{
    pthread_t workers[WORKERS], report;
    int ids[WORKERS] = {0, 1, 2}, last = 0;

    atomic_store(&running, WORKERS);
    pthread_create(&report, NULL, reporter, &last);
    for (int i = 0; i < WORKERS; i++)
        pthread_create(&workers[i], NULL, worker, &ids[i]);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(workers[i], NULL);
    pthread_join(report, NULL);
    return last >= 0 && last <= WORKERS * REQUESTS && metrics.highest <= WORKERS;
}

int main(void)
{
    int sane = serve();
    printf("%ld requests, %ld errors, %ld bytes, %ld scrapes\n", metrics.requests, metrics.errors, metrics.bytes,
           atomic_load(&scraped));
    for (int i = 0; i < BUCKETS; i++)
        printf("%d-%d ms: %d\n", i * 10, i * 10 + 9, metrics.buckets[i]);
    printf("total %ld ms, %d active, %s\n", metrics.total_ms, metrics.active, sane ? "sane" : "odd");
    return 0;
}

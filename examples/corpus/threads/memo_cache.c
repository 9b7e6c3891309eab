/* Memo of a slow function, shared by threads; hits and misses have a lock of their own. */
#include <pthread.h>
#include <stdio.h>

#define KEYS 16
#define ASKS 64

struct entry {
    int known;
    long value;
};

struct memo {
    struct entry entries[KEYS];
    pthread_mutex_t entries_lock;
    pthread_mutex_t counts_lock;
    long computed;
    long asked;
};

struct client {
    struct memo *memo;
    int start;
    long sum;
};

static long slow(int key)
{
    long n = key + 27, steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

static long memo_get(struct memo *m, int key)
{
    struct entry *e = &m->entries[key];

    pthread_mutex_lock(&m->counts_lock);
    m->asked++;
    pthread_mutex_unlock(&m->counts_lock);

    pthread_mutex_lock(&m->entries_lock);
    if (!e->known) {
        e->value = slow(key);
        e->known = 1;
        m->computed++;
    }
    pthread_mutex_unlock(&m->entries_lock);
    return e->value;
}

static void *client_main(void *arg)
{
    struct client *c = arg;
    for (int i = 0; i < ASKS; i++)
        c->sum += memo_get(c->memo, (c->start + i * 5) % KEYS);
    return NULL;
}

int main(void)
{
    static struct memo memo = {.entries_lock = PTHREAD_MUTEX_INITIALIZER,
                               .counts_lock = PTHREAD_MUTEX_INITIALIZER};
    struct client clients[3];
    pthread_t threads[3];

    for (int i = 0; i < 3; i++) {
        clients[i] = (struct client){&memo, i, 0};
        pthread_create(&threads[i], NULL, client_main, &clients[i]);
    }
    for (int i = 0; i < 3; i++) {
        pthread_join(threads[i], NULL);
        printf("client %d: %ld steps\n", i, clients[i].sum);
    }
    printf("asked %ld, computed %ld\n", memo.asked, memo.computed);
    return 0;
}

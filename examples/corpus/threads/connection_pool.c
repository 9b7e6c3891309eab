/* A pool of connections behind a counting semaphore made of a mutex and a condition variable. */
#include <pthread.h>
#include <stdio.h>

#define CONNECTIONS 2
#define CLIENTS 4
#define REQUESTS 15

typedef struct {
    pthread_mutex_t m;
    pthread_cond_t c;
    int value;
} semaphore;

typedef struct {
    int busy;
    int served;
} connection;

static semaphore available = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, CONNECTIONS};
static connection connections[CONNECTIONS];
static pthread_mutex_t list_lock = PTHREAD_MUTEX_INITIALIZER;
static int overbooked;

static void semaphore_down(semaphore *s)
{
    pthread_mutex_lock(&s->m);
    while (s->value == 0)
        pthread_cond_wait(&s->c, &s->m);
    s->value--;
    pthread_mutex_unlock(&s->m);
}

static void semaphore_up(semaphore *s)
{
    pthread_mutex_lock(&s->m);
    s->value++;
    pthread_cond_signal(&s->c);
    pthread_mutex_unlock(&s->m);
}

static connection *acquire(void)
{
    connection *found = NULL;
    semaphore_down(&available);
    pthread_mutex_lock(&list_lock);
    for (int i = 0; i < CONNECTIONS && found == NULL; i++) {
        if (!connections[i].busy)
            found = &connections[i];
    }
    if (found == NULL) {
        overbooked++;
        pthread_mutex_unlock(&list_lock);
        return NULL;
    }
    found->busy = 1;
    found->served++;
    pthread_mutex_unlock(&list_lock);
    return found;
}

static void give_back(connection *c)
{
    pthread_mutex_lock(&list_lock);
    c->busy = 0;
    pthread_mutex_unlock(&list_lock);
    semaphore_up(&available);
}

static void *client(void *arg)
{
    int *done = arg;
    for (int i = 0; i < REQUESTS; i++) {
        connection *c = acquire();
        if (c == NULL)
            break;
        ++*done;
        give_back(c);
    }
    return NULL;
}

int main(void)
{
    pthread_t threads[CLIENTS];
    int done[CLIENTS] = {0}, all = 0, served = 0;

    for (int i = 0; i < CLIENTS; i++)
        pthread_create(&threads[i], NULL, client, &done[i]);
    for (int i = 0; i < CLIENTS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < CLIENTS; i++)
        all += done[i];
    for (int i = 0; i < CONNECTIONS; i++)
        served += connections[i].served;
    printf("%d requests, %d served, %d free, %d overbooked\n", all, served, available.value, overbooked);
    return 0;
}

/* Dining philosophers: everybody takes the fork with the lower number first. */
#include <pthread.h>
#include <stdio.h>

enum { SEATS = 5, MEALS = 20 };

typedef struct { pthread_mutex_t lock; int uses; } fork_t;

typedef struct {
    int seat;
    int eaten;
    fork_t *left, *right;
} philosopher;

static fork_t forks[SEATS];

static struct {
    pthread_mutex_t lock;
    int served;
    int hungry;
} kitchen = {PTHREAD_MUTEX_INITIALIZER, SEATS * MEALS, 0};

static int order_meal(void)
{
    pthread_mutex_lock(&kitchen.lock);
    if (kitchen.served == 0) {
        kitchen.hungry++;
        pthread_mutex_unlock(&kitchen.lock);
        return 0;
    }
    kitchen.served--;
    pthread_mutex_unlock(&kitchen.lock);
    return 1;
}

static void eat(philosopher *p)
{
    fork_t *first = p->left < p->right ? p->left : p->right;
    fork_t *second = first == p->left ? p->right : p->left;

    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    first->uses++;
    second->uses++;
    p->eaten++;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);
}

static void *dine(void *arg)
{
    philosopher *p = arg;
    for (int i = 0; i <= MEALS; i++) {
        if (i < MEALS && order_meal())
            eat(p);
    }
    return NULL;
}

int main(void)
{
    philosopher table[SEATS];
    pthread_t threads[SEATS];
    int uses = 0;

    for (int i = 0; i < SEATS; i++)
        pthread_mutex_init(&forks[i].lock, NULL);
    for (int i = 0; i < SEATS; i++) {
        table[i] = (philosopher){i, 0, &forks[i], &forks[(i + 1) % SEATS]};
        pthread_create(&threads[i], NULL, dine, &table[i]);
    }
    for (int i = 0; i < SEATS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < SEATS; i++) {
        printf("philosopher %d ate %d times, fork used %d times\n", i, table[i].eaten, forks[i].uses);
        uses += forks[i].uses;
    }
    printf("%d meals left, %d hungry, %d uses\n", kitchen.served, kitchen.hungry, uses);
    return 0;
}

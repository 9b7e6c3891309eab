/* Stock between warehouses: both ends of a move are locked, in the order of their numbers. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define HOUSES 4
#define MOVES 60

typedef struct warehouse {
    int number;
    int stock;
    int moves;
    pthread_mutex_t lock;
} warehouse;

static warehouse houses[HOUSES];
static int failed;
static pthread_mutex_t failed_lock = PTHREAD_MUTEX_INITIALIZER;

static int move_stock(warehouse *from, warehouse *to, int amount)
{
    if (from == to)
        return -1;
    warehouse *low = from->number < to->number ? from : to;
    warehouse *high = low == from ? to : from;
    int done = 0;

    pthread_mutex_lock(&low->lock);
    pthread_mutex_lock(&high->lock);
    if (from->stock >= amount) {
        from->stock -= amount;
        to->stock += amount;
        from->moves++;
        done = 1;
    }
    pthread_mutex_unlock(&high->lock);
    pthread_mutex_unlock(&low->lock);
    return done ? 0 : -1;
}

static void *driver(void *arg)
{
    int step = *(int *)arg;
    for (int i = 0; i < MOVES; i++) {
        int a = i % HOUSES, b = (i + step) % HOUSES;
        if (move_stock(&houses[a], &houses[b], 2) != 0) {
            pthread_mutex_lock(&failed_lock);
            failed++;
            pthread_mutex_unlock(&failed_lock);
        }
    }
    return NULL;
}

static int count_stock(void)
{
    int total = 0;
    for (int i = 0; i < HOUSES; i++) {
        pthread_mutex_lock(&houses[i].lock);
        total += houses[i].stock;
        pthread_mutex_unlock(&houses[i].lock);
    }
    return total;
}

int main(void)
{
    pthread_t drivers[3];
    int steps[3] = {1, 3, 4};

    for (int i = 0; i < HOUSES; i++) {
        houses[i].number = i;
        houses[i].stock = 500;
        pthread_mutex_init(&houses[i].lock, NULL);
    }
    for (int i = 0; i < 3; i++)
        pthread_create(&drivers[i], NULL, driver, &steps[i]);
    for (int i = 0; i < 3; i++)
        pthread_join(drivers[i], NULL);
    for (int i = 0; i < HOUSES; i++)
        printf("house %d: %d in stock, %d moves\n", i, houses[i].stock, houses[i].moves);
    printf("total %d, failed %d\n", count_stock(), failed);
    return 0;
}

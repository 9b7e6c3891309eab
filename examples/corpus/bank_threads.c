/* Bank: several threads move money between accounts guarded by mutexes. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 4
#define TRANSFERS 200

typedef struct account {
    int id;
    long balance;
    pthread_mutex_t lock;
    struct account *next;
} account;

typedef struct {
    account *accounts;
    int count;
    long moved;
    int transfers;
    pthread_mutex_t stats_lock;
} bank;

typedef struct {
    bank *bank;
    unsigned seed;
    int refused;
    int done;
} teller;

bank *bank_open(void);
account *bank_add(bank *b, int id, long balance);
account *bank_find(const bank *b, int id);
int bank_transfer(bank *b, int from, int to, long amount);
int deposit(account *a, long amount);
long bank_total(bank *b);
long bank_close(bank *b);
static void *teller_main(void *arg);

bank *bank_open(void)
{
    bank *b = calloc(1, sizeof(*b));
    pthread_mutex_init(&b->stats_lock, NULL);
    return b;
}

account *bank_add(bank *b, int id, long balance)
{
    if (bank_find(b, id) != NULL)
        return NULL;

    account *a = malloc(sizeof(*a));
    a->id = id;
    a->balance = balance;
    pthread_mutex_init(&a->lock, NULL);
    a->next = b->accounts;
    b->accounts = a;
    b->count++;
    return a;
}

account *bank_find(const bank *b, int id)
{
    for (account *a = b->accounts; a != NULL; a = a->next) {
        if (a->id == id)
            return a;
    }
    return NULL;
}

int deposit(account *a, long amount)
{
    if (a == NULL || amount <= 0)
        return -1;
    pthread_mutex_lock(&a->lock);
    a->balance += amount;
    pthread_mutex_unlock(&a->lock);
    return 0;
}

int bank_transfer(bank *b, int from, int to, long amount)
{
    account *src = bank_find(b, from);
    account *dst = bank_find(b, to);

    if (src == NULL)
        return -1;
    if (dst == NULL)
        return -2;
    if (src == dst || amount <= 0)
        return -3;

    /* lower id first, so that two transfers cannot wait for each other */
    account *first = src->id < dst->id ? src : dst;
    account *second = first == src ? dst : src;
    pthread_mutex_lock(&first->lock);
    pthread_mutex_lock(&second->lock);
    src->balance -= amount;
    dst->balance += amount;
    pthread_mutex_unlock(&second->lock);
    pthread_mutex_unlock(&first->lock);

    pthread_mutex_lock(&b->stats_lock);
    b->moved += amount;
    b->transfers++;
    pthread_mutex_unlock(&b->stats_lock);
    return 0;
}

long bank_total(bank *b)
{
    long total = 0;

    for (account *a = b->accounts; a; a = a->next) {
        pthread_mutex_lock(&a->lock);
        total += a->balance;
        pthread_mutex_unlock(&a->lock);
    }
    return total;
}

long bank_close(bank *b)
{
    long paid_out = 0;

    if (b == NULL)
        return -1;
    while (b->accounts) {
        account *a = b->accounts;
        b->accounts = a->next;
        pthread_mutex_destroy(&a->lock);
        printf("close %d: %ld\n", a->id, a->balance);
        paid_out += a->balance;
        free(a);
    }
    pthread_mutex_destroy(&b->stats_lock);
    printf("%d transfers, %ld moved\n", b->transfers, b->moved);
    free(b);
    return paid_out;
}

static unsigned next_random(unsigned *state)
{
    *state = *state * 1103515245u + 12345u;
    return *state >> 16;
}

static void *teller_main(void *arg)
{
    teller *t = arg;

    for (int i = 0; i < TRANSFERS; i++) {
        int from = (int)(next_random(&t->seed) % 7) + 100;
        int to = (int)(next_random(&t->seed) % 7) + 100;
        long amount = (long)(next_random(&t->seed) % 50) - 2;
        if (bank_transfer(t->bank, from, to, amount) != 0)
            t->refused++;
        else
            t->done++;
    }
    return t;
}

int main(void)
{
    bank *b = bank_open();
    pthread_t threads[THREADS];
    teller tellers[THREADS];
    int refused = 0;

    for (int i = 0; i < 6; i++) {
        account *a = bank_add(b, 100 + i, 1000 + 50 * i);
        printf("open %d with %ld\n", a->id, a->balance);
    }
    if (bank_add(b, 103, 5) == NULL)
        printf("103 is taken\n");
    printf("total %ld\n", bank_total(b));

    for (int i = 0; i < THREADS; i++) {
        tellers[i] = (teller){b, 77u + (unsigned)i, 0, 0};
        pthread_create(&threads[i], NULL, teller_main, &tellers[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        void *result = NULL;
        pthread_join(threads[i], &result);
        teller *t = result;
        printf("teller %d: %d done, %d refused\n", i, t->done, t->refused);
        refused += t->refused;
    }
    printf("refused %d of %d, total %ld\n", refused, THREADS * TRANSFERS, bank_total(b));
    printf("errors %d %d %d\n", bank_transfer(b, 1, 100, 5), bank_transfer(b, 100, 1, 5),
           bank_transfer(b, 102, 102, 5));
    printf("deposits %d %d %d\n", deposit(bank_find(b, 105), 250), deposit(bank_find(b, 900), 1),
           deposit(bank_find(b, 104), -4));

    long paid = bank_close(b);
    printf("paid out %ld, %ld\n", paid, bank_close(NULL));
    return 0;
}

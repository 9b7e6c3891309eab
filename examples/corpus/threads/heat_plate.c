/* Heat on a plate: threads own rows, meet at a barrier after each step, and add up what has changed. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 12
#define COLS 16
#define BANDS 3
#define STEPS 14

struct plate {
    int now[ROWS][COLS], next[ROWS][COLS];
    pthread_mutex_t sum_lock, peak_lock;
    long moved;
    int cells;
    int hottest, hottest_row;
};

struct gate {
    pthread_mutex_t lock;
    pthread_cond_t open;
    int here, round;
};

struct band {
    struct plate *plate;
    int from, to, late;
};

static struct gate gate = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, 0, 0};

static void gate_pass(struct gate *g)
{
    pthread_mutex_lock(&g->lock);
    int round = g->round;
    g->here++;
    if (g->here == BANDS) {
        g->here = 0;
        g->round++;
        pthread_cond_broadcast(&g->open);
    }
    while (round == g->round)
        pthread_cond_wait(&g->open, &g->lock);
    pthread_mutex_unlock(&g->lock);
}

static int flow(const struct plate *p, int r, int c)
{
    int up = p->now[r > 0 ? r - 1 : r][c], down = p->now[r < ROWS - 1 ? r + 1 : r][c];
    int left = p->now[r][c > 0 ? c - 1 : c], right = p->now[r][c < COLS - 1 ? c + 1 : c];
    return (up + down + left + right - 4 * p->now[r][c]) / 8;
}

static void add_moved(struct plate *p, long moved, int cells)
{
    pthread_mutex_lock(&p->sum_lock);
    p->moved += moved;
    p->cells += cells;
    pthread_mutex_unlock(&p->sum_lock);
}

static void report_peak(struct plate *p, int row, int heat)
{
    pthread_mutex_lock(&p->peak_lock);
    if (heat > p->hottest || (heat == p->hottest && row < p->hottest_row)) {
        p->hottest = heat;
        p->hottest_row = row;
    }
    pthread_mutex_unlock(&p->peak_lock);
}

static void step_row(struct plate *p, int r, long *moved)
{
    int peak = 0;
    for (int c = 0; c < COLS; c++) {
        int d = flow(p, r, c);
        p->next[r][c] = p->now[r][c] + d;
        *moved += d < 0 ? -d : d;
        peak = p->now[r][c] > peak ? p->now[r][c] : peak;
    }
    report_peak(p, r, peak);
}

static void *run_band(void *arg)
{
    struct band *b = arg;
    for (int s = 0; s < STEPS; s++) {
        long moved = 0;
        gate_pass(&gate);
        for (int r = b->from; r < b->to; r++)
            step_row(b->plate, r, &moved);
        add_moved(b->plate, moved, (b->to - b->from) * COLS);
        gate_pass(&gate);
        for (int r = b->from; r < b->to; r++)
            for (int c = 0; c < COLS; c++)
                b->plate->now[r][c] = b->plate->next[r][c];
    }
    b->late = gate.round != 2 * STEPS;
    return NULL;
}

static int simulate(struct plate *p)
{
    pthread_t threads[BANDS];
    static struct band bands[BANDS];
    int late = 0;

    for (int i = 0; i < BANDS; i++) {
        bands[i] = (struct band){p, i * ROWS / BANDS, (i + 1) * ROWS / BANDS, 0};
        pthread_create(&threads[i], NULL, run_band, &bands[i]);
    }
    for (int i = 0; i < BANDS; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < BANDS; i++)
        late += bands[i].late;
    return late;
}

int main(void)
{
    struct plate *p = calloc(1, sizeof(*p));
    pthread_mutex_init(&p->sum_lock, NULL);
    pthread_mutex_init(&p->peak_lock, NULL);
    p->now[5][6] = 8000;
    p->now[1][12] = 4000;
    int late = simulate(p);
    printf("%d cells, %ld moved, %d late\n", p->cells, p->moved, late);
    printf("hottest %d in row %d\n", p->hottest, p->hottest_row);
    for (int c = 0; c < COLS; c++)
        printf("%d%c", p->now[5][c], c + 1 < COLS ? ' ' : '\n');
    free(p);
    return 0;
}

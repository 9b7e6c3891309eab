/* A morning on a tram line over a hill, with three trams. */
#include <inttypes.h>
#include <stdio.h>

#include "crowd.h"
#include "energy.h"
#include "log.h"
#include "tram.h"

enum { TRAMS = 3, OPENING = 6 * 3600 + 1800 };

static const int headway[TRAMS] = {0, 420, 560};

static void build(struct track *t)
{
    track_add(t, "Depot", 0, 120);
    track_add(t, "Mill", 410, 135);
    track_add(t, "Market", 930, 180);
    track_add(t, "Bridge", 870, 175);
    track_add(t, "Hospital", 1480, 420);
    track_add(t, "Summit", 2150, 690);
    track_add(t, "School", 2710, 510);
    track_add(t, "Harbour", 3600, 95);
}

static void survey(const struct track *t)
{
    for (int i = 1; i < t->count; i++)
        printf("%-9s %4d m, %3d permille, %3d s, back %3d s\n", t->stops[i].name,
               track_length(t, i - 1, i), track_slope(t, i - 1, i),
               track_seconds(track_length(t, i - 1, i), track_slope(t, i - 1, i)),
               track_seconds(track_length(t, i - 1, i), track_slope(t, i, i - 1)));
    printf("at 1300 m: stop %d, at 1300 m within 100 m: %d, at 3000 m: %d\n",
           track_stop_at(t, 1300, 300), track_stop_at(t, 1300, 100), track_stop_at(t, 3000, 300));
}

static void gather(struct crowd *c, const struct track *t, int seconds)
{
    int count = 0;

    for (int i = 0; i < t->count - 1; i++) {
        count += crowd_come(c, i, t->count, seconds);
        count -= crowd_leave(c, i, i % 2 ? 20 : 35);
    }
    int busiest = crowd_busiest_index(c, 0, t->count - 1);
    printf("in %d s %d more wait\n", seconds, count);
    log_stop(c, t, busiest, 9);
    log_stop(c, t, crowd_busiest_index(c, busiest + 1, t->count - 1), 9);
}

static int planned(const struct track *t, int from, int to)
{
    int seconds = 0;

    for (int i = from; i < to; i++)
        seconds += track_seconds(track_length(t, i, i + 1), track_slope(t, i, i + 1)) +
                   tram_dwell(4, 4, TRAM_DOORS);
    return seconds;
}

static void ride(struct tram *v, struct crowd *c, const struct track *t, int start)
{
    int most = 0, slower = v->number % 10 * 4;

    tram_start(v, 0, start);
    while (v->stop < t->count - 1) {
        int aboard = tram_halt(v, c, t, v->stop < 2 ? 12 : 0);
        if (aboard > most)
            most = aboard;
        if (v->stop % 3 == 1)
            log_tram(v, t, 9);
        tram_run(v, t, slower);
    }
    printf("tram %d: most %d, late %d s, %.4f W, %.5f cents\n", v->number, most,
           tram_delay(v, start, planned(t, 0, t->count - 1)),
           energy_watts(v->used, v->clock - start), energy_cost(v->used, 31.5, 1249.5));
}

static void summary(const struct tram *trams)
{
    uint64_t counter = energy_counter(99995000321, (uint64_t)energy_meter);

    for (int stop = 0; stop < 4; stop++)
        printf("at stop %d: %d s, then %d s apart, ready at %d\n", stop,
               log_gap(stop, trams[0].number, trams[1].number),
               log_gap(stop, trams[1].number, trams[2].number),
               log_find_stop(trams[2].number, stop));
    printf("counter %011" PRIu64 ", then %011" PRIu64 ", first stamp %016" PRIx64 "\n", counter,
           energy_counter(counter, 65432109870), log_stamp(31, 2, OPENING));
    printf("all %.2f J, %d down, %.6f cents by night\n", energy_meter, energy_brakes,
           energy_cost(energy_meter, 19.25, 400));
    printf("%d served, %d walked, %d stood, %d s late, %d events, %d lost, %d stops refused\n",
           crowd_served, crowd_walked, tram_stood, tram_late, log_count, log_lost, track_refused);
    printf("from ");
    log_clock(OPENING, 2);
    printf(" to");
    log_clock(tram_clock, 3);
    putchar('\n');
}

int main(void)
{
    static struct track t;
    static struct crowd c;
    struct tram trams[TRAMS];
    int start = OPENING;

    build(&t);
    survey(&t);
    crowd_group(&c, 1, 6, 27);
    crowd_group(&c, 2, 4, 15);
    tram_make(&trams[0], 31, 42, 60, 24);
    tram_make(&trams[1], 35, 30, 48, 19);
    tram_make(&trams[2], 32, 42, 60, 24);
    for (int i = 0; i < TRAMS; i++) {
        start += headway[i];
        gather(&c, &t, i == 0 ? 300 : headway[i]);
        ride(&trams[i], &c, &t, start);
        log_tram(&trams[i], &t, 8);
    }
    summary(trams);
    return 0;
}

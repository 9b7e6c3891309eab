#include "tram.h"

#include "energy.h"
#include "log.h"

int tram_clock = 0;
int tram_late = 0;
int tram_stood = 0;

void tram_make(struct tram *v, int number, int seats, int stands, int tons)
{
    *v = (struct tram){.number = number, .seats = seats, .stands = stands, .tons = tons};
}

void tram_start(struct tram *v, int stop, int clock)
{
    v->stop = stop;
    v->clock = clock;
    tram_clock = clock;
}

/* Passengers that get off at these stops. */
int tram_aboard_count(const struct tram *v, int first, int last)
{
    int count = 0;

    for (int i = first; i <= last && i < TRACK_STOPS; i++)
        count += v->aboard[i];
    return count;
}

/* Places that are free, without those that are kept for who comes later. */
int tram_room(const struct tram *v, int kept)
{
    int free = v->seats + v->stands - kept - tram_aboard_count(v, 0, TRACK_STOPS - 1);

    return free > 0 ? free : 0;
}

/* Seconds that it takes until all are off and on. */
int tram_dwell(int off, int on, int doors)
{
    int seconds = TRAM_DWELL + (3 * off + 5 * on) / (2 * doors);

    return seconds;
}

/* Off and on; returns how many are aboard then. */
int tram_halt(struct tram *v, struct crowd *c, const struct track *t, int kept)
{
    int off = v->aboard[v->stop], on = 0;

    v->aboard[v->stop] = 0;
    for (int to = v->stop + 1; to < t->count; to++) {
        int some = crowd_board(c, v->stop, to, tram_room(v, kept));
        v->aboard[to] += some;
        on += some;
    }
    v->clock += tram_dwell(off, on, off + on > 40 ? TRAM_DOORS : 2);
    log_event(v->number, v->stop, v->clock);
    int total = tram_aboard_count(v, 0, t->count - 1);
    if (total > v->seats)
        tram_stood += total - v->seats;
    return total;
}

/* To the next stop; returns the seconds. */
int tram_run(struct tram *v, const struct track *t, int slower)
{
    int metres = track_length(t, v->stop, v->stop + 1);
    int slope = track_slope(t, v->stop, v->stop + 1);
    int seconds = track_seconds(metres, slope) * (100 + slower) / 100;
    double mass = v->tons * 1000.0 + tram_aboard_count(v, 0, t->count - 1) * TRAM_WEIGHT;

    /* The wheels turn, too. */
    v->used += energy_section(mass * 1.0625, metres, slope);
    v->clock += seconds;
    v->stop++;
    tram_clock = v->clock > tram_clock ? v->clock : tram_clock;
    return seconds;
}

/* Seconds behind the plan; who is early waits, so nothing is won. */
int tram_delay(const struct tram *v, int start, int planned)
{
    int late = v->clock - start - planned;

    if (late < 0)
        return 0;
    tram_late += late;
    return late;
}

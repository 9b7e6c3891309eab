#include "log.h"

#include <stdio.h>

#include "energy.h"

int log_count = 0;
int log_lost = 0;

static uint64_t events[LOG_EVENTS]; /* stamps */

/* One number for an event, tram first, so that numbers sort. */
uint64_t log_stamp(uint64_t number, uint64_t stop, uint64_t clock)
{
    return number << 40 | stop << 32 | clock;
}

void log_event(int number, int stop, int clock)
{
    if (log_count == LOG_EVENTS) {
        log_lost++;
        return;
    }
    events[log_count] = log_stamp((uint64_t)number, (uint64_t)stop, (uint64_t)clock);
    log_count++;
}

/* When a tram was ready at a stop; -1: it was not there. */
int log_find_stop(int number, int stop)
{
    int clock = -1;

    for (int i = 0; i < log_count; i++)
        if (events[i] >> 32 == log_stamp((uint64_t)number, (uint64_t)stop, 0) >> 32)
            clock = (int)(events[i] & 0xffffffff);
    return clock;
}

/* Seconds between two trams at a stop. */
int log_gap(int stop, int before, int number)
{
    return log_find_stop(number, stop) - log_find_stop(before, stop);
}

void log_clock(int clock, int width)
{
    int minutes = clock / LOG_MINUTE;

    printf("%*d:%02d:%02d", width, minutes / LOG_MINUTE, minutes % LOG_MINUTE,
           clock % LOG_MINUTE);
}

void log_tram(const struct tram *v, const struct track *t, int wide)
{
    int total = tram_aboard_count(v, 0, t->count - 1);

    printf("tram %d, ", v->number);
    log_clock(v->clock, 2);
    printf(", %-*s %3d aboard, %3d of them near, %3d free, %.3f kWh\n", wide,
           t->stops[v->stop].name, total, tram_aboard_count(v, v->stop, v->stop + 2),
           tram_room(v, 0), v->used / 3.6e6);
}

void log_stop(const struct crowd *c, const struct track *t, int stop, int wide)
{
    printf("%-*s %3d wait, %d of them for the next three; brakes %d\n", wide,
           t->stops[stop].name, crowd_total(c, stop, TRACK_STOPS - 1),
           crowd_total(c, stop, stop + 3), energy_brakes);
}

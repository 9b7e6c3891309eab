#include "track.h"

#include <stdlib.h>

int track_refused = 0;

/* Its number; -1: it is full, or lies behind the last stop. */
int track_add(struct track *t, const char *name, int metres, int height)
{
    int index = t->count;

    if (index == TRACK_STOPS || (index > 0 && t->stops[index - 1].metres >= metres)) {
        track_refused++;
        return -1;
    }
    t->stops[index] = (struct stop){name, metres, height};
    t->count++;
    return index;
}

int track_length(const struct track *t, int from, int to)
{
    return t->stops[to].metres - t->stops[from].metres;
}

/* In permille; a way down is negative. */
int track_slope(const struct track *t, int from, int to)
{
    int metres = abs(track_length(t, from, to));
    int rise = t->stops[to].height - t->stops[from].height;

    return metres > 0 ? rise * 100 / metres : 0;
}

/* Uphill is slow; steep ways down are, too, for the brakes' sake. */
int track_seconds(int metres, int slope)
{
    int seconds = metres / TRACK_SPEED + 8;

    if (slope > 0)
        seconds += metres * slope / (TRACK_SPEED * 50);
    else if (slope < -TRACK_SLOPE / 2)
        seconds += 12;
    return seconds;
}

/* The stop that is near enough; -1: there is none. */
int track_stop_at(const struct track *t, int metres, int reach)
{
    int index = -1, nearest = reach + 1;

    for (int i = 0; i < t->count; i++) {
        int away = abs(t->stops[i].metres - metres);
        if (away < nearest) {
            nearest = away;
            index = i;
        }
    }
    return index;
}

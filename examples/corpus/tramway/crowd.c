#include "crowd.h"

int crowd_walked = 0;
int crowd_served = 0;

/* Who comes in these seconds, more of them in the middle of the line; returns how many. */
int crowd_come(struct crowd *c, int stop, int stops, int seconds)
{
    int middle = stop < stops - stop ? stop + 1 : stops - stop;
    int count = 0;

    c->carry[stop] += seconds * middle * CROWD_RUSH;
    for (int to = stop + 1; to < stops && c->carry[stop] >= 120; to++) {
        int share = c->carry[stop] / 120 / (stops - stop) + 1;
        c->waiting[stop][to] += share;
        c->carry[stop] -= 120 * share;
        count += share;
    }
    return count;
}

void crowd_group(struct crowd *c, int from, int to, int persons)
{
    c->waiting[from][to] += persons;
}

/* Those at a stop that go no farther than to the other one. */
int crowd_total(const struct crowd *c, int from, int to)
{
    int total = 0;

    for (int i = from + 1; i <= to && i < TRACK_STOPS; i++)
        total += c->waiting[from][i];
    return total;
}

int crowd_busiest_index(const struct crowd *c, int first, int last)
{
    int index = first;

    for (int i = first; i <= last; i++)
        if (crowd_total(c, i, TRACK_STOPS) > crowd_total(c, index, TRACK_STOPS))
            index = i;
    return index;
}

/* As many as have room; returns how many. */
int crowd_board(struct crowd *c, int stop, int to, int room)
{
    int count = c->waiting[stop][to];

    if (count > room)
        count = room;
    c->waiting[stop][to] -= count;
    crowd_served += count;
    return count;
}

/* Where too many wait, some go on foot. */
int crowd_leave(struct crowd *c, int stop, int percent)
{
    int left = 0;

    if (crowd_total(c, stop, TRACK_STOPS) <= CROWD_PATIENCE)
        return 0;
    for (int to = stop + 1; to < TRACK_STOPS; to++) {
        int some = c->waiting[stop][to] * percent / 100;
        c->waiting[stop][to] -= some;
        left += some;
    }
    crowd_walked += left;
    return left;
}

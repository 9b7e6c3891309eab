#include "hold.h"

#include <stdio.h>
#include <string.h>

int hold_refused = 0;
int hold_lifts = 0;

/* The number of the new hold. */
int ship_add(struct ship *s, int place, int tonnes_max, int volume_max)
{
    struct hold *h = &s->holds[s->count];

    memset(h, 0, sizeof *h);
    h->place = place;
    h->tonnes_max = tonnes_max;
    h->volume_max = volume_max;
    return s->count++;
}

int hold_find(const struct hold *h, const char *label)
{
    int index = h->count - 1;

    while (index >= 0 && strcmp(h->items[index].label, label) != 0)
        index--;
    return index;
}

/* How many such items still fit. */
int hold_room(const struct hold *h, int tonnes, int volume)
{
    int heavy = h->tonnes_max, large = h->volume_max, count = HOLD_ITEMS - h->count;

    for (int i = 0; i < h->count; i++) {
        heavy -= h->items[i].tonnes;
        large -= h->items[i].volume;
    }
    if (heavy / tonnes < count)
        count = heavy / tonnes;
    if (large / volume < count)
        count = large / volume;
    return count;
}

static void put(struct hold *h, const struct item *it)
{
    h->items[h->count++] = *it;
    hold_lifts++;
}

static struct item take(struct hold *h, int index)
{
    struct item it = h->items[index];

    h->count--;
    memmove(&h->items[index], &h->items[index + 1], (h->count - index) * sizeof it);
    hold_lifts++;
    return it;
}

/* Items in the hold afterwards, or -1 when it does not fit. */
int ship_load(struct ship *s, int hold, const char *label, int tonnes, int volume, int port)
{
    struct hold *h = &s->holds[hold];
    struct item it = {.tonnes = tonnes, .volume = volume, .port = port};

    if (hold_room(h, tonnes, volume) < 1) {
        hold_refused++;
        return -1;
    }
    snprintf(it.label, sizeof it.label, "%s", label);
    put(h, &it);
    return h->count;
}

/* Its index in the other hold, or -1 when it is not there or does not fit. */
int ship_move(struct ship *s, const char *label, int from, int to)
{
    struct hold *h = &s->holds[to];
    int index = hold_find(&s->holds[from], label);

    if (index < 0)
        return -1;
    if (hold_room(h, s->holds[from].items[index].tonnes, s->holds[from].items[index].volume) < 1) {
        hold_refused++;
        return -1;
    }
    struct item it = take(&s->holds[from], index);
    put(h, &it);
    return h->count - 1;
}

/* Unload what goes to a port from the holds behind the first; returns the tonnes. */
int ship_land(struct ship *s, int port, int first)
{
    int tonnes = 0;

    for (int i = first; i < s->count; i++)
        for (int j = s->holds[i].count - 1; j >= 0; j--)
            if (s->holds[i].items[j].port == port)
                tonnes += take(&s->holds[i], j).tonnes;
    return tonnes;
}

int ship_tonnes(const struct ship *s, int first, int end)
{
    int total = 0;

    for (int i = first; i < end; i++)
        for (int j = 0; j < s->holds[i].count; j++)
            total += s->holds[i].items[j].tonnes;
    return total;
}

/* Tonnes times metres. */
int ship_moment(const struct ship *s, int first, int end)
{
    int total = 0;

    for (int i = first; i < end; i++)
        total += ship_tonnes(s, i, i + 1) * s->holds[i].place;
    return total;
}

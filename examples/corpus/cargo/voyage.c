#include "voyage.h"

#include <stdio.h>

#include "fee.h"
#include "trim.h"

int voyage_add(struct voyage *v, const char *name, int arrives, int leaves, int rate)
{
    struct port *p = &v->ports[v->count];

    p->name = name;
    p->arrives = arrives;
    p->leaves = leaves;
    p->rate = rate;
    return v->count++;
}

/* The port in which the ship lies at that hour; -1: it is at sea. */
int voyage_at(const struct voyage *v, int hour)
{
    int index = v->count - 1;

    while (index >= 0 && !(v->ports[index].arrives <= hour && hour < v->ports[index].leaves))
        index--;
    return index;
}

/* Hours at sea between two ports. */
int voyage_sea(const struct voyage *v, int from, int to)
{
    int total = 0;

    for (int i = from; i < to; i++)
        total += v->ports[i + 1].arrives - v->ports[i].leaves;
    return total;
}

void voyage_draughts(const struct ship *s, int fuel, int place)
{
    int draught = trim_sinks(EMPTY_DRAUGHT, ship_tonnes(s, 0, s->count) + fuel);
    int tips = trim_tips(s, fuel, place);

    printf("  bow %d, stern %d%s\n", trim_bow(draught, tips), trim_stern(draught, tips),
           tips > TRIM_LIMIT || tips < -TRIM_LIMIT ? ", too steep" : "");
}

/* Land what is for the port, pay, and tell how the ship lies; returns what was landed. */
int voyage_call(struct voyage *v, struct ship *s, int port, int fuel)
{
    const struct port *p = &v->ports[port];
    int before = hold_lifts;
    int landed = ship_land(s, port, 0);
    struct fee f = {.lifts = hold_lifts - before, .tonnes = landed, .rate = p->rate};

    f.hours = fee_hours(p->arrives, p->leaves);
    f.waste = port * 7;
    int total = fee_total(&f, fee_nights(p->arrives, p->leaves, 20), 0);
    v->money -= total;
    fee_print(p->name, s->name, total, v->money);
    voyage_draughts(s, fuel, -30);
    return landed;
}

/* Move an item if that makes the ship lie more level; returns where it lies then. */
int voyage_level(struct ship *s, const char *label, int from, int to)
{
    int index = hold_find(&s->holds[from], label);
    int better = 0;

    if (index >= 0)
        better = trim_better(s, from, to, s->holds[from].items[index].tonnes);
    printf("  %s from %d to %d: %d cm better\n", label, from, to, better);
    return better > 0 ? ship_move(s, label, from, to) : index;
}

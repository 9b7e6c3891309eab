/* A coaster that calls at four ports. */
#include <stdio.h>

#include "fee.h"
#include "hold.h"
#include "trim.h"
#include "voyage.h"

static void load(struct ship *s)
{
    ship_load(s, 0, "timber", 120, 300, 2);
    ship_load(s, 0, "paper", 45, 80, 1);
    ship_load(s, 0, "boats", 20, 260, 3);
    ship_load(s, 1, "cement", 310, 150, 3);
    ship_load(s, 1, "bricks", 95, 60, 1);
    ship_load(s, 2, "grain", 180, 240, 2);
    ship_load(s, 2, "engines", 75, 40, 3);
    ship_load(s, 2, "salt", 130, 100, 1);
    ship_load(s, 3, "wool", 15, 210, 2);
    ship_load(s, 3, "copper", 160, 20, 3);
}

static void show(const struct ship *s)
{
    for (int i = 0; i < s->count; i++) {
        const struct hold *h = &s->holds[i];
        printf("  hold %d at %d: %d t of %d, room for %d crates:", i, h->place,
               ship_tonnes(s, i, i + 1), h->tonnes_max, hold_room(h, 8, 30));
        for (int j = 0; j < h->count; j++)
            printf(" %s", h->items[j].label);
        putchar('\n');
    }
}

int main(void)
{
    struct ship ship = {.name = "Marten"};
    struct voyage v = {.money = 4000};
    int landed = 0;

    ship_add(&ship, 38, 260, 700);
    ship_add(&ship, 14, 450, 520);
    ship_add(&ship, -11, 400, 610);
    ship_add(&ship, -33, 240, 330);
    voyage_add(&v, "Northgate", 0, 9, 110);
    voyage_add(&v, "Saltmouth", 31, 50, 85);
    voyage_add(&v, "Ringholm", 62, 67, 140);
    voyage_add(&v, "Easthaven", 90, 119, 60);
    load(&ship);
    show(&ship);
    printf("front %d t, moment %d; back %d t, moment %d\n", ship_tonnes(&ship, 0, 2),
           ship_moment(&ship, 0, 2), ship_tonnes(&ship, 2, 4), ship_moment(&ship, 2, 4));
    voyage_draughts(&ship, 90, -30);
    printf("copper lies at %d\n", voyage_level(&ship, "copper", 3, 2));
    printf("boats lie at %d\n", voyage_level(&ship, "boats", 0, 3));
    printf("grain lies at %d\n", voyage_level(&ship, "grain", 2, 1));
    for (int port = 1; port < v.count; port++) {
        printf("%d hours at sea\n", voyage_sea(&v, port - 1, port));
        landed += voyage_call(&v, &ship, port, 90 - 20 * port);
        if (ship_load(&ship, port, "crates", 60 * port, 100 + port, 0) < 0)
            printf("  no room for crates in hold %d\n", port);
    }
    show(&ship);
    for (int hour = 5; hour < 120; hour += 27)
        printf("hour %d: %s\n", hour,
               voyage_at(&v, hour) < 0 ? "at sea" : v.ports[voyage_at(&v, hour)].name);
    printf("engines: %d, coal: %d\n", hold_find(&ship.holds[2], "engines"),
           ship_move(&ship, "coal", 1, 2));
    printf("a stay of two days: %d nights, %d hours, %d to pay\n", fee_nights(14, 62, 19),
           fee_hours(14, 62),
           fee_total(&(struct fee){.lifts = 4, .hours = 3, .tonnes = 50, .rate = 99}, 2, 15));
    voyage_draughts(&ship, 55, 12);
    printf("%d t landed, %d h at sea, %d lifts, %d refused, %d checks\n", landed,
           voyage_sea(&v, 0, 3), hold_lifts, hold_refused, trim_checks);
    return 0;
}

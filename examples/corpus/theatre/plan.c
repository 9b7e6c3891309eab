#include "plan.h"

#include <stdio.h>

#include "price.h"

void plan_rows(const struct office *office, int first, int last)
{
    for (int row = first; row <= last; row++)
    {
        printf("%s %d ", row >= HALL_BALCONY ? "balcony" : "stalls ", row + 1);
        for (int seat = 0; seat < office->hall.seats; seat++)
            putchar(office->hall.taken[row][seat] ? office->hall.taken[row][seat] : '.');
        printf(" %d free, pair from %d\n", hall_free(&office->hall, row, row),
               hall_block(&office->hall, row, 2, 1));
    }
}

void plan_ticket(const struct office *office, int index, int width)
{
    const struct booking *b = &office->list[index];
    int last = b->seat + b->adults + b->children - 1;

    printf("%-*s %d to %d, paid %d, with a fifth off %d\n", width, b->name,
           hall_number(&office->hall, b->row, b->seat), hall_number(&office->hall, b->row, last),
           b->paid, price_less(b->paid, 20));
}

/* Paid by those who sit in these rows. */
int plan_takings(const struct office *office, int first, int last)
{
    int total = 0;

    for (int i = 0; i < office->count; i++)
        if (office->list[i].row >= first && office->list[i].row <= last)
            total += office->list[i].paid;
    return total;
}

void plan_shares(const struct office *office, int index, int heads)
{
    const struct booking *b = &office->list[index];

    printf("%-*s each:", PLAN_NAME, b->name);
    for (int head = 0; head < heads; head++)
        printf(" %d", price_share(b->paid, heads, head));
    putchar('\n');
}

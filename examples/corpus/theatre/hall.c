#include "hall.h"

#include <stdlib.h>
#include <string.h>

int hall_tries = 0;

void hall_init(struct hall *hall, int rows, int seats)
{
    memset(hall, 0, sizeof *hall);
    hall->rows = rows;
    hall->seats = seats;
}

/* Are so many seats free from this one on? */
int hall_fits(const struct hall *hall, int row, int seat, int count)
{
    int fits = seat + count <= hall->seats;

    for (int i = 0; fits && i < count; i++)
        fits = hall->taken[row][seat + i] == 0;
    return fits;
}

/* The first seat of so many free ones side by side; -1: there are none. */
int hall_block(const struct hall *hall, int row, int wanted, int from)
{
    int first = -1;

    for (int seat = from; first < 0 && seat < hall->seats; seat++)
    {
        hall_tries++;
        if (hall_fits(hall, row, seat, wanted))
            first = seat;
    }
    return first;
}

/* How many of them were free and are taken now. */
int hall_take(struct hall *hall, int row, int seat, int count, char party)
{
    int total = 0;

    for (int i = seat; i < seat + count && i < hall->seats; i++)
        if (!hall->taken[row][i])
        {
            hall->taken[row][i] = party;
            total++;
        }
    return total;
}

/* Seats that a party gives back, from the front. */
int hall_leave(struct hall *hall, char party, int most)
{
    int count = 0;

    for (int row = 0; row < hall->rows; row++)
        for (int seat = 0; seat < hall->seats && count < most; seat++)
            if (hall->taken[row][seat] == party)
            {
                hall->taken[row][seat] = 0;
                count++;
            }
    return count;
}

int hall_free(const struct hall *hall, int first, int last)
{
    int count = 0;

    for (int row = first; row <= last; row++)
        for (int seat = 0; seat < hall->seats; seat++)
            count += hall->taken[row][seat] == 0;
    return count;
}

/* Half seats between the middle of a block and that of the hall. */
int hall_aside(const struct hall *hall, int seat, int count)
{
    return abs(2 * seat + count - hall->seats);
}

/* As it stands on the ticket. */
int hall_number(const struct hall *hall, int row, int seat)
{
    return (row + 1) * 100 + hall->seats - seat;
}

int hall_row(int number)
{
    return number / 100 - 1;
}

int hall_seat(const struct hall *hall, int number)
{
    return hall->seats - number % 100;
}

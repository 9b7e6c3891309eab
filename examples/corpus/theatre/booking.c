#include "booking.h"

#include <string.h>

#include "price.h"

int booking_refused = 0;
int booking_income = 0;

static char letter(int index)
{
    return (char)('a' + index);
}

int booking_find(const struct office *office, const char *name)
{
    int index = office->count - 1;

    while (index >= 0 && strcmp(office->list[index].name, name) != 0)
        index--;
    return index;
}

/* The number of the first seat where so many sit nearest to the middle; -1: they do not fit. */
int booking_best(const struct office *office, int wanted, int first, int last)
{
    int best = -1, nearest = 2 * HALL_SEATS;

    for (int row = first; row <= last; row++)
        for (int seat = hall_block(&office->hall, row, wanted, 0); seat >= 0;
             seat = hall_block(&office->hall, row, wanted, seat + 1))
        {
            int aside = hall_aside(&office->hall, seat, wanted) + row;
            if (aside < nearest)
            {
                nearest = aside;
                best = hall_number(&office->hall, row, seat);
            }
        }
    return best;
}

/* Its index, or -1 when there is no room. */
int booking_add(struct office *office, const char *name, int adults, int children, int fee)
{
    int wanted = adults + children;
    int place = booking_best(office, wanted, 0, office->hall.rows - 1);

    if (place < 0 || office->count == BOOKINGS)
    {
        booking_refused++;
        return -1;
    }
    struct booking *b = &office->list[office->count];
    b->name = name;
    b->adults = adults;
    b->children = children;
    b->row = hall_row(place);
    b->seat = hall_seat(&office->hall, place);
    int each = price_seat(b->row, hall_aside(&office->hall, b->seat, wanted));
    b->paid = price_party(adults, children, each) + fee;
    booking_income += b->paid;
    hall_take(&office->hall, b->row, b->seat, wanted, letter(office->count));
    return office->count++;
}

/* Two parties in different rows change seats, if each fits where the other sat; 0: they do not. */
int booking_swap(struct office *office, int one, int other)
{
    struct booking *a = &office->list[one], *b = &office->list[other];
    int many = a->adults + a->children, few = b->adults + b->children;
    int row = a->row, seat = a->seat;

    hall_leave(&office->hall, letter(one), HALL_SEATS);
    hall_leave(&office->hall, letter(other), HALL_SEATS);
    int fits = row != b->row && hall_fits(&office->hall, b->row, b->seat, many) &&
               hall_fits(&office->hall, row, seat, few);
    if (fits)
    {
        a->row = b->row;
        a->seat = b->seat;
        b->row = row;
        b->seat = seat;
    }
    hall_take(&office->hall, a->row, a->seat, many, letter(one));
    hall_take(&office->hall, b->row, b->seat, few, letter(other));
    return fits ? many + few : 0;
}

/* Some of a party do not come; returns what they get back. */
int booking_cut(struct office *office, int index, int adults, int children)
{
    struct booking *b = &office->list[index];
    int each = price_share(b->paid, b->adults + b->children, 0);
    int back = price_less(price_party(adults, children, each), 20);

    hall_leave(&office->hall, letter(index), adults + children);
    b->adults -= adults;
    b->children -= children;
    b->seat += adults + children;
    b->paid -= back;
    booking_income -= back;
    return back;
}

/* Who has booked, and where they sit. */
#ifndef BOOKING_H
#define BOOKING_H

#include "hall.h"

#define BOOKINGS 9
#define BOOKING_FEE 150

struct booking
{
    const char *name;
    int adults, children;
    int row, seat;
    int paid;
};

struct office
{
    struct hall hall;
    struct booking list[BOOKINGS];
    int count;
};

extern int booking_refused;
extern int booking_income;

int booking_add(struct office *office, const char *name, int adults, int children, int fee);
int booking_best(const struct office *office, int wanted, int first, int last);
int booking_find(const struct office *office, const char *name);
int booking_swap(struct office *office, int one, int other);
int booking_cut(struct office *office, int index, int adults, int children);

#endif

/* An evening's bookings in a small theatre. */
#include <stdio.h>

#include "plan.h"
#include "price.h"

static void book(struct office *office)
{
    booking_add(office, "Abbot", 2, 1, BOOKING_FEE);
    booking_add(office, "Brook", 5, 2, BOOKING_FEE);
    booking_add(office, "Carver", 1, 0, 0);
    booking_add(office, "Dean", 3, 6, BOOKING_FEE);
    booking_add(office, "Everett", 4, 0, BOOKING_FEE);
    booking_add(office, "Flood", 9, 5, BOOKING_FEE);
    booking_add(office, "Grange", 2, 3, BOOKING_FEE + 75);
    booking_add(office, "Holt", 7, 1, BOOKING_FEE);
}

int main(void)
{
    static struct office office;

    hall_init(&office.hall, 6, 11);
    hall_take(&office.hall, 0, 3, 2, '#');
    hall_take(&office.hall, 4, 9, 5, '#');
    book(&office);
    plan_rows(&office, 0, 5);
    for (int i = 0; i < office.count; i++)
        plan_ticket(&office, i, PLAN_NAME);
    printf("stalls %d, balcony %d\n", plan_takings(&office, 0, 4), plan_takings(&office, 5, 6));
    printf("%d persons change seats, then %d\n",
           booking_swap(&office, booking_find(&office, "Brook"), booking_find(&office, "Everett")),
           booking_swap(&office, booking_find(&office, "Grange"), booking_find(&office, "Abbot")));
    printf("Dean gets %d back\n", booking_cut(&office, booking_find(&office, "Dean"), 1, 3));
    printf("Holt gets %d back\n", booking_cut(&office, booking_find(&office, "Holt"), 2, 0));
    plan_rows(&office, 1, 5);
    plan_shares(&office, 3, 5);
    plan_shares(&office, 6, 4);
    printf("four would sit at %d, in the back at %d, nine at %d\n",
           booking_best(&office, 4, 0, 5), booking_best(&office, 4, 3, 5),
           booking_best(&office, 9, 1, 5));
    printf("a seat costs %d, with a child's %d, shared %d and %d\n", price_seat(2, 3),
           price_party(1, 4, price_seat(2, 3)), price_share(1003, 7, 1), price_share(1003, 7, 5));
    printf("%d free in the first three rows, %d behind\n", hall_free(&office.hall, 0, 2),
           hall_free(&office.hall, 3, 5));
    printf("income %d, %d waived, %d refused, %d tries\n", booking_income, price_waived,
           booking_refused, hall_tries);
    return 0;
}

#include "fee.h"

#include <stdio.h>

#include "hold.h"

/* Hours beyond the free ones. */
int fee_hours(int arrives, int leaves)
{
    int hours = leaves - arrives - FEE_FREE_HOURS;

    return hours > 0 ? hours : 0;
}

/* Nights that begin at dusk while the ship is there. */
int fee_nights(int arrives, int leaves, int dusk)
{
    int total = 0;

    for (int hour = arrives; hour < leaves; hour++)
        if (hour % 24 == dusk)
            total++;
    return total;
}

int fee_total(const struct fee *f, int nights, int discount)
{
    int total = f->lifts * FEE_LIFT + nights * FEE_NIGHT + f->hours * f->hours;

    total += f->tonnes * f->rate / 100 + f->waste;
    return total - total * discount / 100;
}

void fee_print(const char *port, const char *ship, int total, int left)
{
    printf("%-10s %s owes %d, has %d left (%d lifts so far)\n", port, ship, total, left,
           hold_lifts);
}

#include "price.h"

#include "hall.h"

int price_waived = 0;

/* Rows farther back are cheaper; the front of the balcony is dear again. */
int price_seat(int row, int aside)
{
    int price = 25 * PRICE_STALLS - row * 310;

    if (row >= HALL_BALCONY)
        price += 900;
    return price - aside * PRICE_ASIDE;
}

/* Children pay three fifths; of a party every sixth person pays nothing. */
int price_party(int adults, int children, int each)
{
    int waived = (adults + children) / PRICE_PARTY;
    int total = (adults - waived) * each + children * each * 3 / 5;

    price_waived += waived;
    return total;
}

int price_less(int price, int percent)
{
    return price - price * percent / 100;
}

/* What one of several pays; the first ones pay what does not divide. */
int price_share(int total, int heads, int head)
{
    int each = total / heads;

    return head < total % heads ? each + 1 : each;
}

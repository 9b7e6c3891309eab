#include "trim.h"

int trim_checks = 0;

/* The draught in centimetres. */
int trim_sinks(int empty, int tonnes)
{
    trim_checks++;
    return empty + (tonnes + TONNES_FOR_CM - 1) / TONNES_FOR_CM;
}

/* Centimetres that the bow is deeper than the stern. */
int trim_tips(const struct ship *s, int fuel_tonnes, int fuel_place)
{
    int moment = ship_moment(s, 0, s->count) + fuel_tonnes * fuel_place;

    trim_checks++;
    return moment / MOMENT_FOR_CM;
}

int trim_bow(int draught, int tips)
{
    return draught + tips / 2;
}

int trim_stern(int draught, int tips)
{
    return draught - (tips - tips / 2);
}

/* By how much it tips less when so much goes from one hold to another. */
int trim_better(const struct ship *s, int heavy, int light, int tonnes)
{
    int moment = ship_moment(s, 0, s->count);
    int after = moment - tonnes * (s->holds[heavy].place - s->holds[light].place);

    trim_checks++;
    if (moment < 0)
        moment = -moment;
    if (after < 0)
        after = -after;
    return (moment - after) / MOMENT_FOR_CM;
}

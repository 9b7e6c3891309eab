#include "energy.h"

#include "track.h"

int energy_brakes = 0;
double energy_meter = 0;

/* Starting, rolling, lifting, and what comes back on a way down; in joules. */
double energy_section(double mass, double metres, double permille)
{
    double starting = mass * TRACK_SPEED * TRACK_SPEED / 2;
    double rolling = mass * 9.81 * metres * 0.0065;
    double lifting = mass * 9.81 * metres * permille / 1000;

    if (lifting < 0) {
        energy_brakes++;
        lifting = lifting * ENERGY_BACK / 100;
    }
    double joules = (starting + rolling + lifting) * (100 + ENERGY_LOSS) / 100;
    energy_meter += joules;
    return joules;
}

double energy_watts(double joules, double seconds)
{
    return seconds > 0 ? joules / seconds : 0;
}

/* In cents, by the price of a kilowatt hour; behind the first ten a tenth is off. */
double energy_cost(double joules, double price, double base)
{
    double hours = joules / 3.6e6;

    if (hours > 10)
        hours = 10 + (hours - 10) * 0.9;
    return base + hours * price;
}

/* The counter in the depot shows tens of joules in eleven digits, and starts again behind them. */
uint64_t energy_counter(uint64_t before, uint64_t joules)
{
    return (before + joules / 10) % 100000000000;
}

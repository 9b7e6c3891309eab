/* What a ride takes out of the wire. */
#ifndef ENERGY_H
#define ENERGY_H

#include <stdint.h>

#define ENERGY_BACK 35 /* percent that braking gives back */
#define ENERGY_LOSS 8 /* percent, in the wire */

extern int energy_brakes; /* sections that went down */
extern double energy_meter; /* joules */

double energy_section(double mass, double metres, double permille);
double energy_watts(double joules, double seconds);
double energy_cost(double joules, double price, double base);
uint64_t energy_counter(uint64_t before, uint64_t joules);

#endif

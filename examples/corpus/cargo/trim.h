/* How a loaded ship lies in the water. */
#ifndef TRIM_H
#define TRIM_H

#include "hold.h"

#define TRIM_LIMIT 40       /* centimetres between bow and stern */
#define TONNES_FOR_CM 18    /* that sink the whole ship by one */
#define MOMENT_FOR_CM 150   /* that tips it by one */

extern int trim_checks; /* how often it was worked out */

int trim_sinks(int empty, int tonnes);
int trim_tips(const struct ship *s, int fuel_tonnes, int fuel_place);
int trim_bow(int draught, int tips);
int trim_stern(int draught, int tips);
int trim_better(const struct ship *s, int heavy, int light, int tonnes);

#endif

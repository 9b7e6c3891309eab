/* What lies in a depot and what leaves it. */
#ifndef DEPOT_H
#define DEPOT_H

#include "parcel.h"

#define DEPOT_LORRY 8000 /* grams */
#define DEPOT_SHELF 4

int depot_count(const struct parcels *p, int depot, int lightest);
int depot_grams(const struct parcels *p, int depot, int to);
int depot_lorries(int grams, int spare);
int depot_day(struct parcels *p, const struct route_map *m, int hour, int hours);
void depot_show(const struct parcels *p, const struct route_map *m, int depot, int width);

#endif

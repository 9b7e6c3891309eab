/* Parcels on their way. */
#ifndef PARCEL_H
#define PARCEL_H

#include "route.h"

#define PARCELS 12
#define PARCEL_HANDLING 3 /* hours in a depot */

struct parcel {
	int from, to;
	int grams, value;
	int length, width, height;
	int posted, at, due; /* hours; `at` is a depot */
};

struct parcels {
	struct parcel list[PARCELS];
	int count;
};

extern int parcel_refused;
extern int parcel_moves;

int parcel_post(struct parcels *p, int from, int to, int grams, int value);
void parcel_size(struct parcels *p, int number, int length, int width, int height);
int parcel_price(const struct parcels *p, const struct route_map *m, int number, int wanted);
int parcel_move(struct parcels *p, const struct route_map *m, int number, int hour);
int parcel_find(const struct parcels *p, int from, int to);
int parcel_late(const struct parcels *p, int number, int hour, int allowed);

#endif

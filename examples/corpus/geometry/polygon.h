/* Polygons as arrays of corners. */
#ifndef POLYGON_H
#define POLYGON_H

#include <stddef.h>

#include "vec.h"

enum { CORNERS_MAX = 16 };

struct polygon {
	struct vec corners[CORNERS_MAX];
	size_t count;
};

int polygon_add(struct polygon *p, struct vec corner);
double polygon_area(const struct polygon *p);
double polygon_around(const struct polygon *p);
void polygon_rotate(struct polygon *p, double degrees);
int polygon_has(const struct polygon *p, struct vec at);
size_t polygon_regular(struct polygon *p, size_t corners, double radius);

#endif

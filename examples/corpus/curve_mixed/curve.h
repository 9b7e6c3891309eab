/* Curves through points, for C and C++. */
#ifndef CURVE_H
#define CURVE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

struct spot {
	double x, y;
};

double curve_at(const struct spot *spots, size_t count, double x);
double curve_length(const struct spot *spots, size_t count);
double curve_area(const struct spot *spots, size_t count, double from, double to);

#ifdef __cplusplus
}
#endif

#endif

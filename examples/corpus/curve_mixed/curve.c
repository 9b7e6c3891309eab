#include "curve.h"

#include <math.h>

/* Straight between two points, level before the first and behind the last. */
double curve_at(const struct spot *spots, size_t count, double x)
{
	if (count == 0)
		return 0;
	if (x <= spots[0].x)
		return spots[0].y;
	for (size_t i = 1; i < count; i++)
		if (x <= spots[i].x) {
			double part = (x - spots[i - 1].x) / (spots[i].x - spots[i - 1].x);
			return spots[i - 1].y + part * (spots[i].y - spots[i - 1].y);
		}
	return spots[count - 1].y;
}

double curve_length(const struct spot *spots, size_t count)
{
	double sum = 0;
	for (size_t i = 1; i < count; i++)
		sum += hypot(spots[i].x - spots[i - 1].x, spots[i].y - spots[i - 1].y);
	return sum;
}

double curve_area(const struct spot *spots, size_t count, double from, double to)
{
	enum { STEPS = 8 };
	double sum = 0, width = (to - from) / STEPS;
	for (int i = 0; i < STEPS; i++)
		sum += curve_at(spots, count, from + (i + 0.5) * width) * width;
	return sum;
}

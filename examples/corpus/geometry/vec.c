#include "vec.h"

#include <math.h>

int vec_calls = 0;

struct vec vec_sub(struct vec a, struct vec b)
{
	vec_calls++;
	return vec_make(a.x - b.x, a.y - b.y);
}

double vec_length(struct vec v)
{
	vec_calls++;
	return sqrt(v.x * v.x + v.y * v.y);
}

struct vec vec_turn(struct vec v, double degrees)
{
	double angle = degrees * 3.14159265358979 / 180;
	return vec_make(v.x * cos(angle) - v.y * sin(angle), v.x * sin(angle) + v.y * cos(angle));
}

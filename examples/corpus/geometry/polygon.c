#include "polygon.h"

int polygon_add(struct polygon *p, struct vec corner)
{
	if (p->count == CORNERS_MAX)
		return -1;
	p->corners[p->count++] = corner;
	return 0;
}

static struct vec next_corner(const struct polygon *p, size_t i)
{
	return p->corners[i + 1 < p->count ? i + 1 : 0];
}

double polygon_area(const struct polygon *p)
{
	double sum = 0;
	for (size_t i = 0; i < p->count; i++)
		sum += vec_cross(p->corners[i], next_corner(p, i));
	return sum / 2;
}

double polygon_around(const struct polygon *p)
{
	double sum = 0;
	for (size_t i = 0; i < p->count; i++)
		sum += vec_length(vec_sub(next_corner(p, i), p->corners[i]));
	return sum;
}

void polygon_rotate(struct polygon *p, double degrees)
{
	for (size_t i = 0; i < p->count; i++)
		p->corners[i] = vec_turn(p->corners[i], degrees);
}

int polygon_has(const struct polygon *p, struct vec at)
{
	for (size_t i = 0; i < p->count; i++) {
		struct vec edge = vec_sub(next_corner(p, i), p->corners[i]);
		if (vec_cross(edge, vec_sub(at, p->corners[i])) < 0)
			return 0;
	}
	return p->count > 2;
}

size_t polygon_regular(struct polygon *p, size_t corners, double radius)
{
	p->count = 0;
	for (size_t i = 0; i < corners; i++)
		if (polygon_add(
			    p, vec_turn(vec_make(radius, 0), 360.0 * (double)i / (double)corners)))
			break;
	return p->count;
}

/* Areas, outlines and points of some polygons. */
#include <stdio.h>

#include "polygon.h"

static void show(const char *name, const struct polygon *p)
{
	printf("%-8s %zu corners, area %.2f, around %.2f\n", name, p->count, polygon_area(p),
		polygon_around(p));
}

int main(void)
{
	struct polygon square = {.count = 0}, hexagon = {.count = 0}, round = {.count = 0};
	polygon_add(&square, vec_make(0, 0));
	polygon_add(&square, vec_make(4, 0));
	polygon_add(&square, vec_make(4, 4));
	polygon_add(&square, vec_make(0, 4));
	show("square", &square);
	polygon_rotate(&square, 45);
	printf("inside %d %d\n", polygon_has(&square, vec_make(0, 3)),
		polygon_has(&square, vec_make(3, 0.5)));
	polygon_regular(&hexagon, 6, 2);
	show("hexagon", &hexagon);
	size_t made = polygon_regular(&round, 20, 1);
	show("round", &round);
	double last = vec_length(round.corners[made - 1]);
	printf("%zu of 20 made, last %.3f, %d calls\n", made, last, vec_calls);
	return 0;
}

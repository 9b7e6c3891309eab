#include "parcel.h"

#include "tariff.h"

int parcel_refused = 0;
int parcel_moves = 0;

/* Its number, or -1: there is no room, or nothing to carry. */
int parcel_post(struct parcels *p, int from, int to, int grams, int value)
{
	if (p->count == PARCELS || from == to) {
		parcel_refused++;
		return -1;
	}
	struct parcel *x = &p->list[p->count];
	x->from = x->at = from;
	x->to = to;
	x->grams = grams;
	x->value = value;
	x->length = 30;
	x->width = 20;
	x->height = 10;
	return p->count++;
}

void parcel_size(struct parcels *p, int number, int length, int width, int height)
{
	struct parcel *x = &p->list[number];

	x->length = length;
	x->width = width;
	x->height = height;
}

/* In cents, to be there in so many hours; -1: it cannot be sent. */
int parcel_price(const struct parcels *p, const struct route_map *m, int number, int wanted)
{
	const struct parcel *x = &p->list[number];
	int zone = route_zone(m, x->from, x->to, 8);
	int girth = tariff_girth(x->width, x->height);

	if (zone < 0)
		return -1;
	int total = tariff_base(tariff_steps(x->grams, TARIFF_STEP), zone);
	total += 4 * tariff_bulky(x->length, girth);
	total += tariff_express(route_hours(m, x->from, x->to), wanted);
	return total + tariff_insured(x->value, 15, 90);
}

/* To the next depot; returns the hour at which it is ready there. */
int parcel_move(struct parcels *p, const struct route_map *m, int number, int hour)
{
	struct parcel *x = &p->list[number];
	int next = route_next(m, x->at, x->to);

	if (next < 0)
		return hour;
	hour += m->hours[x->at][next] + PARCEL_HANDLING;
	x->at = next;
	x->due = hour;
	parcel_moves++;
	return hour;
}

/* The first that goes from one depot to the other; -1: none. */
int parcel_find(const struct parcels *p, int from, int to)
{
	int index = 0;

	while (index < p->count && !(p->list[index].from == from && p->list[index].to == to))
		index++;
	if (index == p->count)
		return -1;
	return index;
}

/* Hours beyond what was allowed. */
int parcel_late(const struct parcels *p, int number, int hour, int allowed)
{
	const struct parcel *x = &p->list[number];
	int taken = hour - x->posted;

	return taken > allowed ? taken - allowed : 0;
}

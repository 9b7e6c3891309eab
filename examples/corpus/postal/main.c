/* Three days of parcels between six depots. */
#include <stdio.h>

#include "depot.h"
#include "tariff.h"

static void make_map(struct route_map *m)
{
	int alder = route_add(m, "Alder"), birch = route_add(m, "Birch");
	int cedar = route_add(m, "Cedar"), dogwood = route_add(m, "Dogwood");
	int elm = route_add(m, "Elm"), fir = route_add(m, "Fir");

	route_link(m, alder, birch, 4, 6);
	route_link(m, birch, cedar, 9, 5);
	route_link(m, alder, dogwood, 17, 11);
	route_link(m, cedar, dogwood, 3, 7);
	route_link(m, dogwood, elm, 8, 0);
	route_link(m, elm, fir, 2, 13);
}

static void post(struct parcels *p, int from, int to, int grams, int value, int hour)
{
	int number = parcel_post(p, from, to, grams, value);

	if (number >= 0)
		p->list[number].posted = hour;
}

static void post_all(struct parcels *p)
{
	post(p, 0, 3, 1200, 4000, 0);
	post(p, 3, 0, 6400, 25000, 1);
	post(p, 1, 4, 740, 900, 2);
	post(p, 2, 5, 3050, 61000, 2);
	post(p, 2, 2, 800, 100, 3);
	post(p, 4, 1, 2500, 7000, 5);
	post(p, 0, 4, 9100, 12500, 6);
	post(p, 0, 2, 410, 30000, 7);
	parcel_size(p, 1, 60, 45, 25);
	parcel_size(p, 3, 190, 15, 12);
	parcel_size(p, 5, 35, 50, 8);
}

static void show_prices(const struct parcels *p, const struct route_map *m)
{
	for (int i = 0; i < p->count; i++) {
		const struct parcel *x = &p->list[i];
		printf("%d: %s to %s, zone %d, %d stops, %d cents, express %d\n", i,
			m->names[x->from], m->names[x->to], route_zone(m, x->from, x->to, 8),
			route_stops(m, x->from, x->to), parcel_price(p, m, i, 72),
			parcel_price(p, m, i, 10));
	}
}

int main(void)
{
	static struct parcels p;
	static struct route_map m;

	make_map(&m);
	post_all(&p);
	show_prices(&p, &m);
	for (int day = 0; day < 2; day++) {
		for (int depot = 0; depot < m.count; depot++)
			depot_show(&p, &m, depot, 8);
		printf("day %d: %d arrived\n", day, depot_day(&p, &m, 24 * day, 10));
	}
	for (int i = 0; i < p.count; i++)
		printf("%d is in %s, %d late, %d with less\n", i, m.names[p.list[i].at],
			parcel_late(&p, i, p.list[i].due, 20), parcel_late(&p, i, p.list[i].due, 6));
	printf("from Cedar to Fir: parcel %d, from Fir to Cedar: %d\n",
		parcel_find(&p, route_find(&m, "Cedar"), route_find(&m, "Fir")),
		parcel_find(&p, route_find(&m, "Fir"), route_find(&m, "Cedar")));
	printf("Alder to Elm %d h, Elm to Alder %d h, next %d and %d\n", route_hours(&m, 0, 4),
		route_hours(&m, 4, 0), route_next(&m, 0, 4), route_next(&m, 3, 0));
	printf("a box: girth %d, %d over, %d steps, insured %d\n", tariff_girth(70, 15),
		tariff_bulky(95, tariff_girth(70, 15)), tariff_steps(5300, 400),
		tariff_insured(48000, 12, 300));
	printf("%d quotes, %d searches, %d moves, %d refused\n", tariff_quotes, route_searches,
		parcel_moves, parcel_refused);
	return 0;
}

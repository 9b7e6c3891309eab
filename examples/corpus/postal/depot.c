#include "depot.h"

#include <stdio.h>

#include "tariff.h"

/* Parcels there that weigh at least so much. */
int depot_count(const struct parcels *p, int depot, int lightest)
{
	int count = 0;

	for (int i = 0; i < p->count; i++)
		if (p->list[i].at == depot && p->list[i].grams >= lightest)
			count++;
	return count;
}

/* What lies in one depot and goes to the other. */
int depot_grams(const struct parcels *p, int depot, int to)
{
	int total = 0;

	for (int i = 0; i < p->count; i++)
		if (p->list[i].at == depot && p->list[i].to == to)
			total += p->list[i].grams;
	return total;
}

int depot_lorries(int grams, int spare)
{
	return tariff_steps(grams + spare, DEPOT_LORRY);
}

/* Parcels move on while the hours last; returns how many have come to their end. */
int depot_day(struct parcels *p, const struct route_map *m, int hour, int hours)
{
	int arrived = 0;

	for (int i = 0; i < p->count; i++) {
		int now = p->list[i].due > hour ? p->list[i].due : hour;
		while (p->list[i].at != p->list[i].to && now < hour + hours) {
			int then = parcel_move(p, m, i, now);
			if (then == now)
				break;
			now = then;
		}
		if (p->list[i].at == p->list[i].to)
			arrived++;
	}
	return arrived;
}

void depot_show(const struct parcels *p, const struct route_map *m, int depot, int width)
{
	printf("%-*s %d here, %d heavy:", width, m->names[depot], depot_count(p, depot, 0),
		depot_count(p, depot, 2000));
	for (int to = 0; to < m->count; to++) {
		int grams = depot_grams(p, depot, to);
		if (grams)
			printf(" %d g to %s by %d", grams, m->names[to], depot_lorries(grams, 900));
	}
	printf("%s\n", depot_count(p, depot, 0) > DEPOT_SHELF ? ", too full" : "");
}

#include "route.h"

#include <string.h>

int route_searches = 0;

int route_add(struct route_map *m, const char *name)
{
	m->names[m->count] = name;
	return m->count++;
}

void route_link(struct route_map *m, int from, int to, int hours, int back)
{
	m->hours[from][to] = hours;
	m->hours[to][from] = back;
}

int route_find(const struct route_map *m, const char *name)
{
	int index = m->count - 1;

	while (index >= 0 && strcmp(m->names[index], name) != 0)
		index--;
	return index;
}

/* The hours from each depot to that one. */
static void fill(const struct route_map *m, int to, int *far)
{
	for (int i = 0; i < m->count; i++)
		far[i] = i == to ? 0 : ROUTE_FAR;
	for (int round = 0; round < m->count; round++)
		for (int a = 0; a < m->count; a++)
			for (int b = 0; b < m->count; b++)
				if (m->hours[a][b] && m->hours[a][b] + far[b] < far[a])
					far[a] = m->hours[a][b] + far[b];
}

/* By the quickest way; ROUTE_FAR: there is none. */
int route_hours(const struct route_map *m, int from, int to)
{
	int far[ROUTE_DEPOTS];

	route_searches++;
	fill(m, to, far);
	return far[from];
}

/* Where a parcel goes first; -1: it does not come there. */
int route_next(const struct route_map *m, int from, int to)
{
	int far[ROUTE_DEPOTS], next = -1;

	route_searches++;
	fill(m, to, far);
	for (int i = 0; i < m->count && far[from] < ROUTE_FAR; i++)
		if (m->hours[from][i] && m->hours[from][i] + far[i] == far[from])
			next = i;
	return next;
}

/* Depots behind the first one, the last included; 0: there is no way. */
int route_stops(const struct route_map *m, int from, int to)
{
	int count = 0;

	while (from != to && from >= 0) {
		from = route_next(m, from, to);
		count += from >= 0;
	}
	return count;
}

int route_zone(const struct route_map *m, int from, int to, int width)
{
	int hours = route_hours(m, from, to);

	return hours < ROUTE_FAR ? hours / width + 1 : -1;
}

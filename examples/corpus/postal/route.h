/* Depots and the lorries between them; a road there need not be a road back. */
#ifndef ROUTE_H
#define ROUTE_H

#define ROUTE_DEPOTS 7
#define ROUTE_FAR 150 /* hours: as good as never */

struct route_map {
	const char *names[ROUTE_DEPOTS];
	int hours[ROUTE_DEPOTS][ROUTE_DEPOTS]; /* 0: no lorry */
	int count;
};

extern int route_searches;

int route_add(struct route_map *m, const char *name);
void route_link(struct route_map *m, int from, int to, int hours, int back);
int route_find(const struct route_map *m, const char *name);
int route_hours(const struct route_map *m, int from, int to);
int route_next(const struct route_map *m, int from, int to);
int route_stops(const struct route_map *m, int from, int to);
int route_zone(const struct route_map *m, int from, int to, int width);

#endif

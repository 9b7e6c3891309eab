#include "line.h"

#include <stdio.h>
#include <string.h>

#include "clock.h"

int line_delay = 0;
int line_refused = 0;

void line_init(struct line *l, const char *name, int first, int last)
{
	memset(l, 0, sizeof(*l));
	l->name = name;
	l->first = first;
	l->last = last;
}

/* Its number, or -1 when the line is full. */
int line_add(struct line *l, const char *name, int ride, int stay)
{
	if (l->count == LINE_STOPS) {
		line_refused++;
		return -1;
	}
	struct stop *s = &l->stops[l->count];
	snprintf(s->name, sizeof(s->name), "%s", name);
	s->ride = l->count ? ride : 0;
	s->stay = stay;
	return l->count++;
}

void line_every(struct line *l, int workday, int saturday, int sunday)
{
	l->every[WORKDAY] = workday;
	l->every[SATURDAY] = saturday;
	l->every[SUNDAY] = sunday;
}

int line_find(const struct line *l, const char *name)
{
	int at = l->count - 1;

	while (at >= 0 && strcmp(l->stops[at].name, name) != 0)
		at--;
	return at;
}

/* Minutes on the train: rides, and stays at the stops between. */
int line_ride(const struct line *l, int from, int to)
{
	int minutes = 0;

	for (int i = from + 1; i <= to; i++) {
		minutes += l->stops[i].ride;
		if (i < to)
			minutes += l->stops[i].stay;
	}
	return minutes;
}

/* The first departure that is not before `after`; -1: none that day. */
int line_next(const struct line *l, enum day day, int after)
{
	if (l->every[day] == 0 || after > l->last)
		return -1;
	int waits = after > l->first ? clock_after(l->first, after) : 0;
	int leaves = l->first + clock_rounded(waits, l->every[day]);
	return leaves <= l->last ? leaves + line_delay : -1;
}

int line_trains(const struct line *l, enum day day)
{
	int trains = 0;

	if (l->every[day])
		trains = clock_after(l->first, l->last) / l->every[day] + 1;
	return trains;
}

#include "board.h"

#include <stdio.h>

#include "clock.h"

/* Departures at a stop between two times; returns how many. */
int board_stop(const struct line *l, int stop, enum day day, int from, int to)
{
	char text[CLOCK_TEXT];
	int shown = 0, ride = line_ride(l, 0, stop);
	int at = line_next(l, day, from - ride);

	printf("%s, %s:", l->name, l->stops[stop].name);
	while (at >= 0 && at + ride <= to) {
		printf(" %s", clock_text(at + ride + l->stops[stop].stay, 0, text));
		shown++;
		at = line_next(l, day, at - line_delay + 1);
	}
	printf(" (%d)\n", shown);
	return shown;
}

void board_line(const struct line *l, int wide)
{
	char text[CLOCK_TEXT];

	printf("%s: %d stops, %d trains on workdays, %d on sundays\n", l->name, l->count,
		line_trains(l, WORKDAY), line_trains(l, SUNDAY));
	for (int i = 0; i < l->count; i++)
		printf("  %-*s %s +%d\n", wide, l->stops[i].name,
			clock_text(l->first + line_ride(l, 0, i), 1, text), l->stops[i].stay);
}

/* When the second line leaves from where it is changed to; -1: no train any more. */
int board_change(const struct line *a, const struct line *b, const char *where, int start)
{
	int off = line_find(a, where), on = line_find(b, where);

	if (off < 0 || on < 0)
		return -1;
	int there = start + line_ride(a, 0, off);
	int leaves = line_next(b, WORKDAY, there - line_ride(b, 0, on));
	return leaves < 0 ? -1 : leaves + line_ride(b, 0, on);
}

#include "picking.h"

int picking_hours = 0;
int picking_bruised = 0;

/* Kilos an hour; a helper does half of what others do. */
int picking_speed(int pickers, int helpers)
{
	return PICKING_RATE * pickers + PICKING_RATE / 2 * helpers;
}

int picking_day_count(int kilos, int speed)
{
	int count = kilos / (speed * PICKING_DAY);

	if (kilos % (speed * PICKING_DAY) != 0)
		count++;
	return count;
}

int picking_bruises(int kilos, int helpers, int rain)
{
	int percent = PICKING_BRUISE * helpers + rain;

	return percent < 60 ? kilos * percent / 100 : kilos * 3 / 5;
}

/* Picks as much of a row as the days allow; returns the kilos. */
int picking_row(struct grove *g, struct cellar *c, const struct crew *crew, int row, int week)
{
	struct row *r = &g->rows[row];
	int speed = picking_speed(crew->pickers, crew->helpers);
	int most = speed * PICKING_DAY * crew->days;
	int kilos = r->hanging < most ? r->hanging : most;
	int late = week > r->ripe ? week - r->ripe : 0;
	int bruised = picking_bruises(kilos, crew->helpers, 2 * late);

	r->hanging -= kilos;
	picking_hours += kilos / speed;
	picking_bruised += bruised;
	cellar_put(c, row, week, late < GROVE_HOLD ? TABLE : KITCHEN, kilos - bruised);
	cellar_put(c, row, week, PRESS, bruised);
	return kilos;
}

/* Goes from row to row, to so many of them at most. */
int picking_week(struct grove *g, struct cellar *c, const struct crew *crew, int week, int rows)
{
	int kilos = 0, row = grove_next_ripe(g, 0, week);

	for (int i = 0; i < rows && row >= 0; i++) {
		kilos += picking_row(g, c, crew, row, week);
		row = grove_next_ripe(g, row + 1, week);
	}
	return kilos;
}

/* In cents. */
int picking_wages(int pickers, int helpers, int hours)
{
	int day = (1450 * pickers + 980 * helpers) * PICKING_DAY;

	return hours / PICKING_DAY * day + hours % PICKING_DAY * day / 10;
}

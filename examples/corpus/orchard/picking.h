/* A crew that picks what is ripe. */
#ifndef PICKING_H
#define PICKING_H

#include "cellar.h"
#include "grove.h"

#define PICKING_RATE 30 /* kilos an hour, of a picker who knows how */
#define PICKING_DAY 8 /* hours */
#define PICKING_BRUISE 9 /* percent, by each helper */

struct crew {
	int pickers, helpers;
	int days;
};

extern int picking_hours;
extern int picking_bruised;

int picking_speed(int pickers, int helpers);
int picking_day_count(int kilos, int speed);
int picking_bruises(int kilos, int helpers, int rain);
int picking_row(struct grove *g, struct cellar *c, const struct crew *crew, int row, int week);
int picking_week(struct grove *g, struct cellar *c, const struct crew *crew, int week, int rows);
int picking_wages(int pickers, int helpers, int hours);

#endif

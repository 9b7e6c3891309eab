/* What a unit costs: steps of use, and cheaper hours at night. */
#ifndef TARIFF_H
#define TARIFF_H

#define TARIFF_STEPS 3
#define TARIFF_NIGHT_FROM 22
#define TARIFF_NIGHT_TO 6
#define PERCENT 100

enum tariff_kind { TARIFF_HOME, TARIFF_SHOP, TARIFF_FARM, TARIFF_KINDS };

struct tariff {
	const char *name;
	long base; /* a month, in cents */
	struct {
		long upto; /* units, -1: all that is left */
		long cents; /* a unit */
	} steps[TARIFF_STEPS];
	int night_percent; /* of the price by day */
};

/* Units that fell into each step, of all bills. */
extern long tariff_used[TARIFF_STEPS];
extern int tariff_rounding; /* cents that prices are rounded to */

const struct tariff *tariff_find(enum tariff_kind kind);
int tariff_is_night(int hour);
long tariff_price(const struct tariff *t, long before, long units);
long tariff_share(long cents, int part, int whole);
long tariff_rounded(long cents);

#endif

#include "tariff.h"

#include <stddef.h>

static const struct tariff tariffs[TARIFF_KINDS] = {
	[TARIFF_HOME] = {"home", 850, {{100, 30}, {250, 34}, {-1, 41}}, 80},
	[TARIFF_SHOP] = {"shop", 1900, {{200, 28}, {600, 27}, {-1, 25}}, 90},
	[TARIFF_FARM] = {"farm", 1200, {{150, 26}, {400, 29}, {-1, 33}}, 60},
};

long tariff_used[TARIFF_STEPS];
int tariff_rounding = 5;

const struct tariff *tariff_find(enum tariff_kind kind)
{
	return kind < TARIFF_KINDS ? &tariffs[kind] : NULL;
}

int tariff_is_night(int hour)
{
	return hour >= TARIFF_NIGHT_FROM || hour < TARIFF_NIGHT_TO;
}

/* The price of so many units more, when some were used before in the month. */
long tariff_price(const struct tariff *t, long before, long units)
{
	long cents = 0;
	for (int i = 0; i < TARIFF_STEPS && units > 0; i++) {
		long room = t->steps[i].upto < 0 ? units : t->steps[i].upto - before;
		long taken = units < room ? units : room;
		if (taken <= 0)
			continue;
		cents += taken * t->steps[i].cents;
		tariff_used[i] += taken;
		before += taken;
		units -= taken;
	}
	return cents;
}

long tariff_share(long cents, int part, int whole)
{
	return whole > 0 ? cents * part / whole : 0;
}

long tariff_rounded(long cents)
{
	return (cents + tariff_rounding / 2) / tariff_rounding * tariff_rounding;
}

#include "bill.h"

#include <stdio.h>
#include <string.h>

void bill_start(struct bill *b, const struct tariff *t)
{
	memset(b, 0, sizeof(*b));
	b->tariff = t;
	b->cents = t->base;
}

/* What was used between two readings counts for the hour of the later one. -1: it ran backwards. */
int bill_add(struct bill *b, const struct reading *from, const struct reading *to)
{
	long units = to->counter - from->counter;
	if (units < 0 || b->readings == BILL_READINGS)
		return -1;
	long cents = tariff_price(b->tariff, b->day_units + b->night_units, units);
	if (tariff_is_night(to->hour)) {
		b->night_units += units;
		cents = tariff_share(cents, b->tariff->night_percent, PERCENT);
	} else {
		b->day_units += units;
	}
	b->cents += cents;
	b->readings++;
	return 0;
}

long bill_total(const struct bill *b, int discount, int tax)
{
	long net = b->cents - tariff_share(b->cents, discount, PERCENT);
	return tariff_rounded(net + tariff_share(net, tax, PERCENT));
}

void bill_print(const struct bill *b, long total)
{
	printf("%-5s day %4ld, night %4ld, %d readings: %ld.%02ld\n", b->tariff->name, b->day_units,
		b->night_units, b->readings, total / PERCENT, total % PERCENT);
}

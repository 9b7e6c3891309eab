/* A month's bill of one customer. */
#ifndef BILL_H
#define BILL_H

#include "tariff.h"

#define BILL_READINGS 8

struct reading {
	int day, hour;
	long counter;
};

struct bill {
	const struct tariff *tariff;
	long day_units, night_units;
	long cents;
	int readings;
};

void bill_start(struct bill *b, const struct tariff *t);
int bill_add(struct bill *b, const struct reading *from, const struct reading *to);
long bill_total(const struct bill *b, int discount, int tax);
void bill_print(const struct bill *b, long total);

#endif

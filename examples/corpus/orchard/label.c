#include "label.h"

/* The digit that makes the weighted sum a multiple of ten. */
int label_check(uint64_t digits, int weight)
{
	int sum = 0;

	for (int place = 0; digits > 0; place++) {
		int digit = (int)(digits % 10);
		sum += place % 2 == 0 ? digit * weight : digit;
		digits /= 10;
	}
	return (10 - sum % 10) % 10;
}

uint64_t label_close(uint64_t digits)
{
	return digits * 10 + (uint64_t)label_check(digits, LABEL_WEIGHT);
}

/* Farm, row, week and a serial number of five digits. */
uint64_t label_lot(int row, int week, int serial)
{
	uint64_t digits = LABEL_FARM;

	digits = digits * 100 + (uint64_t)row;
	digits = digits * 100 + (uint64_t)week;
	return label_close(digits * 100000 + (uint64_t)serial);
}

int label_row(uint64_t label)
{
	return (int)(label / 100000000 % 100);
}

int label_week(uint64_t label)
{
	return (int)(label / 1000000 % 100);
}

/* One number for all the labels of a load, in their order. */
uint64_t label_seal(uint64_t seal, uint64_t label)
{
	seal ^= label + (seal << 7) + (seal >> 3);
	return seal * 0x9e3779b97f4a7c15u;
}

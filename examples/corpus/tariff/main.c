/* Bills of three customers. */
#include <stdio.h>

#include "bill.h"

static const struct {
	enum tariff_kind kind;
	int discount;
	struct reading readings[5];
} customers[] = {
	{TARIFF_HOME, 0, {{1, 8, 1200}, {6, 23, 1290}, {14, 12, 1395}, {22, 2, 1440}, {30, 18, 1610}}},
	{TARIFF_SHOP, 3, {{1, 9, 500}, {9, 20, 810}, {17, 22, 905}, {25, 5, 1020}, {30, 6, 1435}}},
	{TARIFF_FARM, 10, {{1, 5, 70}, {8, 4, 190}, {15, 13, 420}, {23, 12, 400}, {30, 21, 760}}},
};

int main(void)
{
	long sum = 0;
	for (size_t i = 0; i < sizeof(customers) / sizeof(customers[0]); i++) {
		const struct tariff *t = tariff_find(customers[i].kind);
		struct bill b;
		if (!t)
			continue;
		bill_start(&b, t);
		for (int r = 1; r < 5; r++)
			if (bill_add(&b, &customers[i].readings[r - 1], &customers[i].readings[r]))
				printf("%s: the counter ran backwards on day %d\n", t->name,
					customers[i].readings[r].day);
		tariff_rounding = customers[i].kind == TARIFF_HOME ? 1 : 5;
		long total = bill_total(&b, customers[i].discount, 19);
		bill_print(&b, total);
		sum += total;
	}
	printf("steps");
	for (int i = 0; i < TARIFF_STEPS; i++)
		printf(" %ld", tariff_used[i]);
	printf("\nall %ld.%02ld, a third %ld\n", sum / PERCENT, sum % PERCENT, tariff_share(sum, 1, 3));
	return 0;
}

#include "datasets/build/expect.h"

/*
 * Percent of the sites tried that were observed; 0: too few were tried to know.
 */
static const unsigned char observed[TG_OP_COUNT] = {
	[TG_OP_loop_bound] = 60,
};

enum { USUAL = 65, USUAL_BUILD = 97, LEAST = 10 };

double ds_expect_of(int op)
{
	unsigned percent = observed[op];
	if (!percent)
		percent = tg_ops[op].phase == TG_COMPILE ? USUAL_BUILD : USUAL;
	return percent / 100.0;
}

double ds_expect(int op, struct tg_reach reach)
{
	double chance = ds_expect_of(op);
	if (tg_ops[op].phase == TG_COMPILE || !reach.known)
		return chance;
	/* To be measured. */
	return reach.runs < 2 ? chance / 2 : chance;
}

double ds_expect_class(enum diag_class cls)
{
	double sum = 0, weights = 0;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		if (tg_ops[op].cls != cls)
			continue;
		sum += ds_expect_of(op) * tg_ops[op].weight;
		weights += tg_ops[op].weight;
	}
	return weights > 0 ? sum / weights : 0;
}

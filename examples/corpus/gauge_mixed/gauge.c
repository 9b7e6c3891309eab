#include "gauge.h"

#include <string.h>

void gauge_reset(struct gauge *g)
{
	memset(g, 0, sizeof(*g));
}

int gauge_push(struct gauge *g, int sample)
{
	if (g->count == GAUGE_MAX || !gauge_allowed(sample)) {
		g->lost++;
		return 0;
	}
	g->samples[g->count++] = sample;
	return 1;
}

long gauge_sum(const struct gauge *g)
{
	long sum = 0;
	for (size_t i = 0; i < g->count; i++)
		sum += g->samples[i];
	return sum;
}

int gauge_peak(const struct gauge *g, int floor)
{
	int best = floor;
	for (size_t i = 0; i < g->count; i++)
		best = g->samples[i] > best ? g->samples[i] : best;
	return best;
}

size_t gauge_each(const struct gauge *g, gauge_fn fn, void *context)
{
	size_t taken = 0;
	for (size_t i = 0; i < g->count; i++)
		taken += fn(g->samples[i], context) != 0;
	return taken;
}

/* Gauges that collect samples, for C and C++. */
#ifndef GAUGE_H
#define GAUGE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { GAUGE_MAX = 12 };

struct gauge {
	int samples[GAUGE_MAX];
	size_t count, lost;
};

typedef int (*gauge_fn)(int sample, void *context);

void gauge_reset(struct gauge *g);
int gauge_push(struct gauge *g, int sample);
long gauge_sum(const struct gauge *g);
int gauge_peak(const struct gauge *g, int floor);
size_t gauge_each(const struct gauge *g, gauge_fn fn, void *context);

/* Asked for by the collection, given by whoever uses it. */
int gauge_allowed(int sample);

#ifdef __cplusplus
}
#endif

#endif

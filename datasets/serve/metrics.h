/*
 * What the server has done, in numbers, and their text for Prometheus (text exposition format
 * 0.0.4).
 */
#ifndef FL_DATASETS_METRICS_H
#define FL_DATASETS_METRICS_H

#include "base/buf.h"
#include "datasets/reward/label.h"

enum { DS_METRIC_ROUTES = 16, DS_METRIC_STATUSES = 16 };

struct ds_metrics {
	/* answers by route (the last: none) and status, and how long they took */
	struct {
		uint64_t by_status[DS_METRIC_STATUSES];
		uint64_t count, ms;
	} routes[DS_METRIC_ROUTES + 1];
	uint64_t stages[DS_STAGE_COUNT]; /* of labels that were judged */
	uint64_t infra; /* that the host, or we, could not judge */
	uint64_t cached; /* labels that were kept from an earlier time */
	uint64_t retried; /* questions that were asked again */
	uint64_t begun, steps, over, idle; /* of episodes: resets, steps, judged, nobody came */
	/* as it is now */
	size_t waiting, running, workers, episodes;
};

/* route: an index, or DS_METRIC_ROUTES. Its status is known; how long it took, once for each. */
void ds_metrics_answered(struct ds_metrics *m, size_t route, unsigned status);
void ds_metrics_took(struct ds_metrics *m, size_t route, int64_t ms);

/* paths: of the routes, count of them. */
void ds_metrics_write(
	const struct ds_metrics *m, const char *const *paths, size_t count, struct fl_buf *out);

#endif

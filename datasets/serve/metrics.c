#include "datasets/serve/metrics.h"

static const unsigned statuses[DS_METRIC_STATUSES] = {
	200, 400, 401, 403, 404, 405, 413, 415, 422, 429, 500, 503, 504};

void ds_metrics_answered(struct ds_metrics *m, size_t route, unsigned status)
{
	size_t at = 0;
	while (at < DS_METRIC_STATUSES - 1 && statuses[at] != status)
		at++;
	m->routes[route].by_status[at]++;
}

void ds_metrics_took(struct ds_metrics *m, size_t route, int64_t ms)
{
	m->routes[route].count++;
	m->routes[route].ms += (uint64_t)(ms > 0 ? ms : 0);
}

static void head(struct fl_buf *out, const char *name, const char *type, const char *help)
{
	fl_buf_printf(
		out, "# HELP faultline_%s %s\n# TYPE faultline_%s %s\n", name, help, name, type);
}

static void gauge(struct fl_buf *out, const char *name, size_t value, const char *help)
{
	head(out, name, "gauge", help);
	fl_buf_printf(out, "faultline_%s %zu\n", name, value);
}

static void counter(struct fl_buf *out, const char *name, uint64_t value, const char *help)
{
	head(out, name, "counter", help);
	fl_buf_printf(out, "faultline_%s %llu\n", name, (unsigned long long)value);
}

static const char *path_of(const char *const *paths, size_t count, size_t route)
{
	return route < count ? paths[route] : "other";
}

static void write_requests(
	const struct ds_metrics *m, const char *const *paths, size_t count, struct fl_buf *out)
{
	head(out, "requests_total", "counter", "answers by path and HTTP status");
	for (size_t i = 0; i <= DS_METRIC_ROUTES; i++)
		for (size_t k = 0; k < DS_METRIC_STATUSES; k++)
			if (m->routes[i].by_status[k])
				fl_buf_printf(out,
					"faultline_requests_total{path=\"%s\",status=\"%u\"} "
					"%llu\n",
					path_of(paths, count, i), statuses[k],
					(unsigned long long)m->routes[i].by_status[k]);
	head(out, "request_seconds", "summary",
		"from a request's head to its answer, of a batch to the end of that");
	for (size_t i = 0; i <= DS_METRIC_ROUTES; i++) {
		if (!m->routes[i].count)
			continue;
		const char *path = path_of(paths, count, i);
		unsigned long long ms = m->routes[i].ms;
		fl_buf_printf(out,
			"faultline_request_seconds_sum{path=\"%s\"} %llu.%03llu\n"
			"faultline_request_seconds_count{path=\"%s\"} %llu\n",
			path, ms / 1000, ms % 1000, path, (unsigned long long)m->routes[i].count);
	}
}

void ds_metrics_write(
	const struct ds_metrics *m, const char *const *paths, size_t count, struct fl_buf *out)
{
	write_requests(m, paths, count, out);
	head(out, "labels_total", "counter", "labels by how far their candidates came");
	for (size_t i = 0; i < DS_STAGE_COUNT; i++)
		fl_buf_printf(out, "faultline_labels_total{stage=\"%s\"} %llu\n",
			ds_stage_names.words[i], (unsigned long long)m->stages[i]);
	counter(out, "infra_errors_total", m->infra, "what the host or a worker could not judge");
	counter(out, "retries_total", m->retried,
		"questions that were asked again after such an error");
	counter(out, "cache_hits_total", m->cached, "labels that were kept from an earlier time");
	gauge(out, "queue_waiting", m->waiting, "requests that wait for a worker");
	gauge(out, "running", m->running, "candidates that workers have now");
	counter(out, "episodes_total", m->begun, "episodes that were begun");
	counter(out, "episode_steps_total", m->steps, "steps of episodes");
	counter(out, "episodes_judged_total", m->over, "episodes that came to their label");
	counter(out, "episodes_idle_total", m->idle, "episodes that were dropped, as nobody asked");
	gauge(out, "episodes", m->episodes, "episodes that are held");
	gauge(out, "workers", m->workers, "candidates that are judged at once");
}

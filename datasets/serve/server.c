#include "datasets/serve/server_priv.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/process.h"
#include "datasets/serve/foreign.h"

enum {
	TURN_MS = 250,
	WORKER_WALL_MS = 30 * 60 * 1000,
	HELD_BODIES = 4, /* batches that may be held at once */
	LINGER_MS = 2000, /* for clients to take their answers at the end */
	METRICS_MAX = 1 << 20
};

/* ---- the paths ---- */

enum route {
	ROUTE_LABEL,
	ROUTE_BATCH,
	ROUTE_HEALTH,
	ROUTE_METRICS,
	ROUTE_RUN_CODE,
	ROUTE_EXECUTE,
	ROUTE_RUNTIMES,
	ROUTE_RESET,
	ROUTE_STEP,
	ROUTE_CLOSE,
	ROUTES
};

static const char *const paths[ROUTES] = {[ROUTE_LABEL] = "/label",
	[ROUTE_BATCH] = "/label/batch",
	[ROUTE_HEALTH] = "/healthz",
	[ROUTE_METRICS] = "/metrics",
	[ROUTE_RUN_CODE] = "/run_code",
	[ROUTE_EXECUTE] = "/api/v2/execute",
	[ROUTE_RUNTIMES] = "/api/v2/runtimes",
	[ROUTE_RESET] = "/env/reset",
	[ROUTE_STEP] = "/env/step",
	[ROUTE_CLOSE] = "/env/close"};

static void set_routes(struct ds_http_route routes[ROUTES], size_t body_max)
{
	routes[ROUTE_LABEL] =
		(struct ds_http_route){"POST", paths[ROUTE_LABEL], .body_max = body_max};
	routes[ROUTE_BATCH] = (struct ds_http_route){
		"POST", paths[ROUTE_BATCH], .body_max = body_max * DS_BATCH_BODIES};
	routes[ROUTE_HEALTH] = (struct ds_http_route){"GET", paths[ROUTE_HEALTH], .open = true};
	routes[ROUTE_METRICS] =
		(struct ds_http_route){.method = "GET", .path = paths[ROUTE_METRICS]};
	routes[ROUTE_RUN_CODE] =
		(struct ds_http_route){"POST", paths[ROUTE_RUN_CODE], .body_max = body_max};
	routes[ROUTE_EXECUTE] = (struct ds_http_route){
		"POST", paths[ROUTE_EXECUTE], .body_max = body_max, .plain = true};
	routes[ROUTE_RUNTIMES] =
		(struct ds_http_route){"GET", paths[ROUTE_RUNTIMES], .plain = true};
	for (int i = ROUTE_RESET; i <= ROUTE_CLOSE; i++)
		routes[i] = (struct ds_http_route){"POST", paths[i], .body_max = body_max};
}

static void answer_health(struct ds_server *s, struct ds_http_request *r)
{
	struct ds_http_answer answer = {.status = s->closing ? 503 : 200,
		.type = "text/plain",
		.retry_s = s->closing,
		.text = s->closing ? FL_S("closing down\n") : FL_S("ok\n")};
	ds_http_answer(r, &answer);
}

static void answer_metrics(struct ds_server *s, struct ds_http_request *r)
{
	struct fl_buf text;
	fl_buf_init(&text, METRICS_MAX);
	ds_metrics_write(&s->metrics, paths, ROUTES, &text);
	struct ds_http_answer answer = {.status = 200,
		.type = "text/plain; version=0.0.4; charset=utf-8",
		.text = fl_buf_view(&text)};
	ds_http_answer(r, &answer);
	fl_buf_release(&text);
}

static void answer_runtimes(struct ds_server *s, struct ds_http_request *r)
{
	struct fl_buf text;
	fl_buf_init(&text, METRICS_MAX);
	ds_foreign_runtimes(s->version, &text);
	struct ds_http_answer answer = {.status = 200, .text = fl_buf_view(&text)};
	ds_http_answer(r, &answer);
	fl_buf_release(&text);
}

static enum route route_of(const struct ds_server *s, const struct ds_http_route *route)
{
	return (enum route)(route - s->routes);
}

static void on_request(void *ctx, struct ds_http_request *r)
{
	struct ds_server *s = ctx;
	switch (route_of(s, r->route)) {
	case ROUTE_HEALTH: answer_health(s, r); break;
	case ROUTE_METRICS: answer_metrics(s, r); break;
	case ROUTE_LABEL: ds_job_add(s, r, DS_FACE_LABEL, false); break;
	case ROUTE_BATCH: ds_job_add(s, r, DS_FACE_LABEL, true); break;
	case ROUTE_RUN_CODE: ds_job_add(s, r, DS_FACE_RUN_CODE, false); break;
	case ROUTE_EXECUTE: ds_job_add(s, r, DS_FACE_PISTON, false); break;
	case ROUTE_RUNTIMES: answer_runtimes(s, r); break;
	case ROUTE_RESET: ds_episode_reset(s, r); break;
	case ROUTE_STEP: ds_episode_step(s, r); break;
	case ROUTE_CLOSE: ds_episode_close(s, r); break;
	default: ds_http_refuse(r, 404, 0, "there is no such path"); break;
	}
}

static void on_gone(void *ctx, struct ds_http_request *r)
{
	if (r->ctx)
		ds_job_gone(ctx, r->ctx);
	r->ctx = NULL;
}

static void on_answered(void *ctx, const struct ds_http_request *r, unsigned status)
{
	struct ds_server *s = ctx;
	const struct ds_job *job = r->ctx;
	size_t route = r->route ? (size_t)route_of(s, r->route) : DS_METRIC_ROUTES;
	ds_metrics_answered(&s->metrics, route, status);
	/* a batch has its status before anything is done, and its time when it is over */
	if (!job || !job->batch)
		ds_metrics_took(&s->metrics, route, fl_clock_ms() - r->arrived_ms);
}

/* ---- workers ---- */

static int start(void *ctx, void **ret_state, struct fl_error *err)
{
	struct ds_server *s = ctx;
	struct ds_work *work = NULL;
	if (s->http)
		ds_http_forget(s->http);
	int rc = ds_work_new(&s->opts.work, &work, err);
	if (rc == 0)
		*ret_state = work;
	return rc;
}

static int answer(
	void *ctx, void *state, struct fl_slice question, struct fl_buf *out, struct fl_error *err)
{
	(void)ctx;
	return ds_work_answer(state, question, out, err);
}

static void finish(void *ctx, void *state)
{
	(void)ctx;
	ds_work_free(state);
}

/* What /api/v2/runtimes says of the compiler that the workers will find, too. */
static int find_version(struct ds_server *s, struct fl_error *err)
{
	const struct ds_judge_opts *judge = &s->opts.work.judge;
	struct ds_exec_opts exec = {.compiler = judge->compiler, .degraded = judge->box.degraded};
	struct ds_executor *x = NULL;
	int rc = ds_executor_new(&exec, &x, err);
	if (rc == 0)
		snprintf(s->version, sizeof(s->version), "%s", ds_executor_version(x));
	ds_executor_free(x);
	return rc;
}

static int start_crew(struct ds_server *s, struct fl_error *err)
{
	struct fl_crew_opts crew = {.jobs = s->opts.jobs,
		.bytes_max = DS_WORK_MAX,
		.wall_ms = WORKER_WALL_MS,
		.as_they_come = true,
		.ctx = s,
		.start = start,
		.answer = answer,
		.finish = finish,
		.collect = ds_job_collect};
	return fl_crew_new(&crew, &s->crew, err);
}

/* ---- all of it ---- */

static int start_http(struct ds_server *s, struct fl_error *err)
{
	struct ds_http_opts http = {.address = s->opts.address,
		.token = s->opts.token,
		.routes = s->routes,
		.route_count = ROUTES,
		.read_ms = s->opts.read_ms,
		.held_max = s->opts.body_max * DS_BATCH_BODIES * HELD_BODIES,
		.ctx = s,
		.request = on_request,
		.gone = on_gone,
		.answered = on_answered};
	set_routes(s->routes, s->opts.body_max);
	return ds_http_new(&http, &s->http, err);
}

static int turn(struct ds_server *s, struct fl_error *err)
{
	struct pollfd fds[FL_CREW_JOBS_MAX + 1];
	size_t n = 0;
	fds[n++] = ds_http_fd(s->http);
	n += fl_crew_fds(s->crew, fds + n, FL_CREW_JOBS_MAX);
	if (poll(fds, (nfds_t)n, ds_http_timeout(s->http, TURN_MS)) < 0 && errno != EINTR)
		return fl_error_sys(err, FL_EIO, errno, "cannot wait for requests");
	int rc = fl_crew_turn(s->crew, 0, err);
	rc = rc ? rc : ds_http_turn(s->http, err);
	if (rc == 0) {
		ds_jobs_expire(s);
		ds_episodes_expire(s);
	}
	return rc ? rc : ds_jobs_ask(s, err);
}

/* Until all that was taken is answered, and its clients have the answers. */
static int drain(struct ds_server *s, struct fl_error *err)
{
	int64_t end = fl_clock_ms() + DS_DRAIN_MS, linger = 0;
	int rc = 0;
	s->closing = true;
	ds_http_close_down(s->http);
	while (rc == 0 && *s->opts.stop < 2 && fl_clock_ms() < end) {
		bool pending = ds_jobs_pending(s);
		if (!pending && !linger)
			linger = fl_clock_ms() + LINGER_MS;
		if (!pending && (!ds_http_open_requests(s->http) || fl_clock_ms() > linger))
			break;
		rc = turn(s, err);
	}
	return rc;
}

static int check(const struct ds_server_opts *o, struct fl_error *err)
{
	bool local = false;
	int rc = ds_http_is_local(o->address, &local, err);
	if (rc == 0 && !local && !o->token)
		return fl_error_set(err, FL_EINVAL,
			"others than this machine reach %s: give a token (--token-file), or "
			"listen at 127.0.0.1",
			o->address);
	return rc;
}

/* The crew first: what it forks then holds no socket of the server's. */
int ds_server_run(const struct ds_server_opts *opts, struct fl_error *err)
{
	struct fl_error own;
	struct ds_server *s;
	err = err ? err : &own;
	int rc = check(opts, err);
	if (rc)
		return rc;
	s = calloc(1, sizeof(*s));
	if (!s)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the server");
	s->opts = *opts;
	s->queue_end = &s->queue;
	s->metrics.workers = opts->jobs;
	fl_buf_init(&s->question, DS_WORK_MAX);
	fl_box_tidy();
	rc = find_version(s, err);
	rc = rc ? rc : start_crew(s, err);
	rc = rc ? rc : start_http(s, err);
	if (rc == 0 && opts->ready)
		opts->ready(ds_http_address(s->http));
	while (rc == 0 && !*opts->stop)
		rc = turn(s, err);
	rc = rc ? rc : drain(s, err);
	ds_http_free(s->http);
	fl_crew_end(s->crew, rc == 0);
	ds_episodes_free(s);
	fl_buf_release(&s->question);
	free(s);
	return rc;
}

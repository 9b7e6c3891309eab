/*
 * The server: requests over HTTP become questions to a crew of workers, their answers responses.
 * One thread turns everything; what is slow is in the workers.
 *
 *   POST /label         a candidate (datasets/reward/candidate.h) → its label. 400: it is none, and
 *                       why; 503 with the label: the host could not judge it
 *   POST /label/batch   candidates, a line each → labels, a line each, as they are there, in order
 *                       (?unordered: in any)
 *   POST /env/reset, /env/step, /env/close
 *                       episodes (datasets/env/env.h). A reset finds room for one, or 429; what
 *                       nobody asks for `idle_ms` is dropped, and 404 from then on. A step that
 *                       says its number is done once, however often it is sent
 *   GET /healthz        200 "ok"; 503 while it closes down
 *   GET /metrics        for Prometheus
 *
 * Requests of these paths for which no worker is free wait, at most `queue` of them; then there is
 * 429 with Retry-After. A batch takes one place; waiting requests take turns, so that a long batch
 * holds up nobody. What the host could not do is tried again, three times by the worker, and by
 * another worker when that one died.
 *
 * When *stop is 1, what has been taken is finished (for DS_DRAIN_MS at most), what is new gets 503;
 * when it is 2, the server ends at once. Nothing outlives it, whatever ends it.
 */
#ifndef FL_DATASETS_SERVER_H
#define FL_DATASETS_SERVER_H

#include <signal.h>

#include "datasets/serve/work.h"

enum { DS_EPISODES_BYTES = 1 << 30 /* of all episodes, which are kept in memory */ };
enum { DS_DRAIN_MS = 30000, DS_BATCH_BODIES = 16 /* bodies' maximum of a batch */ };

struct ds_server_opts {
	struct ds_work_opts work;
	const char *address; /* as in datasets/http/http.h */
	const char
		*token; /* NULL: none; FL_EINVAL where others than this machine reach the address */
	unsigned jobs, queue;
	unsigned episodes; /* at once */
	int64_t idle_ms;
	size_t body_max;
	unsigned read_ms; /* in which a request has to arrive */
	const volatile sig_atomic_t *stop;
	void (*ready)(const char *address); /* it listens there; may be NULL */
};

/* Serve until *stop. FL_EMISSING when there is no sandbox or no compiler. */
int ds_server_run(const struct ds_server_opts *opts, struct fl_error *err);

#endif

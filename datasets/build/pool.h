/*
 * A pool of worker processes (base/crew.h). Units are numbered 0 … count-1; each is done by one of
 * `jobs` forked workers, and results are collected in the order of the units, so that what is made
 * of them does not depend on the number of workers.
 *
 * A worker that crashes or passes the time limit costs its unit only: that is collected as an
 * error, and a new worker takes its place. Workers die when we do. They ignore SIGINT: whoever
 * runs the pool decides what Ctrl-C means and tells by `stop`.
 *
 * The process must have one thread only while the pool runs.
 */
#ifndef FL_DATASETS_POOL_H
#define FL_DATASETS_POOL_H

#include <signal.h>

#include "base/buf.h"

/* Most workers; bytes of one result. */
enum { DS_POOL_JOBS_MAX = 256, DS_POOL_RESULT_MAX = 64 << 20 };

struct ds_pool {
	unsigned jobs; /* 1 … DS_POOL_JOBS_MAX */
	size_t count;
	unsigned wall_ms; /* for one unit; 0: no limit */
	const volatile sig_atomic_t *stop; /* not 0: end now; may be NULL */
	void *ctx; /* for all callbacks */

	/*
	 * In the worker, once, before its first unit: *ret_state is what the others get. A failure
	 * is that of the whole run. May be NULL.
	 */
	int (*start)(void *ctx, void **ret_state, struct fl_error *err);
	/* In the worker: do a unit. out has DS_POOL_RESULT_MAX; what it holds is the result. */
	int (*job)(void *ctx, void *state, size_t index, struct fl_buf *out, struct fl_error *err);
	/* In the worker, when no more units come. Not after a crash. May be NULL. */
	void (*finish)(void *ctx, void *state);

	/*
	 * Here, for every unit, in order: its result, or why there is none (failure not NULL). Not 0
	 * ends the run: a code is a failure, 1 means that enough is there.
	 */
	int (*collect)(void *ctx, size_t index, struct fl_slice result,
		const struct fl_error *failure, struct fl_error *err);
	/* Here, whenever a unit has ended, and a few times a second. May be NULL. */
	void (*progress)(void *ctx, size_t ended, size_t count);
};

/*
 * Run all units. Returns 0 when all are collected or `collect` had enough; its code, or that of a
 * failing `start`; FL_ECLOSED when *stop was set. No worker is left in any case.
 */
int ds_pool_run(const struct ds_pool *pool, struct fl_error *err);

#endif

#include "datasets/build/pool.h"

#include <string.h>

#include "base/crew.h"
#include "base/process.h"

enum { TICK_MS = 200 };

/* What the crew's callbacks get. */
struct run {
	const struct ds_pool *pool;
};

_Static_assert((int)DS_POOL_JOBS_MAX == (int)FL_CREW_JOBS_MAX, "as many workers as a crew has");

static int start(void *ctx, void **ret_state, struct fl_error *err)
{
	const struct ds_pool *pool = ((const struct run *)ctx)->pool;
	return pool->start ? pool->start(pool->ctx, ret_state, err) : 0;
}

/* A question is the unit's number. */
static int answer(
	void *ctx, void *state, struct fl_slice question, struct fl_buf *out, struct fl_error *err)
{
	const struct ds_pool *pool = ((const struct run *)ctx)->pool;
	size_t index;
	memcpy(&index, question.ptr, sizeof(index));
	return pool->job(pool->ctx, state, index, out, err);
}

static void finish(void *ctx, void *state)
{
	const struct ds_pool *pool = ((const struct run *)ctx)->pool;
	if (pool->finish)
		pool->finish(pool->ctx, state);
}

static int collect(void *ctx, uint64_t number, struct fl_slice text, const struct fl_error *failure,
	struct fl_slice question, struct fl_error *err)
{
	const struct ds_pool *pool = ((const struct run *)ctx)->pool;
	(void)question;
	return pool->collect(pool->ctx, (size_t)number, text, failure, err);
}

static int give_units(const struct ds_pool *pool, struct fl_crew *c, struct fl_error *err)
{
	int rc = 0;
	while (rc == 0 && fl_crew_asked(c) < pool->count && fl_crew_has_room(c)) {
		size_t index = (size_t)fl_crew_asked(c);
		rc = fl_crew_ask(c, fl_slice((const char *)&index, sizeof(index)), err);
	}
	return rc;
}

static int run_all(const struct ds_pool *pool, struct fl_crew *c, struct fl_error *err)
{
	int64_t told = fl_clock_ms();
	int rc = 0;
	while (rc == 0 && fl_crew_collected(c) < pool->count) {
		uint64_t ended = fl_crew_ended(c);
		if (pool->stop && *pool->stop)
			return fl_error_set(err, FL_ECLOSED, "interrupted");
		rc = give_units(pool, c, err);
		rc = rc ? rc : fl_crew_turn(c, TICK_MS, err);
		if (pool->progress &&
			(ended != fl_crew_ended(c) || fl_clock_ms() - told >= TICK_MS)) {
			told = fl_clock_ms();
			pool->progress(pool->ctx, (size_t)fl_crew_ended(c), pool->count);
		}
	}
	return rc;
}

int ds_pool_run(const struct ds_pool *pool, struct fl_error *err)
{
	struct run run = {.pool = pool};
	struct fl_crew *c = NULL;
	struct fl_crew_opts opts = {.jobs = pool->jobs,
		.bytes_max = DS_POOL_RESULT_MAX,
		.wall_ms = pool->wall_ms,
		.ctx = &run,
		.start = start,
		.answer = answer,
		.finish = finish,
		.collect = collect};
	if (pool->count == 0 && pool->jobs >= 1 && pool->jobs <= DS_POOL_JOBS_MAX)
		return 0;
	int rc = fl_crew_new(&opts, &c, err);
	rc = rc ? rc : run_all(pool, c, err);
	fl_crew_end(c, rc == 0);
	return rc > 0 ? 0 : rc;
}

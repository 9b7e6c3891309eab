#include <stdio.h>
#include <unistd.h>

#include "base/sandbox/sandbox.h"
#include "base/show.h"
#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/dataset.h"
#include "datasets/replays.h"

/* Complaints that are printed; further ones are counted only. */
enum { COMPLAINTS_MAX = 20 };

struct verify {
	int64_t complaints;
	int64_t wanted, replayed, found; /* records to replay, replayed, and found again */
	int64_t transcribed; /* that were drawn and cannot be replayed */
	struct ds_replays *replays;
	const volatile sig_atomic_t *stop; /* NULL: nothing is replayed */
};

static void complain(void *ctx, const char *shard, int64_t row, const char *message)
{
	struct verify *v = ctx;
	if (v->complaints++ >= COMPLAINTS_MAX)
		return;
	if (shard && row)
		fl_tell("datasets", "%s:%lld: %s", shard, (long long)row, message);
	else
		fl_tell("datasets", "%s%s%s", shard ? shard : "", shard ? ": " : "", message);
}

/* Is this one of `wanted` among `rows`, evenly spread? */
static bool is_drawn(int64_t wanted, int64_t index, int64_t rows)
{
	if (wanted >= rows)
		return true;
	return (index + 1) * wanted / rows > index * wanted / rows;
}

static void tell_replay(void *ctx, struct fl_slice id, const char *first, const char *why)
{
	struct verify *v = ctx;
	char message[400];
	if (*first)
		fl_tell("datasets", "record %.*s is tried again: %s", FL_ARG(id), first);
	v->replayed++;
	v->found += !*why;
	if (!*why)
		return;
	snprintf(message, sizeof(message), "record %.*s does not replay: %s", FL_ARG(id), why);
	complain(v, NULL, 0, message);
}

static int replay(
	void *ctx, const struct ds_record *r, int64_t index, int64_t rows, struct fl_error *err)
{
	struct verify *v = ctx;
	if (v->stop && *v->stop)
		return fl_error_set(err, FL_ECLOSED, "interrupted");
	if (!v->wanted || !is_drawn(v->wanted, index, rows))
		return 0;
	if (r->verification.level == DS_TRANSCRIBED) {
		v->transcribed++;
		return 0;
	}
	return ds_replays_add(v->replays, r, err);
}

static int report(const struct verify *v, const struct ds_verify_report *r, struct fl_error *err)
{
	struct fl_buf out;
	fl_buf_init(&out, 4096);
	if (v->complaints > COMPLAINTS_MAX)
		fl_tell("datasets", "and %lld more", (long long)(v->complaints - COMPLAINTS_MAX));
	fl_buf_printf(&out, "%lld shards, %lld records, %lld bytes: %lld faults\n",
		(long long)r->shards, (long long)r->rows, (long long)r->bytes,
		(long long)r->faults);
	if (v->wanted)
		fl_buf_printf(&out, "replayed %lld of %lld\n", (long long)v->found,
			(long long)v->replayed);
	if (v->transcribed)
		fl_buf_printf(&out, "transcribed: not replayed, %lld\n", (long long)v->transcribed);
	int rc = fl_buf_error(&out, "the report", err);
	rc = rc ? rc : sub_print(fl_buf_view(&out), err);
	fl_buf_release(&out);
	return rc ? FL_RUN_FAILED : r->faults || v->found != v->replayed;
}

/* No more processes than records to replay. */
static int start_replays(const struct fl_opts *o, struct verify *v, struct ds_replays_opts *opts,
	struct fl_error *err)
{
	unsigned jobs = sub_jobs(o);
	if (!v->wanted)
		return 0;
	v->stop = sub_stop();
	*opts = (struct ds_replays_opts){
		.box = {.degraded = fl_opt_word(o, OPT_SANDBOX) == SANDBOX_DEGRADED},
		.jobs = v->wanted < jobs ? (unsigned)v->wanted : jobs,
		.stop = v->stop,
		.told = tell_replay,
		.ctx = v};
	return ds_replays_new(opts, &v->replays, err);
}

int ds_cmd_verify(const struct fl_opts *o, struct fl_error *err)
{
	struct verify v = {
		.wanted = fl_opt_given(o, OPT_REPLAY) ? fl_opt_number(o, OPT_REPLAY) : 0};
	const struct ds_verify_opts opts = {.complain = complain, .each = replay, .ctx = &v};
	struct ds_replays_opts replays;
	struct ds_verify_report found = {0};
	if (sub_count(o) != 1) {
		fl_error_set(err, FL_EINVAL, "verify needs one directory");
		return FL_RUN_FAILED;
	}
	int rc = start_replays(o, &v, &replays, err);
	rc = rc ? rc : ds_verify(sub_at(o, 0), &opts, &found, err);
	rc = ds_replays_end(v.replays, rc, err);
	return rc ? FL_RUN_FAILED : report(&v, &found, err);
}

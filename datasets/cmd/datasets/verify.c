#include <stdio.h>
#include <unistd.h>

#include "base/sandbox/sandbox.h"
#include "base/show.h"
#include "datasets/cmd/datasets/out.h"
#include "datasets/cmd/datasets/sub.h"
#include "datasets/dataset.h"
#include "datasets/replay.h"

/* Complaints that are printed; further ones are counted only. */
enum { COMPLAINTS_MAX = 20 };

struct verify {
	int64_t complaints;
	int64_t wanted, replayed, found; /* records to replay, replayed, and found again */
	struct ds_replayer *replayer;
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

/*
 * A program that looks at the clock may do something else on a busy machine, once: so what fails is
 * tried a second time, and told either way.
 */
static bool replay_twice(struct verify *v, const struct ds_record *r, char *why, size_t size)
{
	enum { TRIES = 2 };
	struct fl_error failed;
	bool same = false;
	for (int i = 0; i < TRIES && !same; i++) {
		if (i)
			fl_tell("datasets", "record %.*s is tried again: %s", FL_ARG(r->id), why);
		if (ds_replay(v->replayer, r, &same, why, size, &failed))
			snprintf(why, size, "%.280s", failed.message);
	}
	return same;
}

static int replay(
	void *ctx, const struct ds_record *r, int64_t index, int64_t rows, struct fl_error *err)
{
	struct verify *v = ctx;
	char why[300] = "";
	(void)err;
	if (!v->wanted || !is_drawn(v->wanted, index, rows))
		return 0;
	/* One that cannot be replayed does not take the others along: it counts as not found. */
	bool same = replay_twice(v, r, why, sizeof(why));
	v->replayed++;
	v->found += same;
	if (!same) {
		char message[400];
		snprintf(message, sizeof(message), "record %.*s does not replay: %s", FL_ARG(r->id),
			why);
		complain(v, NULL, 0, message);
	}
	return 0;
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
	int rc = fl_buf_error(&out, "the report", err);
	rc = rc ? rc : sub_print(fl_buf_view(&out), err);
	fl_buf_release(&out);
	return rc ? FL_RUN_FAILED : r->faults || v->found != v->replayed;
}

int ds_cmd_verify(const struct fl_opts *o, struct fl_error *err)
{
	struct verify v = {
		.wanted = fl_opt_given(o, OPT_REPLAY) ? fl_opt_number(o, OPT_REPLAY) : 0};
	const struct fl_box_opts box = {
		.degraded = fl_opt_word(o, OPT_SANDBOX) == SANDBOX_DEGRADED};
	const struct ds_verify_opts opts = {.complain = complain, .each = replay, .ctx = &v};
	struct ds_verify_report found = {0};
	if (sub_count(o) != 1) {
		fl_error_set(err, FL_EINVAL, "verify needs one directory");
		return FL_RUN_FAILED;
	}
	if (v.wanted && ds_replayer_new(&box, &v.replayer, err))
		return FL_RUN_FAILED;
	int rc = ds_verify(sub_at(o, 0), &opts, &found, err);
	ds_replayer_free(v.replayer);
	return rc ? FL_RUN_FAILED : report(&v, &found, err);
}

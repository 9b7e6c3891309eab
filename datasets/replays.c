#include "datasets/replays.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/crew.h"
#include "base/json.h"

enum { WHY_MAX = 300, TURN_MS = 200, ANSWER_MAX = 1 << 16, TRIES = 2 };

/* What came of a record, as a worker tells it. */
struct answer {
	struct fl_slice id, first, why;
};

static const struct fl_field answer_fields[] = {
	FL_ROW(struct answer, id, FL_TEXT, .doc = "of the record"),
	FL_ROW(struct answer, first, FL_TEXT, .doc = "why the first try failed, or empty"),
	FL_ROW(struct answer, why, FL_TEXT, .doc = "why the last one did, or empty"),
};

static const struct fl_shape answer_shape = {.name = "answer",
	.size = sizeof(struct answer),
	FL_SHAPE_FIELDS(answer_fields),
	.doc = "What came of a replay."};

struct ds_replays {
	const struct ds_replays_opts *opts;
	struct fl_crew *crew;
	struct fl_buf question;
};

/* ---- in a worker ---- */

static int worker_start(void *ctx, void **ret_state, struct fl_error *err)
{
	const struct ds_replays *r = ctx;
	struct ds_replayer *replayer;
	int rc = ds_replayer_new(&r->opts->box, &replayer, err);
	if (rc == 0)
		*ret_state = replayer;
	return rc;
}

static void worker_finish(void *ctx, void *state)
{
	(void)ctx;
	ds_replayer_free(state);
}

/* One that cannot be replayed does not take the others along: why says so. */
static bool replay_once(
	struct ds_replayer *replayer, const struct ds_record *record, char why[static WHY_MAX])
{
	struct fl_error failed;
	bool same = false;
	if (ds_replay(replayer, record, &same, why, WHY_MAX, &failed))
		snprintf(why, WHY_MAX, "%.280s", failed.message);
	return same;
}

static int worker_answer(
	void *ctx, void *state, struct fl_slice question, struct fl_buf *out, struct fl_error *err)
{
	char why[TRIES][WHY_MAX] = {"", ""};
	struct ds_record *record;
	struct fl_arena a;
	(void)ctx;
	fl_arena_init(&a, (size_t)DS_RECORD_MAX * 4);
	int rc = ds_record_read(question, &a, &record, err);
	if (rc == 0) {
		bool same = replay_once(state, record, why[0]);
		bool again = !same && replay_once(state, record, why[1]);
		const struct answer answer = {.id = record->id,
			.first = fl_slice_str(same ? "" : why[0]),
			.why = fl_slice_str(same || again ? "" : why[1])};
		fl_json_object(out, &answer_shape, &answer);
	}
	fl_arena_release(&a);
	return rc;
}

/* ---- here ---- */

static int collect(void *ctx, uint64_t number, struct fl_slice text, const struct fl_error *failure,
	struct fl_slice question, struct fl_error *err)
{
	const struct ds_replays *r = ctx;
	struct ds_record *record;
	struct fl_arena a;
	void *object;
	(void)number;
	fl_arena_init(&a, (size_t)DS_RECORD_MAX * 4);
	int rc = failure ? ds_record_read(question, &a, &record, err)
			 : fl_json_read(text, &answer_shape, &a, &object, err);
	if (rc == 0 && failure) {
		r->opts->told(r->opts->ctx, record->id, "", failure->message);
	} else if (rc == 0) {
		const struct answer *answer = object;
		r->opts->told(r->opts->ctx, answer->id, answer->first.ptr, answer->why.ptr);
	}
	fl_arena_release(&a);
	return rc;
}

int ds_replays_new(
	const struct ds_replays_opts *opts, struct ds_replays **ret_replays, struct fl_error *err)
{
	struct ds_replays *r = calloc(1, sizeof(*r));
	if (!r)
		return fl_error_set(err, FL_ENOMEM, "out of memory for replays");
	const struct fl_crew_opts crew = {.jobs = opts->jobs,
		.bytes_max = DS_RECORD_MAX,
		.ctx = r,
		.start = worker_start,
		.answer = worker_answer,
		.finish = worker_finish,
		.collect = collect};
	r->opts = opts;
	fl_buf_init(&r->question, DS_RECORD_MAX);
	int rc = fl_crew_new(&crew, &r->crew, err);
	if (rc)
		return ds_replays_end(r, rc, err);
	*ret_replays = r;
	return 0;
}

/* Until one more can be asked, or all are done. */
static int turn(struct ds_replays *r, bool all, struct fl_error *err)
{
	const volatile sig_atomic_t *stop = r->opts->stop;
	for (;;) {
		bool done = all ? fl_crew_collected(r->crew) == fl_crew_asked(r->crew)
				: fl_crew_has_room(r->crew);
		if (stop && *stop)
			return fl_error_set(err, FL_ECLOSED, "interrupted");
		if (done)
			return 0;
		int rc = fl_crew_turn(r->crew, TURN_MS, err);
		if (rc)
			return rc;
	}
}

int ds_replays_add(struct ds_replays *r, const struct ds_record *record, struct fl_error *err)
{
	fl_buf_clear(&r->question);
	ds_record_write(&r->question, record);
	int rc = fl_buf_error(&r->question, "a record", err);
	rc = rc ? rc : turn(r, false, err);
	return rc ? rc : fl_crew_ask(r->crew, fl_buf_view(&r->question), err);
}

int ds_replays_end(struct ds_replays *r, int rc, struct fl_error *err)
{
	if (!r)
		return rc;
	rc = rc ? rc : turn(r, true, err);
	fl_crew_end(r->crew, rc == 0);
	fl_box_tidy(); /* after workers that were killed */
	fl_buf_release(&r->question);
	free(r);
	return rc;
}

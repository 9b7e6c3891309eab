#include "datasets/serve/foreign.h"

#include <stdlib.h>
#include <string.h>

#include "datasets/env/env.h"

enum { ARENA_MAX = 1 << 30, INFRA_TRIES = 3 };

struct ds_work {
	struct ds_work_opts opts;
	struct ds_judge *judge;
	struct ds_executor *executor;
};

int ds_work_new(const struct ds_work_opts *opts, struct ds_work **ret_work, struct fl_error *err)
{
	struct ds_work *w = calloc(1, sizeof(*w));
	if (!w)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a worker");
	w->opts = *opts;
	struct ds_exec_opts exec = {
		.compiler = opts->judge.compiler, .degraded = opts->judge.box.degraded};
	int rc = ds_judge_new(&opts->judge, &w->judge, err);
	rc = rc ? rc : ds_executor_new(&exec, &w->executor, err);
	if (rc)
		ds_work_free(w);
	else
		*ret_work = w;
	return rc;
}

void ds_work_free(struct ds_work *w)
{
	if (!w)
		return;
	ds_judge_free(w->judge);
	ds_executor_free(w->executor);
	free(w);
}

/* A body that is no candidate is the client's fault, what the host could not do is ours. */
static unsigned status_of(const struct ds_label *l)
{
	if (!l->infra_error.len)
		return 200;
	return l->stage == DS_STAGE_CANDIDATE ? 400 : 503;
}

static int answer_label(struct ds_work *w, const struct ds_work_ask *ask, struct fl_slice body,
	struct fl_arena *a, struct ds_work_reply *reply, struct fl_buf *text, struct fl_error *err)
{
	struct ds_label l;
	int rc = 0;
	for (int i = 0; i < INFRA_TRIES; i++) {
		ds_judge_at_line(w->judge, ask->line);
		rc = ds_judge_run(w->judge, body, a, &l, err);
		if (rc || status_of(&l) != 503)
			break;
	}
	if (rc)
		return rc;
	*reply = (struct ds_work_reply){.status = status_of(&l),
		.label = true,
		.infra = l.infra_error.len > 0 && l.stage != DS_STAGE_CANDIDATE,
		.passed = l.stage == DS_STAGE_PASSED,
		.cached = l.cached,
		.stage = l.stage};
	ds_label_write(text, &l);
	return 0;
}

#define FOREIGN(name, answer)                                                                   \
	static int name(struct ds_work *w, const struct ds_work_ask *ask, struct fl_slice body, \
		struct fl_arena *a, struct ds_work_reply *reply, struct fl_buf *text,           \
		struct fl_error *err)                                                           \
	{                                                                                       \
		struct ds_foreign f = {.executor = w->executor,                                 \
			.language = w->opts.language,                                           \
			.body = body,                                                           \
			.deadline_ms = fl_clock_ms() + ask->left_ms,                            \
			.a = a,                                                                 \
			.reply = reply,                                                         \
			.text = text,                                                           \
			.err = err};                                                            \
		return answer(&f);                                                              \
	}
FOREIGN(answer_run_code, ds_foreign_run_code)
FOREIGN(answer_piston, ds_foreign_piston)
#undef FOREIGN

/* As for a label: the host is asked three times. */
static int answer_env(struct ds_work *w, const struct ds_work_ask *ask, struct fl_slice body,
	struct fl_arena *a, struct ds_work_reply *reply, struct fl_buf *text, struct fl_error *err)
{
	struct ds_env_ask step = {.reset = ask->face == DS_FACE_RESET,
		.state = fl_slice_head(body, ask->state_len),
		.body = fl_slice_skip(body, ask->state_len)};
	struct fl_buf state, said;
	struct ds_env_reply got;
	int rc = 0;
	fl_buf_init(&state, DS_ENV_STATE_MAX);
	fl_buf_init(&said, DS_ENV_TEXT_MAX);
	for (int i = 0; i < INFRA_TRIES; i++) {
		got = (struct ds_env_reply){.state = &state, .text = &said};
		rc = ds_env_answer(w->judge, &step, a, &got, err);
		if (rc || got.status != 503)
			break;
	}
	*reply = (struct ds_work_reply){.status = got.status,
		.state_len = state.len,
		.label = got.done,
		.infra = got.status == 503,
		.passed = got.passed,
		.done = got.done,
		.stage = got.stage};
	fl_buf_slice(text, fl_buf_view(&state));
	fl_buf_slice(text, fl_buf_view(&said));
	fl_buf_release(&state);
	fl_buf_release(&said);
	return rc ? rc : fl_buf_error(text, "an answer", err);
}

static int (*const answers[DS_FACE_COUNT])(struct ds_work *w, const struct ds_work_ask *ask,
	struct fl_slice body, struct fl_arena *a, struct ds_work_reply *reply, struct fl_buf *text,
	struct fl_error *err) = {
	[DS_FACE_LABEL] = answer_label,
	[DS_FACE_RUN_CODE] = answer_run_code,
	[DS_FACE_PISTON] = answer_piston,
	[DS_FACE_RESET] = answer_env,
	[DS_FACE_STEP] = answer_env,
};

int ds_work_answer(
	struct ds_work *w, struct fl_slice question, struct fl_buf *out, struct fl_error *err)
{
	struct ds_work_ask ask;
	struct ds_work_reply reply = {0};
	struct fl_arena a;
	memcpy(&ask, question.ptr, sizeof(ask));
	fl_arena_init(&a, ARENA_MAX);
	size_t at = out->len;
	fl_buf_add(out, &reply, sizeof(reply));
	int rc = answers[ask.face](
		w, &ask, fl_slice_skip(question, sizeof(ask)), &a, &reply, out, err);
	if (rc == 0 && !out->failed)
		memcpy(out->data + at, &reply, sizeof(reply));
	fl_arena_release(&a);
	return rc;
}

#include "datasets/env/env_priv.h"

#include <string.h>

#include "base/host.h"
#include "datasets/env/head.h"
#include "datasets/reward/label.h"
#include "debugsession/answer/document.h"
#include "diag/model/class.h"
#include "tracegen/evidence/symptom.h"

enum { INFRA_TRIES = 3, LABEL_MAX = 16 << 20 };

/* ---- the task ---- */

static int read_task(struct ds_env_step *s, const struct fl_list *files)
{
	struct fl_error why;
	int rc = ds_candidate_read_task(s->state->task, files, s->a, &s->task, &why);
	if (rc == FL_ENOMEM)
		return fl_error_set(s->err, rc, "%s", why.message);
	if (rc)
		return DS_ENV_WRONG(s, "\"task\": %s", why.message);
	return s->task.refusal ? DS_ENV_WRONG(s, "\"task\": %.*s", FL_ARG(s->task.why)) : 0;
}

static int begin(struct ds_env_step *s, const struct fl_json *v, struct fl_slice body)
{
	const struct fl_json *steps = NULL, *task = NULL;
	for (const struct fl_json *at = v->child; at; at = at->next) {
		if (fl_slice_eqs(at->key, "task"))
			task = at;
		else if (fl_slice_eqs(at->key, "steps"))
			steps = at;
		else
			return DS_ENV_WRONG(s, "a reset has no member \"%.*s\"", FL_ARG(at->key));
	}
	if (!task || task->type != FL_JOBJECT)
		return DS_ENV_WRONG(s, "\"task\" has to be an object");
	if (steps && (steps->type != FL_JINT || steps->num < 1 || steps->num > DS_ENV_STEPS_MAX))
		return DS_ENV_WRONG(s, "\"steps\" has to be 1 to %d", DS_ENV_STEPS_MAX);
	s->state->steps = steps ? steps->num : DS_ENV_STEPS;
	s->state->task = ds_env_member(body, "task");
	int rc = read_task(s, NULL);
	if (rc == 0)
		s->state->files = s->task.files;
	s->told.action = FL_S("reset");
	s->told.ok = true;
	return rc;
}

/* ---- the label ---- */

/* What differs from run to run: how long it took, and where a run was when its time was up. */
static void settle_label(struct ds_label *l)
{
	struct ds_trial_result *t = l->tests.items;
	bool late = l->stage == DS_STAGE_TEST && tg_symptom_is_limit(l->kind);
	for (size_t i = 0; i < l->tests.len; i++) {
		t[i].cpu_ms = t[i].wall_ms = 0;
		if (t[i].verdict != DS_VERDICT_TIME_LIMIT)
			continue;
		t[i].kind = FL_S("timeout");
		t[i].exit_status = t[i].signal = -1;
	}
	l->run_ms = 0;
	if (!late)
		return;
	l->reports.len = 0;
	l->evidence = FL_S("");
	if (fl_slice_eqs(l->kind, "out-of-memory") || fl_slice_eqs(l->kind, "output-limit"))
		return;
	l->kind = FL_S("timeout");
	l->message = FL_S("its time was used up");
	l->error_class = DIAG_CLASS_LOGIC;
	l->confidence = 0;
}

/* The host is asked three times, as for /label. */
static int judge(struct ds_env_step *s, struct ds_label *l)
{
	int rc = 0;
	for (int i = 0; i < INFRA_TRIES; i++) {
		rc = ds_judge_task(
			s->judge, s->state->task, &s->state->files, s->said, s->a, l, s->err);
		if (rc || !l->infra_error.len || l->stage == DS_STAGE_CANDIDATE)
			break;
	}
	if (rc == 0 && l->infra_error.len && l->stage == DS_STAGE_CANDIDATE)
		return DS_ENV_WRONG(s, "\"task\": %.*s", FL_ARG(l->infra_error));
	if (rc == 0 && l->infra_error.len)
		return ds_env_host(s, l->infra_error);
	if (rc == 0)
		settle_label(l);
	return rc;
}

static int submit(struct ds_env_step *s, const struct fl_json *v)
{
	s->said = fl_json_str(v); /* it is over, and judged, whatever that is */
	s->told.done = true;
	return 0;
}

/* ---- one step ---- */

static const struct {
	const char *word;
	int (*act)(struct ds_env_step *s, const struct fl_json *v);
} actions[] = {
	{"edit", ds_env_edit},
	{"compile", ds_env_compile},
	{"run", ds_env_run},
	{"debug", ds_env_debug},
	{"show", ds_env_show},
	{"submit", submit},
};
enum { ACTIONS = sizeof(actions) / sizeof(actions[0]) };

static int find_action(struct ds_env_step *s, const struct fl_json *v, size_t *ret_action,
	const struct fl_json **ret_member)
{
	size_t found = ACTIONS;
	for (const struct fl_json *at = v->child; at; at = at->next) {
		size_t i = 0;
		if (fl_slice_eqs(at->key, "episode") || fl_slice_eqs(at->key, "step"))
			continue;
		while (i < ACTIONS && !fl_slice_eqs(at->key, actions[i].word))
			i++;
		if (i == ACTIONS || found < ACTIONS)
			return DS_ENV_WRONG(s,
				i == ACTIONS ? "a step has no member \"%.*s\""
					     : "a step is one of edit, compile, run, debug, show "
					       "and submit, and not \"%.*s\" as well",
				FL_ARG(at->key));
		found = i;
		*ret_member = at;
	}
	if (found == ACTIONS)
		return DS_ENV_WRONG(
			s, "a step is one of edit, compile, run, debug, show and submit");
	*ret_action = found;
	return 0;
}

static int go_on(struct ds_env_step *s, const struct fl_json *v, struct fl_slice state)
{
	const struct fl_json *member = NULL;
	size_t action = 0;
	int rc = ds_env_state_read(state, s->a, &s->state, s->err);
	rc = rc ? rc : find_action(s, v, &action, &member);
	rc = rc ? rc : read_task(s, &s->state->files);
	if (rc)
		return rc;
	s->told.action = fl_slice_str(actions[action].word);
	rc = actions[action].act(s, member);
	s->told.step = ++s->state->step;
	s->told.steps_left = s->state->steps - s->state->step;
	s->told.done = s->told.done || s->told.steps_left == 0;
	return rc;
}

/* ---- the answer ---- */

/* Behind the columns of every answer: its label, and the reward beside it. */
static void put_label(struct ds_env_step *s, const struct ds_label *l, struct fl_buf *text)
{
	if (!text->len || text->failed)
		return;
	fl_buf_truncate(text, text->len - 1);
	fl_buf_str(text, ",\"label\":");
	ds_label_write(text, l);
	fl_buf_printf(text, ",\"reward\":%lld.%04lld}", (long long)(l->reward / 10000),
		(long long)(l->reward % 10000));
	(void)s;
}

static int finish(struct ds_env_step *s, struct ds_env_reply *reply)
{
	struct ds_label l = {0};
	int rc = s->told.done ? judge(s, &l) : 0;
	if (rc)
		return rc;
	if (fl_slice_eqs(s->told.action, "submit")) {
		s->told.ok = l.stage == DS_STAGE_PASSED;
		fl_buf_slice(&s->seen, l.evidence);
	}
	s->told.observation = fl_buf_view(&s->seen);
	fl_json_object(reply->text, &ds_env_told_shape, &s->told);
	if (s->told.done)
		put_label(s, &l, reply->text);
	else
		ds_env_state_write(reply->state, s->state);
	reply->status = 200;
	reply->done = s->told.done;
	reply->passed = s->told.done && l.stage == DS_STAGE_PASSED;
	reply->stage = l.stage;
	rc = fl_buf_error(reply->text, "an answer", s->err);
	return rc ? rc : fl_buf_error(reply->state, "an episode", s->err);
}

/* What is not the request's fault is the host's, and nothing was done. */
static int refuse(struct ds_env_step *s, int rc, struct ds_env_reply *reply)
{
	if (rc == FL_ENOMEM)
		return rc;
	bool request = rc == FL_EINVAL || rc == FL_EPARSE || rc == FL_ELIMIT;
	reply->status = request ? 400 : 503;
	if (reply->status == 503)
		ds_judge_drop_boxes(s->judge);
	fl_buf_clear(reply->text);
	fl_buf_clear(reply->state);
	fl_buf_str(reply->text, "{\"error\":");
	fl_json_text(reply->text, fl_slice_str(s->err->message));
	fl_buf_char(reply->text, '}');
	return 0;
}

int ds_env_answer(struct ds_judge *j, const struct ds_env_ask *ask, struct fl_arena *a,
	struct ds_env_reply *reply, struct fl_error *err)
{
	struct fl_error own;
	struct ds_env_state fresh = {0};
	struct ds_env_step s = {.judge = j, .state = &fresh, .a = a, .err = err ? err : &own};
	const struct fl_json *v = NULL;
	fl_buf_init(&s.seen, 4 * DS_ENV_OBSERVATION);
	int rc = fl_json_parse(ask->body, a, &v, s.err);
	if (rc == 0 && v->type != FL_JOBJECT)
		rc = DS_ENV_WRONG(&s, "the body has to be a JSON object");
	if (rc == 0)
		rc = ask->reset ? begin(&s, v, ask->body) : go_on(&s, v, ask->state);
	if (ask->reset)
		s.told.steps_left = s.state->steps;
	rc = rc ? rc : fl_buf_error(&s.seen, "an observation", s.err);
	rc = rc ? rc : fl_arena_error(a, "a step", s.err);
	rc = rc ? rc : finish(&s, reply);
	if (rc)
		rc = refuse(&s, rc, reply);
	fl_buf_release(&s.seen);
	return rc;
}

int ds_env_host(struct ds_env_step *s, struct fl_slice why)
{
	return fl_error_set(s->err, FL_EHOST, "%.*s", FL_ARG(why));
}

void ds_env_refuse(struct ds_env_step *s, struct fl_slice type, struct fl_slice message,
	int64_t line, struct fl_slice accepts)
{
	const struct dbg_tool_error error = {
		.type = type, .message = message, .line = line, .accepts = accepts};
	const struct dbg_literal_wish wish = {.style = FL_TERSE};
	struct dbg_document document = {0};
	dbg_document_add(&document, &dbg_tool_error_shape, &error, "error");
	dbg_document_write(&document, &wish, s->a, &s->seen, NULL);
}

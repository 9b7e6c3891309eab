/* The step that asks a debugger. */
#include <string.h>

#include "datasets/debugging/debug.h"
#include "datasets/env/env_priv.h"
#include "debugsession/answer/error.h"
#include "tracegen/program.h"

enum { WALL_MORE_MS = 2000 };

static void refuse(struct ds_env_step *s, enum dbg_error_type type, struct fl_slice why)
{
	ds_env_refuse(s, fl_slice_str(dbg_error_words[type]), why, 0, FL_S(""));
}

/* A text, or an object with the calls and an input; without one the input is as it was. */
static int read_request(struct ds_env_step *s, const struct fl_json *v, struct fl_slice *ret_calls,
	struct ds_env_input *ret_input)
{
	const struct fl_json *calls = v->type == FL_JOBJECT ? fl_json_get(v, "calls") : v;
	bool input = false;
	if (!calls || calls->type != FL_JTEXT)
		return DS_ENV_WRONG(s, "\"debug\" has to be text, or an object with \"calls\"");
	for (const struct fl_json *at = v->child; at; at = at->next) {
		bool known = fl_slice_eqs(at->key, "stdin") || fl_slice_eqs(at->key, "args") ||
			     fl_slice_eqs(at->key, "test");
		if (!known && at != calls)
			return DS_ENV_WRONG(
				s, "there is no member \"%.*s\" in \"debug\"", FL_ARG(at->key));
		input = input || known;
	}
	*ret_calls = calls->text;
	*ret_input = s->state->input;
	return input ? ds_env_read_input(s, v, true, ret_input) : 0;
}

static size_t size_of(const struct fl_list *texts)
{
	const struct fl_slice *t = texts->items;
	size_t n = 0;
	for (size_t i = 0; i < texts->len; i++)
		n += t[i].len;
	return n;
}

/* The session is now also what it was asked here. */
static int remember(struct ds_env_step *s, struct fl_slice text)
{
	const struct fl_list *old = &s->state->calls;
	struct fl_slice *calls = fl_arena_array(s->a, old->len + 1, sizeof(*calls));
	if (!calls)
		return fl_arena_error(s->a, "a session", s->err);
	if (old->len)
		memcpy(calls, old->items, old->len * sizeof(*calls));
	calls[old->len] = text;
	s->state->calls = (struct fl_list){.items = calls, .len = old->len + 1};
	return 0;
}

static int ask(struct ds_env_step *s, struct fl_slice text, struct fl_box *box,
	const struct ds_probe_input *in)
{
	struct fl_error why;
	size_t failed = 0;
	bool over = false;
	struct ds_debugging d = {.box = box,
		.program = DS_PROBE_PROGRAM,
		.input = DS_PROBE_INPUT,
		.files = s->state->files,
		.args = tg_texts_argv(&in->args, 0, s->a),
		.cpu_ms = s->task.limits.cpu_ms,
		.wall_ms = s->task.limits.wall_ms ? s->task.limits.wall_ms
						  : 3 * s->task.limits.cpu_ms + WALL_MORE_MS,
		.before = s->state->calls,
		.text = text,
		.max = DS_ENV_OBSERVATION};
	int rc = ds_debug(&d, s->a, &s->seen, &failed, &over, &why);
	if (rc == FL_EINVAL || rc == FL_EMISSING) {
		refuse(s, rc == FL_EINVAL ? DBG_ERROR_EXECUTION_FAILED : DBG_ERROR_START_FAILED,
			fl_arena_slice(s->a, fl_slice_str(why.message)));
		return 0;
	}
	if (rc)
		return fl_error_set(s->err, rc, "%s", why.message);
	s->told.ok = failed == 0;
	if (over)
		s->state->calls.len = 0;
	return over ? 0 : remember(s, text);
}

int ds_env_debug(struct ds_env_step *s, const struct fl_json *v)
{
	struct fl_slice text = {0};
	struct ds_env_input input;
	struct ds_probe_input in;
	const struct ds_trial *t;
	struct ds_probe *p = NULL;
	struct fl_box *box = NULL;
	bool compiles = false;
	int rc = read_request(s, v, &text, &input);
	rc = rc ? rc : ds_env_input_ready(s, &input, &in, &t);
	if (rc || (input.test.len && !t))
		return rc;
	ds_env_set_input(s->state, &input);
	if (size_of(&s->state->calls) + text.len > DS_ENV_CALLS_MAX) {
		refuse(s, DBG_ERROR_RESOURCE,
			FL_S("the session has been asked too much: an edit, or another input, "
			     "begins a new one"));
		return 0;
	}
	rc = ds_probe_new(s->judge, &s->task, s->a, &p, s->err);
	rc = rc ? rc : ds_probe_put(p, &in, &box, s->err);
	if (rc == 0 && !box) /* the compiler says why */
		return ds_env_build(s, &p, &compiles);
	return rc ? rc : ask(s, text, box, &in);
}

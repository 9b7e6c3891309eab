#include "datasets/env/state.h"

#include <string.h>

#include "base/json.h"
#include "tracegen/program.h"

#define ROW(m, ...) FL_ROW(struct ds_env_known, m, __VA_ARGS__)
static const struct fl_field known_fields[] = {
	ROW(where, FL_TEXT, .doc = "which input, or empty: the compiler"),
	ROW(what, FL_TEXTS, .doc = "what was wrong"),
};
#undef ROW

static const struct fl_shape known_shape = {.name = "known",
	.size = sizeof(struct ds_env_known),
	FL_SHAPE_FIELDS(known_fields),
	.doc = "What was wrong when it was looked at."};

#define ROW(m, ...) FL_ROW(struct ds_env_input, m, __VA_ARGS__)
static const struct fl_field input_fields[] = {
	ROW(test, FL_TEXT, .doc = "a test that is shown"),
	ROW(input, FL_TEXT, .doc = "standard input"),
	ROW(args, FL_TEXTS, .doc = "arguments"),
};
#undef ROW

static const struct fl_shape input_shape = {.name = "input",
	.size = sizeof(struct ds_env_input),
	FL_SHAPE_FIELDS(input_fields),
	.doc = "What a program is run with."};

#define ROW(m, ...) FL_ROW(struct ds_env_state, m, __VA_ARGS__)
static const struct fl_field state_fields[] = {
	ROW(task, FL_TEXT, .doc = "JSON"),
	ROW(files, FL_LIST, .shape = &tg_file_shape, .item = "file", .doc = "as they are now"),
	ROW(step, FL_INT, .doc = "steps that were done"),
	ROW(steps, FL_INT, .doc = "steps that there are"),
	ROW(known, FL_LIST, .shape = &known_shape, .item = "known", .doc = "what was wrong"),
	ROW(input, FL_OBJECT, .shape = &input_shape, .doc = "of the last run"),
	ROW(calls, FL_TEXTS, .doc = "what the debugger was asked"),
};
#undef ROW

static const struct fl_shape state_shape = {.name = "episode",
	.size = sizeof(struct ds_env_state),
	FL_SHAPE_FIELDS(state_fields),
	.doc = "An episode between its steps."};

#define ROW(m, ...) FL_ROW(struct ds_env_told, m, __VA_ARGS__)
static const struct fl_field told_fields[] = {
	ROW(step, FL_INT, .doc = "its number, from 1; 0: of the reset"),
	ROW(action, FL_TEXT, .doc = "what was asked"),
	ROW(ok, FL_BOOL, .doc = "it did what it was asked"),
	ROW(observation, FL_TEXT, .doc = "terse literals"),
	ROW(removed, FL_TEXTS, .doc = "what was wrong and is not any more"),
	{FL_KEY("new"), .kind = FL_TEXTS, .offset = offsetof(struct ds_env_told, added),
		.doc = "what is wrong and was not"},
	ROW(steps_left, FL_INT, .doc = "steps that are left"),
	ROW(done, FL_BOOL, .doc = "it is over, and judged"),
};
#undef ROW

const struct fl_shape ds_env_told_shape = {.name = "told",
	.size = sizeof(struct ds_env_told),
	FL_SHAPE_FIELDS(told_fields),
	.doc = "What a step of an episode is answered with."};

void ds_env_state_write(struct fl_buf *out, const struct ds_env_state *s)
{
	fl_json_object(out, &state_shape, s);
}

int ds_env_state_read(
	struct fl_slice text, struct fl_arena *a, struct ds_env_state **ret, struct fl_error *err)
{
	void *object = NULL;
	int rc = fl_json_read(text, &state_shape, a, &object, err);
	if (rc == 0)
		*ret = object;
	return rc;
}

static bool same_texts(const struct fl_list *x, const struct fl_list *y)
{
	const struct fl_slice *a = x->items, *b = y->items;
	for (size_t i = 0; i < x->len && i < y->len; i++)
		if (!fl_slice_eq(a[i], b[i]))
			return false;
	return x->len == y->len;
}

void ds_env_set_input(struct ds_env_state *s, const struct ds_env_input *input)
{
	const struct ds_env_input *old = &s->input;
	if (!fl_slice_eq(old->test, input->test) || !fl_slice_eq(old->input, input->input) ||
		!same_texts(&old->args, &input->args))
		s->calls.len = 0;
	s->input = *input;
}

/* ---- what was wrong, and is ---- */

/* Those that the others do not have. */
static struct fl_list without(
	const struct fl_list *texts, const struct fl_list *others, struct fl_arena *a)
{
	const struct fl_slice *from = texts->items;
	struct fl_slice *to = fl_arena_array(a, texts->len + 1, sizeof(*to));
	size_t n = 0;
	for (size_t i = 0; to && i < texts->len; i++)
		if (!fl_texts_have(others, from[i]))
			to[n++] = from[i];
	return (struct fl_list){.items = to, .len = n};
}

static struct fl_list both(const struct fl_list *x, const struct fl_list *y, struct fl_arena *a)
{
	struct fl_slice *to = fl_arena_array(a, x->len + y->len + 1, sizeof(*to));
	if (!to)
		return (struct fl_list){0};
	if (x->len)
		memcpy(to, x->items, x->len * sizeof(*to));
	if (y->len)
		memcpy(to + x->len, y->items, y->len * sizeof(*to));
	return (struct fl_list){.items = to, .len = x->len + y->len};
}

/* Its place, at the end where it is a new one; the oldest input makes room. */
static struct ds_env_known *place_of(
	struct ds_env_state *s, struct fl_slice where, struct fl_arena *a)
{
	struct ds_env_known *old = s->known.items;
	for (size_t i = 0; i < s->known.len; i++)
		if (fl_slice_eq(old[i].where, where))
			return &old[i];
	struct ds_env_known *all = fl_arena_array(a, s->known.len + 1, sizeof(*all));
	size_t n = 0;
	bool full = s->known.len >= DS_ENV_KNOWN_MAX;
	for (size_t i = 0; all && i < s->known.len; i++) {
		if (full && old[i].where.len)
			full = false;
		else
			all[n++] = old[i];
	}
	if (!all)
		return NULL;
	all[n].where = where;
	s->known = (struct fl_list){.items = all, .len = n + 1};
	return &all[n];
}

int ds_env_now(struct ds_env_state *s, struct fl_slice where, const struct fl_list *what,
	struct fl_arena *a, struct ds_env_told *told, struct fl_error *err)
{
	struct ds_env_known *k = place_of(s, where, a);
	if (!k)
		return fl_arena_error(a, "an episode", err);
	struct fl_list removed = without(&k->what, what, a), added = without(what, &k->what, a);
	told->removed = both(&told->removed, &removed, a);
	told->added = both(&told->added, &added, a);
	k->what = *what;
	return fl_arena_error(a, "an episode", err);
}

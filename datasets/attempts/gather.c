#include "datasets/attempts/gather.h"

#include <stdlib.h>

#include "base/hash.h"
#include "datasets/attempts/bundle.h"

enum { WAITING_MAX = 256, GROUP_BYTES = 512 << 20, QUESTION_MAX = 192 << 20 };

/* Rows that wait for more of their program. */
struct group {
	struct fl_arena a; /* what the rows are in */
	const struct ds_record *rows[DS_BUNDLE_MAX];
	struct fl_slice lines[DS_BUNDLE_MAX];
	size_t count, wanted;
};

struct gather {
	uint64_t seed;
	struct group *groups[WAITING_MAX];
	size_t count;
};

int ds_gather_new(uint64_t seed, void **ret_state, struct fl_error *err)
{
	struct gather *g = calloc(1, sizeof(*g));
	if (!g)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the rows of programs");
	g->seed = seed;
	*ret_state = g;
	return 0;
}

static void free_group(struct group *group)
{
	fl_arena_release(&group->a);
	free(group);
}

void ds_gather_free(void *state)
{
	struct gather *g = state;
	for (size_t i = 0; g && i < g->count; i++)
		free_group(g->groups[i]);
	free(g);
}

/* How many faults the program with this one first is to have: two of five have one. */
static size_t wanted(const struct gather *g, const struct ds_record *r)
{
	static const size_t counts[] = {1, 1, 1, 1, 2, 2, 3, 3, 4, 5};
	const struct fl_slice parts[] = {
		FL_LIT("bundle"), r->id, fl_slice((const char *)&g->seed, sizeof(g->seed))};
	return counts[fl_hash64_parts(parts, sizeof(parts) / sizeof(parts[0])) %
		      (sizeof(counts) / sizeof(counts[0]))];
}

/* Ask for the group with that number, and forget it. */
static int ask_group(
	struct gather *g, size_t at, ds_dialogue_ask_fn ask, void *ctx, struct fl_error *err)
{
	struct group *group = g->groups[at];
	struct fl_buf question;
	fl_buf_init(&question, QUESTION_MAX);
	for (size_t i = 0; i < group->count; i++)
		fl_buf_printf(&question, "%.*s\n", FL_ARG(group->lines[i]));
	int rc = fl_buf_error(&question, "the rows of a program", err);
	rc = rc ? rc : ask(ctx, fl_buf_view(&question), err);
	fl_buf_release(&question);
	free_group(group);
	memmove(&g->groups[at], &g->groups[at + 1], (g->count - at - 1) * sizeof(struct group *));
	g->count--;
	return rc;
}

static int add_row(struct group *group, struct fl_slice line, struct fl_error *err)
{
	struct ds_record *copy;
	struct fl_slice text = fl_arena_slice(&group->a, fl_slice_trim(line));
	int rc = fl_arena_error(&group->a, "a row", err);
	rc = rc ? rc : ds_record_read(text, &group->a, &copy, err);
	if (rc)
		return rc;
	group->rows[group->count] = copy;
	group->lines[group->count++] = text;
	return 0;
}

static int begin_group(struct gather *g, const struct ds_record *r, ds_dialogue_ask_fn ask,
	void *ctx, struct fl_error *err)
{
	int rc = g->count == WAITING_MAX ? ask_group(g, 0, ask, ctx, err) : 0;
	struct group *group = rc ? NULL : calloc(1, sizeof(*group));
	if (!group)
		return rc ? rc : fl_error_set(err, FL_ENOMEM, "out of memory for a row");
	fl_arena_init(&group->a, GROUP_BYTES);
	group->wanted = wanted(g, r);
	g->groups[g->count++] = group;
	return 0;
}

int ds_gather_add(void *state, const struct ds_record *r, struct fl_slice line,
	ds_dialogue_ask_fn ask, void *ctx, struct fl_error *err)
{
	struct gather *g = state;
	size_t at = 0;
	while (at < g->count && !ds_bundle_fits(g->groups[at]->rows, g->groups[at]->count, r))
		at++;
	int rc = at == g->count ? begin_group(g, r, ask, ctx, err) : 0;
	at = at < g->count ? at : g->count - 1;
	rc = rc ? rc : add_row(g->groups[at], line, err);
	if (rc || g->groups[at]->count < g->groups[at]->wanted)
		return rc;
	return ask_group(g, at, ask, ctx, err);
}

int ds_gather_end(void *state, ds_dialogue_ask_fn ask, void *ctx, struct fl_error *err)
{
	struct gather *g = state;
	int rc = 0;
	while (rc == 0 && g->count)
		rc = ask_group(g, 0, ask, ctx, err);
	return rc;
}

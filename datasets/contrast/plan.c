#include <stdlib.h>

#include "base/hash.h"
#include "datasets/contrast/make.h"

enum { PAIRS_MAX = 1 << 16, NAMES_MAX = 4096 };

/* ---- what is asked for ---- */

static int unknown(const char *text, struct fl_slice word, struct fl_error *err)
{
	struct fl_buf names;
	fl_buf_init(&names, NAMES_MAX);
	for (int i = 0; i < DS_CONTRASTS; i++)
		fl_buf_printf(&names, "%s%s", i ? ", " : "", ds_contrasts[i].name);
	int rc = fl_error_set(err, FL_EINVAL,
		"--contrast=%s: \"%.*s\" is neither a number of pairs nor a contrast (%.*s)", text,
		FL_ARG(word), FL_ARG(fl_buf_view(&names)));
	fl_buf_release(&names);
	return rc;
}

int ds_contrast_opts_read(const char *text, struct ds_contrast_opts *opts, struct fl_error *err)
{
	struct fl_slice rest = fl_slice_str(text);
	while (rest.len) {
		ptrdiff_t comma = fl_slice_chr(rest, ',');
		struct fl_slice word = comma < 0 ? rest : fl_slice_head(rest, (size_t)comma);
		uint32_t number = 0;
		int contrast = ds_contrast_find(word);
		rest = fl_slice_skip(rest, word.len + 1);
		if (contrast >= 0)
			opts->only[contrast] = true;
		else if (word.len && fl_slice_uint(word, &number) == word.len)
			opts->count = number;
		else
			return unknown(text, word, err);
	}
	return 0;
}

static bool is_wanted(const struct ds_contrast_opts *o, int contrast)
{
	bool any = false;
	for (int i = 0; i < DS_CONTRASTS; i++)
		any |= o->only[i];
	return !any || o->only[contrast];
}

/* ---- the order ---- */

/* A pair, and what it is sorted by: its turn among those of its contrast, drawn by the seed. */
struct drawn {
	struct ds_contrast_pair pair;
	uint64_t key;
	size_t turn;
};

static int by_contrast(const void *x, const void *y)
{
	const struct drawn *a = x, *b = y;
	if (a->pair.contrast != b->pair.contrast)
		return a->pair.contrast - b->pair.contrast;
	return a->key < b->key ? -1 : a->key > b->key;
}

static int by_turn(const void *x, const void *y)
{
	const struct drawn *a = x, *b = y;
	if (a->turn != b->turn)
		return a->turn < b->turn ? -1 : 1;
	return a->pair.contrast - b->pair.contrast;
}

static void put_in_order(struct drawn *all, size_t count)
{
	if (!count)
		return;
	qsort(all, count, sizeof(*all), by_contrast);
	for (size_t i = 1; i < count; i++)
		all[i].turn =
			all[i].pair.contrast == all[i - 1].pair.contrast ? all[i - 1].turn + 1 : 0;
	qsort(all, count, sizeof(*all), by_turn);
}

static uint64_t key_of(uint64_t seed, struct fl_slice source, struct fl_arena *a)
{
	const struct fl_slice parts[] = {
		fl_arena_printf(a, "%llu", (unsigned long long)seed), source};
	return fl_hash64_parts(parts, 2);
}

static int add_task(const struct ds_contrast_opts *o, size_t index, struct fl_arena *a,
	struct fl_vec *all, struct fl_error *err)
{
	struct ds_contrast_task task;
	struct fl_slice name, text = ds_contrast_task_text(index, &name);
	int rc = ds_contrast_task_read(name, text, &task, err);
	if (rc || !is_wanted(o, task.contrast))
		return rc;
	for (size_t row = 0; rc == 0 && row < task.row_count; row++) {
		struct drawn *d = fl_vec_add(all);
		if (!d)
			return fl_error_set(err, FL_ELIMIT, "there are too many contrasts");
		*d = (struct drawn){0};
		rc = ds_contrast_task_pair(&task, row, o->seed, a, &d->pair, err);
		d->key = rc ? 0 : key_of(o->seed, d->pair.source, a);
	}
	return rc;
}

int ds_contrast_plan(const struct ds_contrast_opts *o, struct fl_arena *a,
	struct fl_list *ret_pairs, struct fl_error *err)
{
	struct fl_vec all;
	int rc = 0;
	fl_vec_init(&all, sizeof(struct drawn), PAIRS_MAX);
	for (size_t i = 0; rc == 0 && i < ds_contrast_task_count(); i++)
		rc = add_task(o, i, a, &all, err);
	size_t count = all.len;
	struct ds_contrast_pair *pairs = fl_arena_array(a, count, sizeof(*pairs));
	if (rc == 0 && !pairs)
		rc = fl_arena_error(a, "the contrasts", err);
	if (rc == 0 && count) {
		put_in_order(fl_vec_at(&all, 0), count);
		for (size_t i = 0; i < count; i++)
			pairs[i] = ((const struct drawn *)fl_vec_at(&all, i))->pair;
	}
	fl_vec_release(&all);
	if (rc == 0)
		*ret_pairs = (struct fl_list){pairs, count};
	return rc;
}

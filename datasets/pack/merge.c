#include <stddef.h>
#include <stdlib.h>

#include "datasets/pack/pack.h"

static int by_path(const void *x, const void *y)
{
	const struct ds_refused *a = x, *b = y;
	int c = fl_slice_cmp(a->path, b->path);
	return c ? c : fl_slice_cmp(a->reason, b->reason);
}

/* Room for the items of the list and `more` behind them; NULL: the arena is full. */
static void *grow(struct fl_list *list, size_t more, size_t size, struct fl_arena *a)
{
	void *items = fl_arena_array(a, list->len + more + 1, size);
	if (items && list->len)
		memcpy(items, list->items, list->len * size);
	list->items = items;
	return items;
}

/* Items of `size` bytes, behind each other. */
static void join(struct fl_list *sum, const struct fl_list *more, size_t size, struct fl_arena *a)
{
	char *items = grow(sum, more->len, size, a);
	if (items && more->len)
		memcpy(items + sum->len * size, more->items, more->len * size);
	sum->len += more->len;
}

/* The texts that are not there yet. */
static void add_texts(struct fl_list *sum, const struct fl_list *more, struct fl_arena *a)
{
	const struct fl_slice *t = more->items;
	struct fl_slice *all = grow(sum, more->len, sizeof(*all), a);
	for (size_t i = 0; all && i < more->len; i++)
		if (!fl_texts_have(sum, t[i]))
			all[sum->len++] = t[i];
}

/* The counts of one name add up, in the order in which names come first. */
static void add_counts(struct fl_list *sum, const struct fl_list *more, struct fl_arena *a)
{
	const struct ds_count *m = more->items;
	struct ds_count *all = grow(sum, more->len, sizeof(*all), a);
	for (size_t i = 0; all && i < more->len; i++) {
		size_t k = 0;
		while (k < sum->len && !fl_slice_eq(all[k].name, m[i].name))
			k++;
		if (k == sum->len)
			all[sum->len++] = (struct ds_count){.name = m[i].name};
		all[k].count += m[i].count;
	}
}

static void add_operator(struct ds_manifest_operator *sum, const struct ds_manifest_operator *more,
	struct fl_arena *a)
{
#define AT(member) offsetof(struct ds_manifest_operator, member)
	static const size_t at[] = {AT(sites), AT(tried), AT(compiled), AT(observed), AT(survived),
		AT(not_compiled), AT(nondeterministic), AT(near_limit), AT(infra), AT(traced),
		AT(trace_refused), AT(unrecorded), AT(duplicates), AT(over_share), AT(records)};
#undef AT
	for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++)
		*(int64_t *)((char *)sum + at[i]) += *(const int64_t *)((const char *)more + at[i]);
	add_counts(&sum->evidence, &more->evidence, a);
}

static void add_operators(struct fl_list *sum, const struct fl_list *more, struct fl_arena *a)
{
	const struct ds_manifest_operator *m = more->items;
	struct ds_manifest_operator *all = grow(sum, more->len, sizeof(*all), a);
	for (size_t i = 0; all && i < more->len; i++) {
		size_t k = 0;
		while (k < sum->len && !fl_slice_eq(all[k].operator, m[i].operator))
			k++;
		if (k == sum->len)
			all[sum->len++] = (struct ds_manifest_operator){.operator= m[i].operator};
		add_operator(&all[k], &m[i], a);
	}
}

static void add(struct ds_manifest *sum, const struct ds_manifest *more, struct fl_arena *a)
{
	add_texts(&sum->arguments, &more->arguments, a);
	sum->programs.taken += more->programs.taken;
	add_counts(&sum->programs.refused, &more->programs.refused, a);
	join(&sum->programs.refusals, &more->programs.refusals, sizeof(struct ds_refused), a);
	add_operators(&sum->operators, &more->operators, a);
	add_counts(&sum->skipped, &more->skipped, a);
	join(&sum->inputs, &more->inputs, sizeof(struct ds_manifest_inputs), a);
}

int ds_manifests_add(const struct ds_manifest *const *all, size_t count, struct fl_arena *a,
	struct ds_manifest *ret_sum, struct fl_error *err)
{
	struct ds_manifest sum = {
		.schema_version = DS_SCHEMA_VERSION, .faultline = FL_S(FL_VERSION)};
	for (size_t i = 0; i < count; i++) {
		if (!fl_slice_eq(all[i]->fingerprint, all[0]->fingerprint))
			return fl_error_set(err, FL_EINVAL,
				"the sets were made with different toolchains (%.*s and %.*s): "
				"nobody could replay all of them",
				FL_ARG(fl_slice_head(all[0]->fingerprint, 12)),
				FL_ARG(fl_slice_head(all[i]->fingerprint, 12)));
		add(&sum, all[i], a);
	}
	if (count) {
		sum.seed = all[0]->seed;
		sum.fingerprint = all[0]->fingerprint;
		sum.toolchain = all[0]->toolchain;
	}
	if (sum.programs.refusals.len)
		qsort(sum.programs.refusals.items, sum.programs.refusals.len,
			sizeof(struct ds_refused), by_path);
	int rc = fl_arena_error(a, "the manifest", err);
	if (rc == 0)
		*ret_sum = sum;
	return rc;
}

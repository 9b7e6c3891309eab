#include "datasets/build/build_priv.h"

#include <stdlib.h>

#include "datasets/build/expect.h"

int ds_build_by_key(const void *x, const void *y)
{
	const struct build_record *a = *(const struct build_record *const *)x;
	const struct build_record *b = *(const struct build_record *const *)y;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	if (a->program != b->program)
		return a->program < b->program ? -1 : 1;
	return (a->order > b->order) - (a->order < b->order);
}

struct build_record *ds_build_record(const struct build *b, size_t i)
{
	return fl_vec_at(&b->records, i);
}

struct build_record **ds_build_sorted(const struct build *b, int (*cmp)(const void *, const void *))
{
	struct build_record **all = calloc(b->records.len + 1, sizeof(struct build_record *));
	for (size_t i = 0; all && i < b->records.len; i++)
		all[i] = ds_build_record(b, i);
	if (all)
		qsort(all, b->records.len, sizeof(struct build_record *), cmp);
	return all;
}

/* Are those two, sorted by key, of one fault? a may be NULL. */
static bool same_fault(const struct build_record *a, const struct build_record *b)
{
	return a && a->key == b->key && a->program == b->program;
}

/* How many faults each operator has; records of one fault stand together. */
static void count_faults(struct build_record *const *all, size_t n, size_t *counts)
{
	const struct build_record *last = NULL;
	for (size_t i = 0; i < n; i++) {
		if (all[i]->dropped)
			continue;
		counts[all[i]->op] += !same_fault(last, all[i]);
		last = all[i];
	}
}

/*
 * No operator may have more than its share of the faults, or what is given away more than a little;
 * which of them go is the seed's choice.
 */
static void drop_over_share(struct build *b, struct build_record *const *all)
{
	size_t counts[TG_OP_COUNT] = {0}, seen[TG_OP_COUNT] = {0}, cap, rare_cap, told_cap,
	       rare = 0;
	const struct build_record *last = NULL;
	bool over = false;
	count_faults(all, b->records.len, counts);
	told_cap = b->opts->share ? ds_plan_told_cap(counts) : SIZE_MAX;
	for (int op = 0; op < TG_OP_COUNT; op++)
		if (ds_expect_given_away(op) && counts[op] > told_cap)
			counts[op] = told_cap;
	ds_plan_caps(counts, b->opts->share, &cap, &rare_cap);
	for (size_t i = 0; i < b->records.len; i++) {
		struct build_record *r = all[i];
		bool is_rare = tg_ops[r->op].weight < TG_RARE;
		if (r->dropped)
			continue;
		if (!same_fault(last, r)) {
			over = seen[r->op] >= cap || (is_rare && rare >= rare_cap) ||
			       (ds_expect_given_away(r->op) && seen[r->op] >= told_cap);
			seen[r->op] += !over;
			rare += is_rare && !over;
		}
		last = r;
		r->dropped = over;
		b->report.ops[r->op].over_share += over;
	}
}

/* Is it a fault of the run in a program that is no project's? */
static bool is_own(const struct build *b, const struct build_record *r)
{
	return tg_ops[r->op].phase != TG_COMPILE && !b->programs[r->program].source->repository.len;
}

/* Faults of the run, by operator: those that are no project's, and how many others there are. */
static size_t count_own(const struct build *b, struct build_record *const *all, size_t *ret_own)
{
	const struct build_record *last = NULL;
	size_t others = 0;
	for (size_t i = 0; i < b->records.len; i++) {
		const struct build_record *r = all[i];
		if (r->dropped || same_fault(last, r))
			continue;
		last = r;
		if (is_own(b, r))
			ret_own[r->op]++;
		else
			others += tg_ops[r->op].phase != TG_COMPILE;
	}
	return others;
}

/*
 * Projects have at least their percentage of the faults of the run: of what others have most goes
 * first. Counts what was left out for it.
 */
static int drop_own(
	struct build *b, struct build_record *const *all, size_t *ret_dropped, struct fl_error *err)
{
	size_t own[TG_OP_COUNT] = {0}, seen[TG_OP_COUNT] = {0}, percent = b->opts->projects;
	size_t others = count_own(b, all, own);
	size_t cap = percent ? ds_plan_level(own, others * (100 - percent) / percent) : SIZE_MAX;
	const struct build_record *last = NULL;
	bool over = false;
	*ret_dropped = 0;
	for (size_t i = 0; i < b->records.len; i++) {
		struct build_record *r = all[i];
		if (r->dropped || !is_own(b, r))
			continue;
		if (!same_fault(last, r)) {
			over = seen[r->op] >= cap;
			seen[r->op] += !over;
			*ret_dropped += over;
			int rc = over ? ds_build_skip(b, "over the share",
						FL_S("projects are to have more"), err)
				      : 0;
			if (rc)
				return rc;
		}
		last = r;
		r->dropped = over;
	}
	return 0;
}

int ds_build_share(struct build *b, struct fl_error *err)
{
	struct build_record **all = ds_build_sorted(b, ds_build_by_key);
	size_t dropped;
	int rc = 0;
	if (!all)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the records");
	/* Each changes what the other goes by; both only take away, so it ends. */
	do {
		drop_over_share(b, all);
		rc = drop_own(b, all, &dropped, err);
	} while (rc == 0 && dropped);
	free(all);
	return rc;
}

#include "datasets/plan.h"

#include <stdlib.h>

#include "base/rng.h"

/* A site with its place in the seed's order of its operator. */
struct draw {
	uint64_t key;
	uint32_t site;
	int op;
	size_t rank; /* among the sites of its operator */
};

static int by_op_and_key(const void *x, const void *y)
{
	const struct draw *a = x, *b = y;
	if (a->op != b->op)
		return a->op < b->op ? -1 : 1;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return (a->site > b->site) - (a->site < b->site);
}

static int by_rank(const void *x, const void *y)
{
	const struct draw *a = x, *b = y;
	if (a->rank != b->rank)
		return a->rank < b->rank ? -1 : 1;
	return (a->op > b->op) - (a->op < b->op);
}

static int by_site(const void *x, const void *y)
{
	const struct ds_pick *a = x, *b = y;
	return (a->site > b->site) - (a->site < b->site);
}

static uint64_t draw_key(uint64_t seed, struct fl_slice name, uint32_t site)
{
	char number[4] = {(char)site, (char)(site >> 8), (char)(site >> 16), (char)(site >> 24)};
	struct fl_rng r = fl_rng_new(seed, name, fl_slice(number, sizeof(number)));
	return fl_rng_next(&r);
}

static void rank_draws(struct draw *draws, size_t n)
{
	qsort(draws, n, sizeof(*draws), by_op_and_key);
	for (size_t i = 0; i < n; i++)
		draws[i].rank = i && draws[i].op == draws[i - 1].op ? draws[i - 1].rank + 1 : 0;
}

static size_t op_limit(const struct ds_plan_opts *opts, int op)
{
	if (tg_ops[op].phase == TG_COMPILE)
		return opts->compile_sites;
	return opts->sites ? opts->sites : SIZE_MAX;
}

int ds_plan(const struct ds_plan_opts *opts, struct fl_slice name, const struct fl_list *sites,
	struct fl_arena *a, struct fl_list *ret_picks, struct fl_error *err)
{
	const struct tg_site *site = sites->items;
	struct draw *draws = fl_arena_array(a, sites->len, sizeof(*draws));
	struct ds_pick *picks = fl_arena_array(a, sites->len, sizeof(*picks));
	size_t kept = 0;
	if (!draws || !picks)
		return fl_arena_error(a, "the plan", err);
	for (uint32_t i = 0; i < sites->len; i++)
		draws[i] =
			(struct draw){draw_key(opts->seed, name, i), i, tg_op_find(site[i].op), 0};
	rank_draws(draws, sites->len);
	for (size_t i = 0; i < sites->len; i++)
		if (draws[i].rank < op_limit(opts, draws[i].op))
			draws[kept++] = draws[i];
	if (opts->limit && kept > opts->limit) {
		qsort(draws, kept, sizeof(*draws), by_rank);
		kept = (size_t)opts->limit;
	}
	for (size_t i = 0; i < kept; i++) {
		bool runs = tg_ops[draws[i].op].phase == TG_RUNTIME;
		picks[i] = (struct ds_pick){draws[i].site, runs && draws[i].rank < opts->traces,
			runs && draws[i].rank < opts->crashes};
	}
	qsort(picks, kept, sizeof(*picks), by_site);
	*ret_picks = (struct fl_list){.items = picks, .len = kept};
	return 0;
}

size_t ds_plan_cap(const size_t *counts, size_t n, unsigned percent)
{
	size_t most = 0;
	for (size_t i = 0; i < n; i++)
		most = counts[i] > most ? counts[i] : most;
	for (size_t cap = most; cap > 0; cap--) {
		size_t total = 0, largest = 0;
		for (size_t i = 0; i < n; i++) {
			size_t c = counts[i] < cap ? counts[i] : cap;
			total += c;
			largest = c > largest ? c : largest;
		}
		if (largest * 100 <= total * percent)
			return cap == most ? SIZE_MAX : cap;
	}
	return SIZE_MAX;
}

#include "datasets/build/plan.h"

#include <stdlib.h>
#include <string.h>

#include "base/rng.h"

/* A site with its place in the seed's order of its operator. */
struct draw {
	uint64_t key;
	uint32_t site;
	int op;
	bool in_main; /* what drives the program comes after the program itself */
	size_t rank; /* among the sites of its operator */
	double turn; /* when it is its turn: in its class, then over all */
};

static int by_op_and_key(const void *x, const void *y)
{
	const struct draw *a = x, *b = y;
	if (a->op != b->op)
		return a->op < b->op ? -1 : 1;
	if (a->in_main != b->in_main)
		return a->in_main ? 1 : -1;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return (a->site > b->site) - (a->site < b->site);
}

static int by_turn(const void *x, const void *y)
{
	const struct draw *a = x, *b = y;
	if (a->turn != b->turn)
		return a->turn < b->turn ? -1 : 1;
	if (a->op != b->op)
		return a->op < b->op ? -1 : 1;
	return (a->rank > b->rank) - (a->rank < b->rank);
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

/*
 * Everybody's turn: within a class the operators come round by weight, over all the classes by
 * quota. The draws of one with weight w have their turns at (rank + u) / w, with a u of (0, 1) that
 * the seed draws for each program and operator: so every prefix of the order has the shares that
 * are wanted, and an operator of little weight comes first in some programs.
 */
static double phase_of(uint64_t seed, struct fl_slice name, const char *who)
{
	struct fl_rng r = fl_rng_new(seed, name, fl_slice_str(who));
	return ((double)fl_rng_below(&r, 1000) + 0.5) / 1000;
}

static void take_turns(uint64_t seed, struct fl_slice name, struct draw *draws, size_t n)
{
	double phases[TG_OP_COUNT], class_phases[DIAG_CLASS_COUNT];
	size_t ranks[DIAG_CLASS_COUNT] = {0};
	for (int i = 0; i < TG_OP_COUNT; i++)
		phases[i] = phase_of(seed, name, tg_ops[i].name);
	for (int i = 0; i < DIAG_CLASS_COUNT; i++)
		class_phases[i] = phase_of(seed, name, diag_class_table[i].name);
	for (size_t i = 0; i < n; i++)
		draws[i].turn =
			((double)draws[i].rank + phases[draws[i].op]) / tg_ops[draws[i].op].weight;
	qsort(draws, n, sizeof(*draws), by_turn);
	for (size_t i = 0; i < n; i++) {
		enum diag_class cls = tg_ops[draws[i].op].cls;
		draws[i].turn = ((double)ranks[cls]++ + class_phases[cls]) / tg_class_quota(cls);
	}
	qsort(draws, n, sizeof(*draws), by_turn);
}

int ds_plan_only(struct fl_slice names, bool *ret_only, struct fl_error *err)
{
	memset(ret_only, 0, TG_OP_COUNT * sizeof(*ret_only));
	for (bool last = false; !last;) {
		ptrdiff_t comma = fl_slice_chr(names, ',');
		struct fl_slice name = comma < 0 ? names : fl_slice_head(names, (size_t)comma);
		int op = tg_op_find(name);
		if (op < 0)
			return fl_error_set(err, FL_EINVAL,
				"no operator \"%.*s\"; tracegen ops lists them", FL_ARG(name));
		ret_only[op] = true;
		last = comma < 0;
		names = fl_slice_skip(names, name.len + 1);
	}
	return 0;
}

static size_t op_limit(const struct ds_plan_opts *opts, int op)
{
	if (opts->only && !opts->only[op])
		return 0;
	if (tg_ops[op].weight == 0 && !opts->only)
		return 0; /* retired */
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
		draws[i] = (struct draw){.key = draw_key(opts->seed, name, i),
			.site = i,
			.op = tg_op_find(site[i].op),
			.in_main = fl_slice_eqs(site[i].function, "main")};
	rank_draws(draws, sites->len);
	for (size_t i = 0; i < sites->len; i++)
		if (draws[i].rank < op_limit(opts, draws[i].op))
			draws[kept++] = draws[i];
	if (opts->limit && kept > opts->limit) {
		take_turns(opts->seed, name, draws, kept);
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
			return cap == most               ? SIZE_MAX
			       : cap < DS_PLAN_CAP_LEAST ? DS_PLAN_CAP_LEAST
							 : cap;
	}
	return SIZE_MAX;
}

size_t ds_plan_rare_cap(const size_t *counts, size_t cap)
{
	size_t common = 0, rare = 0;
	for (int i = 0; i < TG_OP_COUNT; i++) {
		size_t c = counts[i] < cap ? counts[i] : cap;
		*(tg_ops[i].weight < TG_RARE ? &rare : &common) += c;
	}
	size_t most = common * TG_RARE_PERCENT / (100 - TG_RARE_PERCENT);
	return most > 0 && rare > most ? most : SIZE_MAX;
}

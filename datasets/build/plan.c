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
	bool taken, is_signed;
	struct ds_signature signature; /* when is_signed */
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

static double phase_of(uint64_t seed, struct fl_slice name, const char *who)
{
	struct fl_rng r = fl_rng_new(seed, name, fl_slice_str(who));
	return ((double)fl_rng_below(&r, 1000) + 0.5) / 1000;
}

/* How many of the next turns of a class, and sites of an operator, a turn is given among. */
enum { NEXT_TURNS = 12, NEXT_SITES = 16 };

/*
 * Everybody's turn: within a class the operators come round by weight, over all the classes by
 * quota. What has had n turns with weight w has its next at (n + u) / w, with a u of (0, 1) that
 * the seed draws for each program and operator: so every prefix of the order has the shares that
 * are wanted, and an operator of little weight comes first in some programs.
 */
struct turns {
	const struct ds_plan_opts *opts;
	const struct tg_site *sites;
	struct fl_arena *arena;
	struct draw *draws; /* by operator and rank */
	size_t first[TG_OP_COUNT], end[TG_OP_COUNT]; /* the draws of each that may be left */
	size_t had[TG_OP_COUNT], class_had[DIAG_CLASS_COUNT];
	double phases[TG_OP_COUNT], class_phases[DIAG_CLASS_COUNT];
};

static void start_turns(struct turns *t, struct fl_slice name, size_t n)
{
	for (int i = 0; i < TG_OP_COUNT; i++)
		t->phases[i] = phase_of(t->opts->seed, name, tg_ops[i].name);
	for (int i = 0; i < DIAG_CLASS_COUNT; i++)
		t->class_phases[i] = phase_of(t->opts->seed, name, diag_class_table[i].name);
	for (size_t i = n; i-- > 0;) {
		int op = t->draws[i].op;
		t->end[op] = t->end[op] ? t->end[op] : i + 1;
		t->first[op] = i;
	}
}

/* When the operator has its next turn in its class. */
static double turn_of(const struct turns *t, int op)
{
	return ((double)t->had[op] + t->phases[op]) / tg_ops[op].weight;
}

/* The class whose turn it is, of those that have draws left; -1: none. */
static int next_class(const struct turns *t)
{
	int next = -1;
	double least = 0;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		int cls = (int)tg_ops[op].cls;
		double turn = ((double)t->class_had[cls] + t->class_phases[cls]) /
			      tg_class_quota(tg_ops[op].cls);
		if (t->first[op] < t->end[op] && (next < 0 || turn < least)) {
			next = cls;
			least = turn;
		}
	}
	return next;
}

/* The turn up to which the next turns of the class are; an operator may have several of them. */
static double next_turns(const struct turns *t, int cls)
{
	double least = 0, weights = 0;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		if ((int)tg_ops[op].cls != cls || t->first[op] >= t->end[op])
			continue;
		if (weights == 0 || turn_of(t, op) < least)
			least = turn_of(t, op);
		weights += tg_ops[op].weight;
	}
	return t->opts->balance && weights > 0 ? least + (double)NEXT_TURNS / weights : least;
}

static int sign(const struct turns *t, struct draw *d, struct fl_error *err)
{
	int rc = d->is_signed ? 0
			      : ds_signature_of(t->opts->program, &t->sites[d->site], t->arena,
					&d->signature, err);
	d->is_signed = rc == 0;
	return rc;
}

/* Of the operator's next sites the one that evens out most; without a balance the first. */
static int next_site(
	const struct turns *t, int op, struct draw **best, double *least, struct fl_error *err)
{
	struct draw *first = &t->draws[t->first[op]], *end = &t->draws[t->end[op]];
	struct ds_balance *balance = t->opts->balance;
	size_t seen = 0, most = balance ? NEXT_SITES : 1;
	for (struct draw *d = first; d < end && seen < most; d++) {
		if (d->taken || d->in_main != first->in_main)
			continue;
		int rc = balance ? sign(t, d, err) : 0;
		if (rc)
			return rc;
		double cost = balance ? ds_balance_cost(balance, &d->signature) : turn_of(t, op);
		if (!*best || cost < *least) {
			*best = d;
			*least = cost;
		}
		seen++;
	}
	return 0;
}

/* The draw that has this turn of the class. */
static int next_draw(const struct turns *t, int cls, struct draw **ret_draw, struct fl_error *err)
{
	double until = next_turns(t, cls), least = 0;
	struct draw *best = NULL;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		if ((int)tg_ops[op].cls != cls || t->first[op] >= t->end[op] ||
			turn_of(t, op) > until)
			continue;
		int rc = next_site(t, op, &best, &least, err);
		if (rc)
			return rc;
	}
	*ret_draw = best;
	return 0;
}

static int take_turns(struct turns *t, size_t limit, struct fl_error *err)
{
	for (size_t i = 0; i < limit; i++) {
		int cls = next_class(t);
		struct draw *d = NULL;
		int rc = cls < 0 ? 0 : next_draw(t, cls, &d, err);
		if (rc || !d)
			return rc;
		d->taken = true;
		t->had[d->op]++;
		t->class_had[cls]++;
		while (t->first[d->op] < t->end[d->op] && t->draws[t->first[d->op]].taken)
			t->first[d->op]++;
		if (t->opts->balance)
			ds_balance_add(t->opts->balance, &d->signature);
	}
	return 0;
}

static int keep_turns(const struct ds_plan_opts *opts, struct fl_slice name,
	const struct tg_site *sites, struct draw *draws, size_t *n, struct fl_arena *a,
	struct fl_error *err)
{
	struct turns *t = fl_arena_alloc(a, sizeof(*t));
	if (!t)
		return fl_arena_error(a, "the plan", err);
	*t = (struct turns){.opts = opts, .sites = sites, .arena = a, .draws = draws};
	start_turns(t, name, *n);
	int rc = take_turns(t, (size_t)opts->limit, err);
	size_t kept = 0;
	for (size_t i = 0; i < *n; i++)
		if (draws[i].taken)
			draws[kept++] = draws[i];
	*n = kept;
	return rc;
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
		int rc = keep_turns(opts, name, site, draws, &kept, a, err);
		if (rc)
			return rc;
	}
	size_t nth[TG_OP_COUNT] = {0};
	for (size_t i = 0; i < kept; i++) {
		bool runs = tg_ops[draws[i].op].phase == TG_RUNTIME;
		size_t n = nth[draws[i].op]++;
		picks[i] = (struct ds_pick){
			draws[i].site, runs && n < opts->traces, runs && n < opts->crashes};
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

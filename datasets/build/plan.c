#include "datasets/build/plan.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "datasets/build/expect.h"
#include "datasets/build/lanes.h"
#include "tracegen/operators/ops.h"
#include "tracegen/port.h"

/* A site with its place in the seed's order of its operator. */
struct draw {
	double key, chance; /* of being observed */
	uint32_t site;
	int op;
	/* What hardly shows comes behind the rest, what drives the program behind that. */
	unsigned char tier;
	bool taken, is_signed;
	struct ds_signature signature; /* when is_signed */
};

/*
 * Everybody's turn: within a lane (datasets/build/lanes.h) the operators come round by weight, over
 * all the lanes by quota. What has had n turns with weight w has its next at (n + u) / w, with a u
 * of (0, 1) that the seed draws for each program and operator: so every prefix of the order has the
 * shares that are wanted, and an operator of little weight comes first in some programs.
 */
struct turns {
	const struct ds_plan_program *of;
	struct draw *draws; /* by operator and place */
	size_t count, left;
	size_t first[TG_OP_COUNT], end[TG_OP_COUNT]; /* the draws of each that may be left */
	size_t had[TG_OP_COUNT];
	size_t of_lane[DS_LANES]; /* sites left of each */
	size_t extra[DS_LANES]; /* sites beyond the count of this round */
	double phases[TG_OP_COUNT];
	double now, lane_next[DS_LANES]; /* the last turn, and when each lane has its next */
};

struct ds_plan {
	struct ds_plan_opts opts;
	struct fl_arena *arena;
	struct turns *programs;
	size_t count;
	struct ds_lanes lanes;
	struct ds_lanes_program *shares; /* of each program */
	double expected[TG_OP_COUNT], all_expected; /* faults that are, of what was drawn */
	double rare_expected; /* of them those of operators that are hardly ever made */
	struct ds_balance balance;
};

static int by_op_and_key(const void *x, const void *y)
{
	const struct draw *a = x, *b = y;
	if (a->op != b->op)
		return a->op < b->op ? -1 : 1;
	if (a->tier != b->tier)
		return a->tier < b->tier ? -1 : 1;
	if (a->key != b->key)
		return a->key < b->key ? -1 : 1;
	return (a->site > b->site) - (a->site < b->site);
}

static int by_site(const void *x, const void *y)
{
	const struct ds_pick *a = x, *b = y;
	return (a->site > b->site) - (a->site < b->site);
}

/* Exponential with the chance as rate: what is likelier to show comes earlier, in proportion. */
static double draw_key(uint64_t seed, struct fl_slice name, uint32_t site, double chance)
{
	char number[4] = {(char)site, (char)(site >> 8), (char)(site >> 16), (char)(site >> 24)};
	struct fl_rng r = fl_rng_new(seed, name, fl_slice(number, sizeof(number)));
	double u = ((double)(fl_rng_next(&r) >> 12) + 0.5) / (double)((uint64_t)1 << 52);
	return -log(u) / chance;
}

static double phase_of(uint64_t seed, struct fl_slice name, const char *who)
{
	struct fl_rng r = fl_rng_new(seed, name, fl_slice_str(who));
	return ((double)fl_rng_below(&r, 1000) + 0.5) / 1000;
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

/* ---- the turns of a program ---- */

static bool hardly_shows(const struct ds_plan_program *p, double chance)
{
	return chance < (p->foreign ? DS_EXPECT_HARDLY_FOREIGN : DS_EXPECT_HARDLY);
}

static struct draw draw_of(const struct ds_plan *plan, const struct ds_plan_program *p, uint32_t i)
{
	const struct tg_site *site = (const struct tg_site *)p->sites.items + i;
	int op = tg_op_find(site->op);
	struct ds_expect_at at = {.foreign = p->foreign, .told = p->reach != NULL};
	if (at.told)
		at.reach = p->reach[i];
	double chance = ds_expect(op, &at);
	return (struct draw){.key = draw_key(plan->opts.seed, p->name, i, chance),
		.chance = chance,
		.site = i,
		.op = op,
		.tier = fl_slice_eqs(site->function, "main") ? 2 : hardly_shows(p, chance)};
}

/* A project has more sites than its limit: those that hardly show would be for nothing. */
static bool is_left_out(
	const struct ds_plan *plan, const struct ds_plan_program *p, const struct draw *d)
{
	return p->foreign && p->limit && !plan->opts.only && hardly_shows(p, d->chance);
}

static int start_turns(struct ds_plan *plan, struct turns *t, const struct ds_plan_program *p,
	struct fl_error *err)
{
	uint64_t seed = plan->opts.seed;
	size_t ranks[TG_OP_COUNT] = {0};
	*t = (struct turns){
		.of = p, .draws = fl_arena_array(plan->arena, p->sites.len, sizeof(*t->draws))};
	if (!t->draws)
		return fl_arena_error(plan->arena, "the plan", err);
	for (uint32_t i = 0; i < p->sites.len; i++)
		t->draws[i] = draw_of(plan, p, i);
	qsort(t->draws, p->sites.len, sizeof(*t->draws), by_op_and_key);
	for (size_t i = 0; i < p->sites.len; i++)
		if (!is_left_out(plan, p, &t->draws[i]) &&
			ranks[t->draws[i].op]++ < op_limit(&plan->opts, t->draws[i].op))
			t->draws[t->count++] = t->draws[i];
	t->left = t->count;
	for (int i = 0; i < TG_OP_COUNT; i++)
		t->phases[i] = phase_of(seed, p->name, tg_ops[i].name);
	for (int i = 0; i < DIAG_CLASS_COUNT; i++)
		t->lane_next[i] = phase_of(seed, p->name, diag_class_table[i].name);
	t->lane_next[DS_LANE_SPANS] = phase_of(seed, p->name, "several files");
	for (size_t i = t->count; i-- > 0;) {
		int op = t->draws[i].op;
		t->end[op] = t->end[op] ? t->end[op] : i + 1;
		t->first[op] = i;
		t->of_lane[ds_lane_of(op)]++;
	}
	return 0;
}

/* How many of the next turns of a lane, and sites of an operator, a turn is given among. */
enum { NEXT_TURNS = 8, NEXT_SITES = 16 };

/* When the operator has its next turn in its lane. */
static double turn_of(const struct turns *t, int op)
{
	double weight = tg_ops[op].weight ? tg_ops[op].weight : 1;
	return ((double)t->had[op] + t->phases[op]) / (weight * ds_expect_of(op, t->of->foreign));
}

/* Would one more give the operator, or all that are rare, more than a share of the faults? */
static bool is_over_share(const struct ds_plan *plan, int op)
{
	static const double slack = 100; /* faults: what a build begins with says little */
	double all = plan->all_expected + slack;
	bool rare = tg_ops[op].weight < TG_RARE;
	bool told = ds_expect_given_away(op) && plan->expected[op] > (double)DS_PLAN_CAP_LEAST &&
		    plan->expected[op] * (double)DS_PLAN_TOLD > all;
	return plan->opts.share &&
	       (told || plan->expected[op] * 100 > all * plan->opts.share ||
		       (rare && plan->rare_expected * 100 > all * (double)TG_RARE_PERCENT));
}

/* The operators that may have the next turn: not those over their share, if there are others. */
static bool open_ops(const struct ds_plan *plan, const struct turns *t, bool *ret_open)
{
	bool any = false;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		ret_open[op] = t->first[op] < t->end[op] && !is_over_share(plan, op);
		any = any || ret_open[op];
	}
	for (int op = 0; op < TG_OP_COUNT && !any; op++)
		ret_open[op] = t->first[op] < t->end[op];
	return t->left > 0;
}

/* The lane whose turn it is, of those that have open operators; -1: none. */
static int next_lane(const struct turns *t, const bool *open)
{
	int next = -1;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		int lane = ds_lane_of(op);
		if (open[op] && (next < 0 || t->lane_next[lane] < t->lane_next[next]))
			next = lane;
	}
	return next;
}

/* The turn up to which the next turns of the lane are; an operator may have several of them. */
static double next_turns(
	const struct ds_plan *plan, const struct turns *t, const bool *open, int lane)
{
	double least = 0, weights = 0;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		if (ds_lane_of(op) != lane || !open[op])
			continue;
		if (weights == 0 || turn_of(t, op) < least)
			least = turn_of(t, op);
		weights += tg_ops[op].weight * ds_expect_of(op, t->of->foreign);
	}
	return plan->opts.balanced && weights > 0 ? least + (double)NEXT_TURNS / weights : least;
}

static int sign(
	const struct ds_plan *plan, const struct turns *t, struct draw *d, struct fl_error *err)
{
	const struct tg_site *sites = t->of->sites.items;
	int rc = d->is_signed ? 0
			      : ds_signature_of(t->of->program, &sites[d->site], plan->arena,
					&d->signature, err);
	d->is_signed = rc == 0;
	return rc;
}

/* Of the operator's next sites the one that evens out most; without a balance the first. */
static int next_site(const struct ds_plan *plan, const struct turns *t, int op, struct draw **best,
	double *least, struct fl_error *err)
{
	struct draw *first = &t->draws[t->first[op]], *end = &t->draws[t->end[op]];
	bool balanced = plan->opts.balanced;
	size_t seen = 0, most = balanced ? NEXT_SITES : 1;
	for (struct draw *d = first; d < end && seen < most; d++) {
		if (d->taken || d->tier != first->tier)
			continue;
		int rc = balanced ? sign(plan, t, d, err) : 0;
		if (rc)
			return rc;
		double cost =
			balanced ? ds_balance_cost(&plan->balance, &d->signature) : turn_of(t, op);
		if (!*best || cost < *least) {
			*best = d;
			*least = cost;
		}
		seen++;
	}
	return 0;
}

/* The draw that has this turn of the lane; NULL: none is open. */
static int next_draw(const struct ds_plan *plan, const struct turns *t, const bool *open, int lane,
	struct draw **ret_draw, struct fl_error *err)
{
	double until = next_turns(plan, t, open, lane), least = 0;
	struct draw *best = NULL;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		if (ds_lane_of(op) != lane || !open[op] || turn_of(t, op) > until)
			continue;
		int rc = next_site(plan, t, op, &best, &least, err);
		if (rc)
			return rc;
	}
	*ret_draw = best;
	return 0;
}

static struct ds_pick take(struct ds_plan *plan, struct turns *t, struct draw *d)
{
	bool runs = tg_ops[d->op].phase == TG_RUNTIME;
	/* Of faults over several files there are few, and many show nothing but a trace. */
	bool all = tg_op_spans(d->op);
	size_t nth = t->had[d->op]++;
	double expected = d->chance;
	d->taken = true;
	t->of_lane[ds_lane_of(d->op)]--;
	t->left--;
	plan->expected[d->op] += expected;
	plan->all_expected += expected;
	plan->rare_expected += tg_ops[d->op].weight < TG_RARE ? expected : 0;
	plan->lanes.expected[ds_lane_of(d->op)] += expected;
	while (t->first[d->op] < t->end[d->op] && t->draws[t->first[d->op]].taken)
		t->first[d->op]++;
	/* Whoever looks at a fault of the build has the compiler's word for it. */
	if (d->is_signed && runs)
		ds_balance_add(&plan->balance, &d->signature, expected);
	return (struct ds_pick){.site = d->site,
		.trace = runs && plan->opts.traces && (all || nth < plan->opts.traces),
		.crash = runs && nth < plan->opts.crashes,
		.divergence = runs && nth < plan->opts.divergences};
}

/* ---- over all programs ---- */

/*
 * How likely a fault of the lane is observed: over its operators, by their weights; those of few
 * sites have fewer turns than their weight says.
 */
static double rate_of(const struct ds_plan *plan, int lane)
{
	static const double few = 20, unknown = 0.5;
	double sites[TG_OP_COUNT] = {0}, faults[TG_OP_COUNT] = {0}, sum = 0, weights = 0;
	for (size_t i = 0; i < plan->count; i++) {
		const struct turns *t = &plan->programs[i];
		for (int op = 0; op < TG_OP_COUNT; op++) {
			double has = (double)(t->end[op] - t->first[op]);
			sites[op] += has;
			faults[op] += has * ds_expect_of(op, t->of->foreign);
		}
	}
	for (int op = 0; op < TG_OP_COUNT; op++) {
		if (ds_lane_of(op) != lane || sites[op] <= 0)
			continue;
		double weight = tg_ops[op].weight * sites[op] / (sites[op] + few);
		sum += weight * faults[op] / sites[op];
		weights += weight;
	}
	return weights > 0 ? sum / weights : unknown;
}

/* The quotas have changed: what is left of the time to a lane's next turn changes with them. */
static void set_quotas(struct ds_plan *plan, const double *before)
{
	for (size_t i = 0; i < plan->count; i++) {
		struct turns *t = &plan->programs[i];
		for (int lane = 0; lane < DS_LANES; lane++) {
			double ahead = t->lane_next[lane] - t->now;
			t->lane_next[lane] = t->now + (ahead > 0 ? ahead : 0) * before[lane] /
							      plan->lanes.quotas[lane];
		}
	}
}

void ds_plan_round(struct ds_plan *plan, const size_t *counts, const bool *open)
{
	double before[DS_LANES];
	memcpy(before, plan->lanes.quotas, sizeof(before));
	for (size_t i = 0; i < plan->count; i++) {
		struct ds_lanes_program *p = &plan->shares[i];
		p->count = counts[i];
		p->open = open[i];
		p->foreign = plan->programs[i].of->foreign;
		memcpy(p->has, plan->programs[i].of_lane, sizeof(p->has));
	}
	ds_lanes_share(&plan->lanes, plan->shares, plan->count);
	set_quotas(plan, before);
	for (size_t i = 0; i < plan->count; i++)
		memcpy(plan->programs[i].extra, plan->shares[i].extra,
			sizeof(plan->shares[i].extra));
}

/* What is drawn without rounds is drawn as if all were to be drawn in one. */
static void one_round(struct ds_plan *plan)
{
	double one[DS_LANES];
	for (size_t i = 0; i < plan->count; i++) {
		const struct turns *t = &plan->programs[i];
		plan->shares[i].count = t->of->limit ? (size_t)t->of->limit : t->count;
		memcpy(plan->shares[i].has, t->of_lane, sizeof(t->of_lane));
	}
	for (int lane = 0; lane < DS_LANES; lane++) {
		plan->lanes.rates[lane] = rate_of(plan, lane);
		one[lane] = 1;
	}
	ds_lanes_share(&plan->lanes, plan->shares, plan->count);
	set_quotas(plan, one);
}

int ds_plan_new(const struct ds_plan_opts *opts, const struct ds_plan_program *programs,
	size_t count, struct fl_arena *a, struct ds_plan **ret_plan, struct fl_error *err)
{
	struct ds_plan *plan = fl_arena_alloc(a, sizeof(*plan));
	struct turns *turns = fl_arena_array(a, count, sizeof(*turns));
	struct ds_lanes_program *shares = fl_arena_array(a, count, sizeof(*shares));
	int rc = 0;
	if (!plan || !turns || !shares)
		return fl_arena_error(a, "the plan", err);
	*plan = (struct ds_plan){
		.opts = *opts, .arena = a, .programs = turns, .count = count, .shares = shares};
	if (count)
		memset(shares, 0, count * sizeof(*shares));
	for (size_t i = 0; i < count && rc == 0; i++)
		rc = start_turns(plan, &turns[i], &programs[i], err);
	if (rc)
		return rc;
	one_round(plan);
	*ret_plan = plan;
	return 0;
}

void ds_plan_drop(struct ds_plan *plan, size_t program, enum tg_target target)
{
	struct turns *t = &plan->programs[program];
	const struct tg_site *sites = t->of->sites.items;
	for (size_t i = 0; i < t->count; i++) {
		struct draw *d = &t->draws[i];
		if (d->taken || tg_port_target(&sites[d->site]) != target)
			continue;
		d->taken = true;
		t->left--;
		t->of_lane[ds_lane_of(d->op)]--;
		while (t->first[d->op] < t->end[d->op] && t->draws[t->first[d->op]].taken)
			t->first[d->op]++;
	}
}

size_t ds_plan_left(const struct ds_plan *plan, size_t program)
{
	return plan->programs[program].left;
}

/* Draw one of the lane (-1: of any), if there is one. */
static int draw_one(struct ds_plan *plan, struct turns *t, int lane, struct ds_pick *picks,
	size_t *kept, struct fl_error *err)
{
	bool open[TG_OP_COUNT];
	struct draw *d = NULL;
	if (!open_ops(plan, t, open))
		return 0;
	int of = lane < 0 ? next_lane(t, open) : lane;
	int rc = next_draw(plan, t, open, of, &d, err);
	if (rc || !d)
		return rc;
	if (lane < 0) {
		t->now = t->lane_next[of];
		t->lane_next[of] += 1 / plan->lanes.quotas[of];
	}
	picks[(*kept)++] = take(plan, t, d);
	return 0;
}

int ds_plan_next(struct ds_plan *plan, size_t program, size_t most, struct fl_list *ret_picks,
	struct fl_error *err)
{
	struct turns *t = &plan->programs[program];
	size_t count = t->left < most ? t->left : most, kept = 0;
	size_t room = count + DS_LANES * (size_t)DS_LANE_EXTRA;
	struct ds_pick *picks = fl_arena_array(plan->arena, room, sizeof(*picks));
	bool all = count == t->left;
	int rc = 0;
	if (!picks)
		return fl_arena_error(plan->arena, "the plan", err);
	for (size_t i = 0; all && i < t->count; i++) /* there is nothing to choose */
		if (!t->draws[i].taken)
			picks[kept++] = take(plan, t, &t->draws[i]);
	while (rc == 0 && kept < count)
		rc = draw_one(plan, t, -1, picks, &kept, err);
	for (int lane = 0; lane < DS_LANES; lane++)
		for (; rc == 0 && t->extra[lane]; t->extra[lane]--)
			rc = draw_one(plan, t, lane, picks, &kept, err);
	if (rc)
		return rc;
	qsort(picks, kept, sizeof(*picks), by_site);
	*ret_picks = (struct fl_list){.items = picks, .len = kept};
	return 0;
}

/* ---- options and caps ---- */

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

size_t ds_plan_level(const size_t *counts, size_t most)
{
	size_t high = 0;
	for (int op = 0; op < TG_OP_COUNT; op++)
		high = counts[op] > high ? counts[op] : high;
	for (size_t cap = high; cap > DS_PLAN_CAP_LEAST; cap--) {
		size_t left = 0;
		for (int op = 0; op < TG_OP_COUNT; op++)
			left += counts[op] < cap ? counts[op] : cap;
		if (left <= most)
			return cap == high ? SIZE_MAX : cap;
	}
	return high > DS_PLAN_CAP_LEAST ? DS_PLAN_CAP_LEAST : SIZE_MAX;
}

size_t ds_plan_told_cap(const size_t *counts)
{
	size_t most = 0, others = 0;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		bool told = ds_expect_given_away(op);
		most = told && counts[op] > most ? counts[op] : most;
		others += told ? 0 : counts[op];
	}
	for (size_t cap = most; cap > DS_PLAN_CAP_LEAST; cap--) {
		size_t left = others;
		for (int op = 0; op < TG_OP_COUNT; op++)
			if (ds_expect_given_away(op))
				left += counts[op] < cap ? counts[op] : cap;
		if (cap * DS_PLAN_TOLD <= left)
			return cap == most ? SIZE_MAX : cap;
	}
	return most > DS_PLAN_CAP_LEAST ? DS_PLAN_CAP_LEAST : SIZE_MAX;
}

/* How many records are left with these caps; *ret_most: of one operator. */
static size_t count_left(const size_t *counts, size_t cap, size_t rare_cap, size_t *ret_most)
{
	size_t common = 0, rare = 0;
	*ret_most = 0;
	for (int op = 0; op < TG_OP_COUNT; op++) {
		size_t left = counts[op] < cap ? counts[op] : cap;
		*ret_most = left > *ret_most ? left : *ret_most;
		if (tg_ops[op].weight < TG_RARE)
			rare += left;
		else
			common += left;
	}
	return common + (rare < rare_cap ? rare : rare_cap);
}

void ds_plan_caps(const size_t *counts, unsigned percent, size_t *ret_cap, size_t *ret_rare)
{
	size_t cap = ds_plan_cap(counts, TG_OP_COUNT, percent), most;
	size_t rare_cap = ds_plan_rare_cap(counts, cap);
	size_t left = count_left(counts, cap, rare_cap, &most);
	*ret_cap = cap;
	*ret_rare = rare_cap;
	while (percent && most > DS_PLAN_CAP_LEAST && most * 100 > left * percent) {
		cap = most - 1;
		rare_cap = ds_plan_rare_cap(counts, cap);
		left = count_left(counts, cap, rare_cap, &most);
	}
	if (most * 100 > left * percent) /* no cut can do it: none is made for it */
		return;
	*ret_cap = cap;
	*ret_rare = rare_cap;
}

/* The plan of a build: what is drawn depends on the seed alone, and shares hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/build/expect.h"
#include "datasets/build/lanes.h"
#include "datasets/build/plan.h"
#include "tracegen/port.h"

enum { SITES = 200, SEEDS = 10 };

/* Sites of three operators, one of them of compile time. */
static struct fl_list make_sites(struct tg_site *sites)
{
	static const struct fl_slice ops[] = {
		FL_LIT("arith"), FL_LIT("missing-semicolon"), FL_LIT("free-removed")};
	for (int i = 0; i < SITES; i++)
		sites[i] = (struct tg_site){.op = ops[i % 3], .start = i};
	return (struct fl_list){.items = sites, .len = SITES};
}

/* The first draws of a program that is alone. */
static struct fl_list draw(
	const struct ds_plan_opts *opts, struct fl_list sites, size_t limit, struct fl_arena *a)
{
	struct ds_plan_program p = {.name = FL_S("program"), .sites = sites, .limit = limit};
	struct ds_plan *plan;
	struct fl_list picks;
	assert_int_equal(0, ds_plan_new(opts, &p, 1, a, &plan, NULL));
	size_t left = ds_plan_left(plan, 0);
	assert_int_equal(0, ds_plan_next(plan, 0, limit ? limit : SIZE_MAX, &picks, NULL));
	assert_int_equal(left - picks.len, ds_plan_left(plan, 0));
	return picks;
}

static struct fl_list plan(const struct ds_plan_opts *opts, size_t limit, struct fl_arena *a)
{
	static struct tg_site sites[SITES];
	struct fl_list picks = draw(opts, make_sites(sites), limit, a);
	const struct ds_pick *p = picks.items;
	for (size_t i = 1; i < picks.len; i++)
		assert_true(p[i - 1].site < p[i].site);
	return picks;
}

static void draws_by_operator(void **state)
{
	(void)state;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	struct ds_plan_opts opts = {
		.seed = 1, .compile_sites = 5, .traces = 2, .crashes = 3, .divergences = 1};
	struct fl_list picks = plan(&opts, 0, &a);
	size_t traces = 0, crashes = 0, divergences = 0, compile = 0;
	for (size_t i = 0; i < picks.len; i++) {
		const struct ds_pick *p = (const struct ds_pick *)picks.items + i;
		traces += p->trace;
		crashes += p->crash;
		divergences += p->divergence;
		compile += p->site % 3 == 1;
		assert_false((p->trace || p->crash) && p->site % 3 == 1);
	}
	/* All 67 and 66 sites of the run, 5 of the compiler's. */
	assert_int_equal(67 + 66 + 5, picks.len);
	assert_int_equal(5, compile);
	assert_int_equal(4, traces);
	assert_int_equal(6, crashes);
	assert_int_equal(2, divergences);
	opts.sites = 7;
	assert_int_equal(7 + 7 + 5, plan(&opts, 0, &a).len);
	assert_int_equal(9, plan(&opts, 9, &a).len);
	bool only[TG_OP_COUNT];
	assert_int_equal(0, tg_ops_named(FL_S("free-removed,missing-semicolon"), only, NULL));
	opts.only = only;
	assert_int_equal(7 + 5, plan(&opts, 0, &a).len);
	struct fl_error err;
	assert_int_equal(FL_EINVAL, tg_ops_named(FL_S("free-removed,none"), only, &err));
	assert_string_equal(err.message, "no operator \"none\"; tracegen ops lists them");
	assert_int_equal(FL_EINVAL, tg_ops_named(FL_S("arith,"), only, NULL));
	assert_int_equal(FL_EINVAL, tg_ops_named(FL_S(""), only, NULL));
	fl_arena_release(&a);
}

static void depends_on_the_seed(void **state)
{
	(void)state;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	struct ds_plan_opts opts = {.seed = 1, .sites = 5, .compile_sites = 5};
	struct fl_list x = plan(&opts, 0, &a), y = plan(&opts, 0, &a);
	assert_int_equal(x.len, y.len);
	assert_memory_equal(x.items, y.items, x.len * sizeof(struct ds_pick));
	opts.seed = 2;
	y = plan(&opts, 0, &a);
	assert_int_equal(x.len, y.len);
	assert_memory_not_equal(x.items, y.items, x.len * sizeof(struct ds_pick));
	fl_arena_release(&a);
}

static void cap_keeps_shares(void **state)
{
	(void)state;
	const size_t even[] = {10, 10, 10, 10, 10, 10}, skewed[] = {1000, 30, 20, 20, 20, 10, 10};
	const size_t few[] = {10, 20};
	assert_true(ds_plan_cap(even, 6, 20) == SIZE_MAX);
	assert_true(ds_plan_cap(few, 2, 20) == SIZE_MAX);
	size_t cap = ds_plan_cap(skewed, 7, 20), total = 0;
	for (int i = 0; i < 7; i++)
		total += skewed[i] < cap ? skewed[i] : cap;
	assert_true(cap >= 20 && cap < 1000);
	assert_true(cap * 100 <= total * 20);
	/* One more would be too many. */
	total = 0;
	for (int i = 0; i < 7; i++)
		total += skewed[i] < cap + 1 ? skewed[i] : cap + 1;
	assert_true((cap + 1) * 100 > total * 20);
}

/* What there is most of is cut first, and nothing below the least that a cut leaves. */
static void level_cuts_what_is_most(void **state)
{
	(void)state;
	size_t counts[TG_OP_COUNT] = {100, 30, 20};
	assert_true(ds_plan_level(counts, 150) == SIZE_MAX);
	assert_true(ds_plan_level(counts, 149) == 99);
	assert_true(ds_plan_level(counts, 100) == 50);
	assert_true(ds_plan_level(counts, 61) == 20);
	assert_true(ds_plan_level(counts, 0) == DS_PLAN_CAP_LEAST);
	counts[0] = counts[1] = counts[2] = DS_PLAN_CAP_LEAST;
	assert_true(ds_plan_level(counts, 0) == SIZE_MAX);
}

/* Under a limit classes have their quotas, operators their weights, and main() comes last. */
static void limit_takes_turns(void **state)
{
	(void)state;
	enum { EACH = 300, LIMIT = 100 };
	static const char *const names[] = {
		"constant", "base-case", "null-check", "removed-definition"};
	static struct tg_site sites[4 * EACH];
	size_t count[4] = {0}, driver = 0;
	struct fl_list picks;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	for (int i = 0; i < 4 * EACH; i++)
		sites[i] = (struct tg_site){.op = fl_slice_str(names[i % 4]),
			.start = i,
			.function = i % 3 ? FL_S("f") : FL_S("main")};
	struct ds_plan_opts opts = {.seed = 1, .compile_sites = 5};
	picks = draw(&opts, (struct fl_list){.items = sites, .len = 4 * EACH}, LIMIT, &a);
	for (size_t i = 0; i < picks.len; i++) {
		unsigned site = ((const struct ds_pick *)picks.items)[i].site;
		count[site % 4]++;
		driver += fl_slice_eqs(sites[site].function, "main");
	}
	assert_int_equal(LIMIT, picks.len);
	/* Of faults that are observed: what is observed less often is tried more often. */
	double often = tg_ops[TG_OP_constant].weight * ds_expect_of(TG_OP_constant, false);
	double seldom = tg_ops[TG_OP_base_case].weight * ds_expect_of(TG_OP_base_case, false);
	double weights = tg_ops[TG_OP_constant].weight + tg_ops[TG_OP_base_case].weight;
	double logic = tg_class_quota(DIAG_CLASS_LOGIC) / ((often + seldom) / weights);
	double ub = tg_class_quota(DIAG_CLASS_UB) / ds_expect_of(TG_OP_null_check, false);
	size_t of_ub = (size_t)(LIMIT * ub / (logic + ub));
	size_t of_seldom = (size_t)((double)(LIMIT - of_ub) * seldom / (often + seldom));
	assert_in_range(count[2], of_ub - 2, of_ub + 2);
	assert_in_range(count[1], of_seldom - 1, of_seldom + 1);
	assert_int_equal(count[3], 0); /* retired */
	assert_int_equal(driver, 0);
	fl_arena_release(&a);
}

enum { MANY = 40, EACH_OF = 60, OF_MANY = 20 };

/* MANY programs, two of which have faults of threads; each EACH_OF sites of four operators. */
static void fill_programs(struct ds_plan_program *programs, struct tg_site *sites)
{
	static const char names[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	static const char *const ops[] = {
		"constant", "wrong-variable", "null-check", "lost-unlock", "condition"};
	for (int p = 0; p < MANY; p++) {
		for (int i = 0; i < EACH_OF; i++)
			sites[p * EACH_OF + i] = (struct tg_site){
				.op = fl_slice_str(ops[p < 2 || i % 5 != 3 ? i % 5 : 4]),
				.start = i};
		programs[p] = (struct ds_plan_program){.name = fl_slice(names + p, 1),
			.sites = {sites + (size_t)p * EACH_OF, EACH_OF},
			.limit = OF_MANY};
	}
}

/* Over the build: few programs have threads, so those have more faults of them. */
static void classes_over_the_build(void **state)
{
	(void)state;
	static struct tg_site sites[MANY * EACH_OF];
	struct ds_plan_program programs[MANY];
	struct ds_plan_opts opts = {.seed = 1, .compile_sites = 5};
	struct ds_plan *all;
	struct fl_list picks;
	struct fl_arena a;
	size_t threads = 0;
	fl_arena_init(&a, 1 << 22);
	fill_programs(programs, sites);
	assert_int_equal(0, ds_plan_new(&opts, programs, MANY, &a, &all, NULL));
	assert_int_equal(0, ds_plan_next(all, 0, OF_MANY, &picks, NULL));
	for (size_t i = 0; i < picks.len; i++)
		threads += fl_slice_eqs(
			sites[((const struct ds_pick *)picks.items)[i].site].op, "lost-unlock");
	/* 6 % of what it draws alone, or a little more; all that it has here. */
	assert_int_equal(OF_MANY, picks.len);
	assert_in_range(threads, OF_MANY / 3, OF_MANY * 2 / 3);
	picks = draw(&opts, programs[0].sites, OF_MANY, &a);
	size_t alone = 0;
	for (size_t i = 0; i < picks.len; i++)
		alone += fl_slice_eqs(
			sites[((const struct ds_pick *)picks.items)[i].site].op, "lost-unlock");
	assert_in_range(alone, 1, OF_MANY / 5);
	fl_arena_release(&a);
}

/* A program's draws are the same in one round and in three, whatever others do meanwhile. */
static void rounds_change_nothing(void **state)
{
	(void)state;
	static struct tg_site sites[MANY * EACH_OF];
	struct ds_plan_program programs[MANY];
	struct ds_plan_opts opts = {.seed = 1, .compile_sites = 5, .traces = 2};
	struct ds_plan *once, *often;
	struct fl_list whole, part, other;
	struct fl_arena a;
	bool in_whole[EACH_OF] = {false}, traced[EACH_OF] = {false};
	size_t count = 0;
	fl_arena_init(&a, 1 << 22);
	fill_programs(programs, sites);
	assert_int_equal(0, ds_plan_new(&opts, programs, MANY, &a, &once, NULL));
	assert_int_equal(0, ds_plan_new(&opts, programs, MANY, &a, &often, NULL));
	assert_int_equal(0, ds_plan_next(once, 3, 30, &whole, NULL));
	for (size_t i = 0; i < whole.len; i++) {
		const struct ds_pick *p = (const struct ds_pick *)whole.items + i;
		in_whole[p->site] = true;
		traced[p->site] = p->trace;
	}
	for (int round = 0; round < 3; round++) {
		assert_int_equal(0, ds_plan_next(often, 3, 10, &part, NULL));
		assert_int_equal(0, ds_plan_next(often, (size_t)(4 + round), 12, &other, NULL));
		for (size_t i = 0; i < part.len; i++) {
			const struct ds_pick *p = (const struct ds_pick *)part.items + i;
			assert_true(in_whole[p->site]);
			assert_int_equal(traced[p->site], p->trace);
			count++;
		}
	}
	assert_int_equal(whole.len, count);
	fl_arena_release(&a);
}

/* Sites of lost-unlock among the next of all programs, when each is to have `count` of a round. */
static size_t draw_round(struct ds_plan *plan, const struct ds_plan_program *programs, size_t each,
	size_t *ret_total)
{
	size_t counts[MANY], threads = 0;
	bool open[MANY];
	for (int p = 0; p < MANY; p++) {
		counts[p] = each;
		open[p] = p != 1;
	}
	ds_plan_round(plan, counts, open);
	for (size_t p = 0; p < MANY; p++) {
		const struct tg_site *sites = programs[p].sites.items;
		struct fl_list picks;
		assert_int_equal(0, ds_plan_next(plan, p, each, &picks, NULL));
		assert_true(picks.len >= each && picks.len <= each + (p ? 0 : DS_LANE_EXTRA));
		for (size_t i = 0; i < picks.len; i++)
			threads += fl_slice_eqs(
				sites[((const struct ds_pick *)picks.items)[i].site].op,
				"lost-unlock");
		*ret_total += picks.len;
	}
	return threads;
}

/*
 * A class that two programs have alone is most of what they draw, and comes beyond their count in
 * the one that may have more; in the end they have no more of it.
 */
static void scarce_classes_have_more(void **state)
{
	(void)state;
	enum { EACH = 5, OF_THREADS = 2 * (EACH_OF / 5) };
	static struct tg_site sites[MANY * EACH_OF];
	struct ds_plan_program programs[MANY];
	struct ds_plan_opts opts = {.seed = 1, .compile_sites = 5};
	struct ds_plan *plan;
	struct fl_arena a;
	size_t total = 0;
	fl_arena_init(&a, 1 << 22);
	fill_programs(programs, sites);
	assert_int_equal(0, ds_plan_new(&opts, programs, MANY, &a, &plan, NULL));
	size_t first = draw_round(plan, programs, EACH, &total);
	assert_in_range(total, MANY * EACH + 1, MANY * EACH + DS_LANE_EXTRA);
	assert_in_range(first, 2 * EACH / 2 + 1, 2 * EACH + DS_LANE_EXTRA);
	size_t second = draw_round(plan, programs, EACH, &total);
	assert_in_range(first + second, first + 1, OF_THREADS);
	fl_arena_release(&a);
}

/* One round or four: the faults that are expected come near the quotas. */
static void any_round_has_quotas(void **state)
{
	(void)state;
	enum { EACH = 12, ROUNDS = 3, OPS = 5 };
	static const char *const ops[OPS] = {
		"constant", "null-check", "free-removed", "free-moved-up", "missing-semicolon"};
	static struct tg_site sites[MANY][EACH_OF];
	struct ds_plan_program programs[MANY];
	struct ds_plan_opts opts = {.seed = 1, .compile_sites = EACH_OF};
	double faults[DIAG_CLASS_COUNT] = {0}, quotas = 0;
	size_t counts[MANY];
	bool open[MANY] = {false};
	struct ds_plan *plan;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 22);
	fill_programs(programs, sites[0]);
	for (int p = 0; p < MANY; p++) {
		/* half of the programs have nothing of the last two operators */
		for (int i = 0; i < EACH_OF; i++)
			sites[p][i] = (struct tg_site){
				.op = fl_slice_str(ops[i % (p % 2 ? OPS : OPS - 2)]), .start = i};
		programs[p].sites.items = sites[p];
	}
	for (int i = 0; i < OPS; i++)
		quotas += tg_class_quota(tg_ops[tg_op_find(fl_slice_str(ops[i]))].cls);
	assert_int_equal(0, ds_plan_new(&opts, programs, MANY, &a, &plan, NULL));
	for (int round = 0; round < ROUNDS; round++) {
		double all = 0;
		for (size_t p = 0; p < MANY;
			p++) /* of those that have all of them some end first */
			counts[p] = round && p % 8 == 1 ? 0 : EACH;
		ds_plan_round(plan, counts, open);
		for (size_t p = 0; p < MANY; p++) {
			struct fl_list picks;
			assert_int_equal(0, ds_plan_next(plan, p, counts[p], &picks, NULL));
			assert_int_equal(picks.len, counts[p]);
			for (size_t i = 0; i < picks.len; i++) {
				size_t at = ((const struct ds_pick *)picks.items)[i].site;
				int op = tg_op_find(sites[p][at].op);
				faults[tg_ops[op].cls] += ds_expect_of(op, false);
			}
		}
		for (int c = 0; c < DIAG_CLASS_COUNT; c++)
			all += faults[c];
		for (int i = 0; i < OPS; i++) {
			enum diag_class c = tg_ops[tg_op_find(fl_slice_str(ops[i]))].cls;
			double wanted = tg_class_quota(c) / quotas, has = faults[c] / all;
			assert_true(has > wanted - 0.03 && has < wanted + 0.03);
		}
	}
	fl_arena_release(&a);
}

/* No operator is planned over its share, where there are others. */
static void shares_are_planned(void **state)
{
	(void)state;
	static struct tg_site sites[MANY * EACH_OF];
	struct ds_plan_program programs[MANY];
	size_t count[2] = {0}, total[2] = {0};
	for (unsigned capped = 0; capped < 2; capped++) {
		struct ds_plan_opts opts = {.seed = 1, .share = capped ? 20 : 0};
		struct ds_plan *all;
		struct fl_arena a;
		fl_arena_init(&a, 1 << 22);
		fill_programs(programs, sites);
		assert_int_equal(0, ds_plan_new(&opts, programs, MANY, &a, &all, NULL));
		for (size_t p = 0; p < MANY; p++) {
			struct fl_list picks;
			assert_int_equal(0, ds_plan_next(all, p, OF_MANY, &picks, NULL));
			for (size_t i = 0; i < picks.len; i++) {
				size_t at = ((const struct ds_pick *)picks.items)[i].site;
				const struct tg_site *s = programs[p].sites.items;
				count[capped] += fl_slice_eqs(s[at].op, "constant");
			}
			total[capped] += picks.len;
		}
		fl_arena_release(&a);
	}
	assert_int_equal(total[0], total[1]);
	assert_true(count[0] * 100 > total[0] * 27);
	assert_in_range(count[1] * 100 / total[1], 15, 24);
}

/* Faults over several files have their quota where there are such; classes keep theirs. */
static void files_have_their_part(void **state)
{
	(void)state;
	enum { SPANNING = 20 };
	static const char *const ops[] = {
		"constant", "wrong-variable", "null-check", "missing-statement", "condition"};
	static const char *const spans[] = {"same-slip", "missing-ends", "swapped-parameters"};
	static struct tg_site sites[SITES];
	size_t of_ub[2] = {0}, several[2] = {0};
	for (unsigned with = 0; with < 2; with++) {
		struct ds_plan_opts opts = {.seed = 1, .share = 6};
		struct fl_list picks;
		struct fl_arena a;
		fl_arena_init(&a, 1 << 22);
		for (int i = 0; i < SITES; i++) {
			bool spanning = with && i % (SITES / SPANNING) == 0;
			sites[i] = (struct tg_site){
				.op = fl_slice_str(spanning ? spans[i / 10 % 3] : ops[i % 5]),
				.start = i};
		}
		picks = draw(&opts, (struct fl_list){.items = sites, .len = SITES}, 60, &a);
		assert_int_equal(picks.len, 60);
		for (size_t i = 0; i < picks.len; i++) {
			const struct ds_pick *p = (const struct ds_pick *)picks.items + i;
			of_ub[with] += fl_slice_eqs(sites[p->site].op, "null-check");
			several[with] += tg_op_spans(tg_op_find(sites[p->site].op));
		}
		fl_arena_release(&a);
	}
	assert_int_equal(several[0], 0);
	/* They are of logic's quota, which has them beside one class. */
	unsigned of = tg_class_quota(DIAG_CLASS_LOGIC) + tg_class_quota(DIAG_CLASS_UB);
	assert_in_range(several[1], 60 * DS_SPANS_QUOTA / of - 2, 60 * DS_SPANS_QUOTA / of + 4);
	assert_in_range(of_ub[1], of_ub[0] - 3, of_ub[0] + 3);
}

/* What inputs hardly come by is drawn behind the rest. */
static void reach_decides(void **state)
{
	(void)state;
	static struct tg_site sites[SITES];
	struct tg_reach reach[SITES];
	struct ds_plan_program p = {
		.name = FL_S("p"), .sites = {sites, SITES}, .reach = reach, .foreign = true};
	struct ds_plan_opts opts = {0};
	struct ds_plan *one;
	struct fl_list picks;
	struct fl_arena a;
	size_t well = 0;
	fl_arena_init(&a, 1 << 22);
	for (int i = 0; i < SITES; i++) {
		sites[i] = (struct tg_site){.op = FL_S("constant"), .start = i};
		reach[i] = i % 2 ? (struct tg_reach){true, 6, 600, 8}
				 : (struct tg_reach){true, 1, 1, 8};
	}
	for (opts.seed = 1; opts.seed <= SEEDS; opts.seed++) {
		assert_int_equal(0, ds_plan_new(&opts, &p, 1, &a, &one, NULL));
		assert_int_equal(0, ds_plan_next(one, 0, SITES / 4, &picks, NULL));
		for (size_t i = 0; i < picks.len; i++)
			well += ((const struct ds_pick *)picks.items)[i].site % 2;
	}
	/* By chance it would be half; 1 : 0.65 of those that are left is a little below 60 %. */
	assert_true(well * 100 > SEEDS * SITES / 4 * 55);
	fl_arena_release(&a);
}

/* Of a project's sites under a limit those that hardly show are left out; not when they are named. */
static void projects_do_without(void **state)
{
	(void)state;
	enum { OF = 60, LIMIT = 40 };
	static const char *const ops[] = {"wrong-variable", "late-check", "wrong-release"};
	static struct tg_site sites[OF];
	struct tg_reach reach[OF];
	struct ds_plan_program p = {.name = FL_S("p"), .sites = {sites, OF}, .reach = reach};
	bool only[TG_OP_COUNT];
	struct ds_plan *plan;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	for (int i = 0; i < OF; i++) {
		sites[i] = (struct tg_site){.op = fl_slice_str(ops[i % 3]), .start = i};
		/* of every sixth it is not known what comes by */
		reach[i] = (struct tg_reach){.known = i % 6 != 0, .inputs = 4, .runs = 90, .of = 8};
	}
	struct ds_plan_opts opts = {.seed = 1};
	p.limit = LIMIT;
	assert_int_equal(0, ds_plan_new(&opts, &p, 1, &a, &plan, NULL));
	assert_int_equal(OF, ds_plan_left(plan, 0));
	p.foreign = true;
	assert_int_equal(0, ds_plan_new(&opts, &p, 1, &a, &plan, NULL));
	assert_int_equal(OF / 2, ds_plan_left(plan, 0));
	p.limit = 0;
	assert_int_equal(0, ds_plan_new(&opts, &p, 1, &a, &plan, NULL));
	assert_int_equal(OF, ds_plan_left(plan, 0));
	p.limit = LIMIT;
	assert_int_equal(0, tg_ops_named(FL_S("late-check,wrong-variable"), only, NULL));
	opts.only = only;
	assert_int_equal(0, ds_plan_new(&opts, &p, 1, &a, &plan, NULL));
	assert_int_equal(OF * 2 / 3, ds_plan_left(plan, 0));
	fl_arena_release(&a);
}

/* What is dropped is not drawn: sites of one machine, on which the original does something else. */
static void a_machine_is_dropped(void **state)
{
	(void)state;
	enum { OF = 40 };
	static struct tg_site sites[OF];
	struct ds_plan_program p = {.name = FL_S("p"), .sites = {sites, OF}};
	struct ds_plan_opts opts = {.seed = 1};
	struct ds_plan *plan;
	struct fl_list picks;
	struct fl_arena a;
	size_t on[TG_TARGETS + 1] = {0};
	fl_arena_init(&a, 1 << 20);
	for (int i = 0; i < OF; i++) {
		sites[i] = (struct tg_site){
			.op = i % 2 ? FL_S("char-sign") : FL_S("constant"), .start = i};
		on[tg_port_target(&sites[i])]++;
	}
	assert_int_equal(on[TG_TARGETS], OF / 2);
	assert_true(on[TG_AARCH64] > 0 && on[TG_AARCH64] < OF / 2);
	assert_int_equal(0, ds_plan_new(&opts, &p, 1, &a, &plan, NULL));
	ds_plan_drop(plan, 0, TG_AARCH64);
	assert_int_equal(OF - on[TG_AARCH64], ds_plan_left(plan, 0));
	assert_int_equal(0, ds_plan_next(plan, 0, OF, &picks, NULL));
	assert_int_equal(OF - on[TG_AARCH64], picks.len);
	for (size_t i = 0; i < picks.len; i++)
		assert_int_not_equal(TG_AARCH64,
			tg_port_target(&sites[((const struct ds_pick *)picks.items)[i].site]));
	fl_arena_release(&a);
}

static void rare_have_little(void **state)
{
	(void)state;
	size_t counts[TG_OP_COUNT] = {[TG_OP_arith] = 50, [TG_OP_relational_swap] = 50};
	assert_true(ds_plan_rare_cap(counts, SIZE_MAX) == SIZE_MAX); /* nothing else is there */
	counts[TG_OP_constant] = 970;
	assert_int_equal(ds_plan_rare_cap(counts, SIZE_MAX), 30);
	counts[TG_OP_arith] = counts[TG_OP_relational_swap] = 15;
	assert_true(ds_plan_rare_cap(counts, SIZE_MAX) == SIZE_MAX);
}

enum { MIXED = 1600, MIXED_DRAWN = 600 };

/*
 * How many of the first `few` of the operators are drawn, from as many sites of each, without a
 * share and with one.
 */
static void count_first(
	const struct fl_slice *ops, int count, int few, unsigned share, size_t *ret_drawn)
{
	static struct tg_site sites[MIXED];
	struct fl_arena a;
	fl_arena_init(&a, 1 << 22);
	for (int i = 0; i < MIXED; i++)
		sites[i] = (struct tg_site){.op = ops[i % count], .start = i};
	struct fl_list all = {.items = sites, .len = MIXED};
	for (int with = 0; with < 2; with++) {
		struct ds_plan_opts opts = {.seed = 1, .share = with ? share : 0};
		struct fl_list picks = draw(&opts, all, MIXED_DRAWN, &a);
		ret_drawn[with] = 0;
		for (size_t i = 0; i < picks.len; i++)
			ret_drawn[with] +=
				((const struct ds_pick *)picks.items)[i].site % (size_t)count <
				(size_t)few;
	}
	fl_arena_release(&a);
}

/* A plan with shares draws few of what is hardly ever made, be it all that its class has. */
static void rare_are_drawn_little(void **state)
{
	(void)state;
	static const struct fl_slice ops[] = {FL_LIT("init-removed"), FL_LIT("self-init"),
		FL_LIT("double-free"), FL_LIT("constant"), FL_LIT("free-removed"),
		FL_LIT("missing-statement"), FL_LIT("lost-close"), FL_LIT("free-moved-up")};
	size_t rare[2];
	count_first(ops, 8, 2, 40, rare);
	assert_in_range(rare[1], 1, (MIXED_DRAWN + 100) * TG_RARE_PERCENT / 100 + 1);
	assert_true(rare[0] > rare[1]);
}

/* Nor of what the code alone gives away: what would be dropped in the end is not tried. */
static void told_are_drawn_little(void **state)
{
	(void)state;
	static const struct fl_slice ops[] = {
		FL_LIT("null-check"), FL_LIT("late-check"), FL_LIT("bounds-check")};
	size_t told[2];
	count_first(ops, 3, 1, 60, told);
	assert_in_range(told[1], 1, 2 * DS_PLAN_CAP_LEAST);
	assert_true(told[0] > told[1]);
}

/* Within 6 % of what is there is more than 6 % of what the rare ones leave. */
static void caps_agree(void **state)
{
	(void)state;
	size_t counts[TG_OP_COUNT] = {[TG_OP_arith] = 25}, cap, rare, left = 0, most = 0;
	int common = 0;
	for (int i = 0; i < TG_OP_COUNT && common < 17; i++)
		if (tg_ops[i].weight >= TG_RARE)
			counts[i] = common++ ? 18 : 19;
	ds_plan_caps(counts, 6, &cap, &rare);
	assert_int_equal(ds_plan_cap(counts, TG_OP_COUNT, 6), 19);
	assert_int_equal(cap, 18);
	for (int i = 0; i < TG_OP_COUNT; i++) {
		size_t n = counts[i] < cap ? counts[i] : cap;
		n = tg_ops[i].weight < TG_RARE && n > rare ? rare : n;
		left += n;
		most = n > most ? n : most;
	}
	assert_true(rare > 0 && rare < 25);
	assert_true(most * 100 <= left * 6);
	/* nothing needs to go, and nothing helps */
	memset(counts, 0, sizeof(counts));
	ds_plan_caps(counts, 6, &cap, &rare);
	assert_true(cap == SIZE_MAX && rare == SIZE_MAX);
	counts[TG_OP_constant] = 50;
	ds_plan_caps(counts, 6, &cap, &rare);
	assert_true(cap == SIZE_MAX && rare == SIZE_MAX);
}

/* What the code alone gives away stays rare; small sets keep a few of each. */
static void told_are_few(void **state)
{
	(void)state;
	size_t counts[TG_OP_COUNT] = {
		[TG_OP_constant] = 3000, [TG_OP_half_followed] = 200, [TG_OP_init_removed] = 20};
	size_t cap = ds_plan_told_cap(counts);
	assert_in_range(cap, 20, 3220 / DS_PLAN_TOLD);
	assert_true((cap + 1) * DS_PLAN_TOLD > 3000 + cap + 1 + 20);
	counts[TG_OP_half_followed] = 20;
	assert_true(ds_plan_told_cap(counts) == SIZE_MAX);
	counts[TG_OP_constant] = 30;
	assert_int_equal(ds_plan_told_cap(counts), DS_PLAN_CAP_LEAST);
	counts[TG_OP_half_followed] = counts[TG_OP_init_removed] = DS_PLAN_CAP_LEAST;
	assert_true(ds_plan_told_cap(counts) == SIZE_MAX);
}

/* Every fault over several files has a trace, when there are traces at all. */
static void spans_are_traced(void **state)
{
	(void)state;
	static struct tg_site sites[SITES];
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	for (int i = 0; i < SITES; i++)
		sites[i] = (struct tg_site){
			.op = i % 2 ? FL_S("constant") : FL_S("swapped-parameters"), .start = i};
	struct fl_list all = {.items = sites, .len = SITES};
	for (unsigned traces = 0; traces < 3; traces += 2) {
		struct ds_plan_opts opts = {.seed = 1, .compile_sites = 5, .traces = traces};
		struct fl_list picks = draw(&opts, all, 0, &a);
		size_t traced = 0;
		assert_int_equal(SITES, picks.len);
		for (size_t i = 0; i < picks.len; i++)
			traced += ((const struct ds_pick *)picks.items)[i].trace;
		assert_int_equal(traces ? SITES / 2 + traces : 0, traced);
	}
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(draws_by_operator),
		cmocka_unit_test(spans_are_traced),
		cmocka_unit_test(told_are_drawn_little),
		cmocka_unit_test(depends_on_the_seed),
		cmocka_unit_test(cap_keeps_shares),
		cmocka_unit_test(level_cuts_what_is_most),
		cmocka_unit_test(limit_takes_turns),
		cmocka_unit_test(classes_over_the_build),
		cmocka_unit_test(rounds_change_nothing),
		cmocka_unit_test(scarce_classes_have_more),
		cmocka_unit_test(any_round_has_quotas),
		cmocka_unit_test(shares_are_planned),
		cmocka_unit_test(files_have_their_part),
		cmocka_unit_test(reach_decides),
		cmocka_unit_test(projects_do_without),
		cmocka_unit_test(a_machine_is_dropped),
		cmocka_unit_test(rare_have_little),
		cmocka_unit_test(rare_are_drawn_little),
		cmocka_unit_test(caps_agree),
		cmocka_unit_test(told_are_few),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

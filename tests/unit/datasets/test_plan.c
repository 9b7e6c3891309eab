/* The plan of a build: what is drawn depends on the seed alone, and shares hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/build/plan.h"

enum { SITES = 200 };

/* Sites of three operators, one of them of compile time. */
static struct fl_list make_sites(struct tg_site *sites)
{
	static const struct fl_slice ops[] = {
		FL_LIT("arith"), FL_LIT("missing-semicolon"), FL_LIT("free-removed")};
	for (int i = 0; i < SITES; i++)
		sites[i] = (struct tg_site){.op = ops[i % 3], .start = i};
	return (struct fl_list){.items = sites, .len = SITES};
}

static struct fl_list plan(const struct ds_plan_opts *opts, struct fl_arena *a)
{
	static struct tg_site sites[SITES];
	struct fl_list list = make_sites(sites), picks;
	assert_int_equal(0, ds_plan(opts, FL_S("program"), &list, a, &picks, NULL));
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
	struct ds_plan_opts opts = {.seed = 1, .compile_sites = 5, .traces = 2, .crashes = 3};
	struct fl_list picks = plan(&opts, &a);
	size_t traces = 0, crashes = 0, compile = 0;
	for (size_t i = 0; i < picks.len; i++) {
		const struct ds_pick *p = (const struct ds_pick *)picks.items + i;
		traces += p->trace;
		crashes += p->crash;
		compile += p->site % 3 == 1;
		assert_false((p->trace || p->crash) && p->site % 3 == 1);
	}
	/* All 67 and 66 sites of the run, 5 of the compiler's. */
	assert_int_equal(67 + 66 + 5, picks.len);
	assert_int_equal(5, compile);
	assert_int_equal(4, traces);
	assert_int_equal(6, crashes);
	opts.sites = 7;
	assert_int_equal(7 + 7 + 5, plan(&opts, &a).len);
	opts.limit = 9;
	assert_int_equal(9, plan(&opts, &a).len);
	bool only[TG_OP_COUNT];
	assert_int_equal(0, ds_plan_only(FL_S("free-removed,missing-semicolon"), only, NULL));
	opts.limit = 0;
	opts.only = only;
	assert_int_equal(7 + 5, plan(&opts, &a).len);
	struct fl_error err;
	assert_int_equal(FL_EINVAL, ds_plan_only(FL_S("free-removed,none"), only, &err));
	assert_string_equal(err.message, "no operator \"none\"; tracegen ops lists them");
	assert_int_equal(FL_EINVAL, ds_plan_only(FL_S("arith,"), only, NULL));
	assert_int_equal(FL_EINVAL, ds_plan_only(FL_S(""), only, NULL));
	fl_arena_release(&a);
}

static void depends_on_the_seed(void **state)
{
	(void)state;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 20);
	struct ds_plan_opts opts = {.seed = 1, .sites = 5, .compile_sites = 5};
	struct fl_list x = plan(&opts, &a), y = plan(&opts, &a);
	assert_int_equal(x.len, y.len);
	assert_memory_equal(x.items, y.items, x.len * sizeof(struct ds_pick));
	opts.seed = 2;
	y = plan(&opts, &a);
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
	struct ds_plan_opts opts = {.seed = 1, .limit = LIMIT, .compile_sites = 5};
	struct fl_list list = {.items = sites, .len = 4 * EACH};
	assert_int_equal(0, ds_plan(&opts, FL_S("program"), &list, &a, &picks, NULL));
	for (size_t i = 0; i < picks.len; i++) {
		unsigned site = ((const struct ds_pick *)picks.items)[i].site;
		count[site % 4]++;
		driver += fl_slice_eqs(sites[site].function, "main");
	}
	assert_int_equal(LIMIT, picks.len);
	unsigned logic = tg_class_quota(DIAG_CLASS_LOGIC), ub = tg_class_quota(DIAG_CLASS_UB);
	unsigned often = tg_ops[TG_OP_constant].weight, seldom = tg_ops[TG_OP_base_case].weight;
	unsigned of_ub = LIMIT * ub / (logic + ub),
		 of_seldom = (LIMIT - of_ub) * seldom / (often + seldom);
	assert_in_range(count[2], of_ub - 1, of_ub + 1);
	assert_in_range(count[1], of_seldom - 1, of_seldom + 1);
	assert_int_equal(count[3], 0); /* retired */
	assert_int_equal(driver, 0);
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(draws_by_operator),
		cmocka_unit_test(depends_on_the_seed),
		cmocka_unit_test(cap_keeps_shares),
		cmocka_unit_test(limit_takes_turns),
		cmocka_unit_test(rare_have_little),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

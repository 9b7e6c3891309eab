/* The plan of a build: what is drawn depends on the seed alone, and shares hold. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/plan.h"

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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(draws_by_operator),
		cmocka_unit_test(depends_on_the_seed),
		cmocka_unit_test(cap_keeps_shares),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

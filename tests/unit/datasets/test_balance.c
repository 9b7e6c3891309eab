/* The balance of a draw: what signatures see, and what a plan makes of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "datasets/build/plan.h"

enum { LINES = 300, WIDTH = 16, OFTEN = 2, LIMIT = 24 };

struct world {
	struct fl_arena arena;
	struct tg_program program;
};

static void open_world(struct world *w, struct fl_slice text)
{
	struct fl_error err = {0};
	fl_arena_init(&w->arena, 16 << 20);
	assert_int_equal(
		0, tg_program_single(FL_S("a.c"), text, TG_GCC, &w->arena, &w->program, &err));
}

/* The site of an operator that replaces the one place where `from` stands. */
static struct tg_site site_at(struct fl_slice text, const char *from, const char *to)
{
	ptrdiff_t at = fl_slice_find(text, from);
	assert_true(at >= 0);
	return (struct tg_site){.op = FL_S("boundary"),
		.file = FL_S("a.c"),
		.start = at,
		.end = at + (ptrdiff_t)strlen(from),
		.original = fl_slice_str(from),
		.replacement = fl_slice_str(to)};
}

static double cost_of(
	struct world *w, struct ds_balance *b, const struct tg_site *site, double chance)
{
	struct ds_signature s;
	assert_int_equal(0, ds_signature_of(&w->program, site, &w->arena, &s, NULL));
	double cost = ds_balance_cost(b, &s);
	ds_balance_add(b, &s, chance);
	return cost;
}

static void signatures(void **state)
{
	(void)state;
	static struct ds_balance b;
	struct world w;
	struct fl_slice text =
		FL_S("int f(int *p, int *q) {\n\tint n = 3;\n\tif (p == 0)\n\t\treturn 1;\n"
		     "\tn = p < q;\n\treturn n;\n}\n");
	struct tg_site leave = site_at(text, "\tif (p == 0)\n\t\treturn 1;\n", "");
	struct tg_site enter =
		site_at(text, "\treturn n;", "\tif (q == 0)\n\t\treturn 1;\n\treturn n;");
	struct tg_site name = site_at(text, "p < q", "q < q"), more = site_at(text, "<", "<=");
	struct ds_signature alike;
	open_world(&w, text);
	assert_int_equal(0, ds_signature_of(&w.program, &name, &w.arena, &alike, NULL));
	assert_int_equal(0, alike.count); /* names are masked */
	assert_true(cost_of(&w, &b, &leave, 1) == 0);
	/* The same again costs its whole length; what puts in what was taken out pays back. */
	double again = cost_of(&w, &b, &leave, 0), back = cost_of(&w, &b, &enter, 0);
	assert_true(again > 0.99 && again < 1.01);
	assert_true(back < -0.5);
	assert_true(cost_of(&w, &b, &more, 0) < 0.2);
	/* What is likely to show half as often weighs half as much. */
	cost_of(&w, &b, &enter, 0.5);
	double half = cost_of(&w, &b, &leave, 0) - again;
	assert_true(half > back / 2 - 0.01 && half < back / 2 + 0.01);
	fl_arena_release(&w.arena);
}

/* "\tif (a < b) x();" twice for each "\tif (a <= b) x();": each site makes one the other. */
static size_t count_of_often(bool balanced)
{
	static char text[LINES * WIDTH + 1];
	static struct tg_site sites[LINES];
	struct world w;
	struct ds_plan *plan;
	struct fl_list picks, list = {.items = sites, .len = LINES};
	for (int i = 0; i < LINES; i++) {
		bool often = i % (OFTEN + 1) != 0;
		memcpy(text + i * WIDTH, often ? "if (a < b) x();\n" : "if (a <=b) x();\n", WIDTH);
		sites[i] = (struct tg_site){.op = FL_S("boundary"),
			.file = FL_S("a.c"),
			.start = i * WIDTH + 6,
			.end = i * WIDTH + (often ? 7 : 8),
			.original = often ? FL_S("<") : FL_S("<="),
			.replacement = often ? FL_S("<=") : FL_S("<")};
	}
	open_world(&w, fl_slice(text, LINES * WIDTH));
	struct ds_plan_opts opts = {.seed = 2, .balanced = balanced};
	struct ds_plan_program program = {
		.program = &w.program, .name = FL_S("p"), .sites = list, .limit = LIMIT};
	assert_int_equal(0, ds_plan_new(&opts, &program, 1, &w.arena, &plan, NULL));
	assert_int_equal(0, ds_plan_next(plan, 0, LIMIT, &picks, NULL));
	assert_int_equal(LIMIT, picks.len);
	size_t often = 0;
	for (size_t i = 0; i < picks.len; i++)
		often += ((const struct ds_pick *)picks.items)[i].site % (OFTEN + 1) != 0;
	fl_arena_release(&w.arena);
	return often;
}

static void plan_evens_out(void **state)
{
	(void)state;
	assert_true(count_of_often(false) > LIMIT / 2 + 1);
	assert_in_range(count_of_often(true), LIMIT / 2 - 1, LIMIT / 2 + 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signatures),
		cmocka_unit_test(plan_evens_out),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

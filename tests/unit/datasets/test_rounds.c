/* Rounds of a build: who goes on, and who gets what others leave. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/build/rounds.h"

enum { PERCENT = 50 };

/* Give a program what it got, of which so many of ten are observed. */
static void give(struct ds_rounds *p, size_t count, size_t of_ten)
{
	p->given += count;
	p->left -= count;
	p->tried += count;
	p->observed = p->given * of_ten / 10;
}

static void unlimited_at_once(void **state)
{
	(void)state;
	struct ds_rounds p[] = {{.left = 500}, {.left = 3}, {.left = 9, .refused = true}};
	size_t counts[3];
	assert_true(ds_rounds_next(p, 3, PERCENT, counts));
	assert_int_equal(counts[0], 500);
	assert_int_equal(counts[1], 3);
	assert_int_equal(counts[2], 0);
	give(&p[0], 500, 0);
	give(&p[1], 3, 10);
	assert_false(ds_rounds_next(p, 3, PERCENT, counts));
}

/* Rounds of 6, 6, 12, …; one in which little is observed ends, its rest goes to the other. */
static void spare_goes_on(void **state)
{
	(void)state;
	static const size_t good[] = {6, 6, 12, 16, 34}, poor[] = {6, 0, 0, 0, 0};
	struct ds_rounds p[] = {{.left = 500, .limit = 40}, {.left = 500, .limit = 40},
		{.left = 500, .limit = 40, .refused = true}};
	size_t counts[3];
	for (int round = 0; round < 5; round++) {
		assert_true(ds_rounds_next(p, 3, PERCENT, counts));
		assert_int_equal(counts[0], good[round]);
		assert_int_equal(counts[1], poor[round]);
		assert_int_equal(counts[2], 0);
		give(&p[0], counts[0], 8);
		give(&p[1], counts[1], 3);
	}
	assert_false(ds_rounds_next(p, 3, PERCENT, counts));
	assert_int_equal(p[0].given + p[1].given, 80);
}

static void all_go_on(void **state)
{
	(void)state;
	struct ds_rounds p[] = {{.left = 500, .limit = 20}, {.left = 500, .limit = 20}};
	size_t counts[2];
	while (ds_rounds_next(p, 2, 0, counts))
		for (int i = 0; i < 2; i++)
			give(&p[i], counts[i], 0);
	assert_int_equal(p[0].given, 20);
	assert_int_equal(p[1].given, 20);
}

/* Of a larger limit the first round is an eighth. */
static void first_is_a_part(void **state)
{
	(void)state;
	struct ds_rounds p[] = {{.left = 500, .limit = 192}, {.left = 500, .limit = 16}};
	static const size_t rounds[][2] = {{24, 6}, {24, 6}, {48, 4}, {96, 0}};
	size_t counts[2];
	for (int round = 0; round < 4; round++) {
		assert_true(ds_rounds_next(p, 2, PERCENT, counts));
		assert_int_equal(counts[0], rounds[round][0]);
		assert_int_equal(counts[1], rounds[round][1]);
		give(&p[0], counts[0], 8);
		give(&p[1], counts[1], 8);
	}
	assert_false(ds_rounds_next(p, 2, PERCENT, counts));
}

/* A program has at most three times its limit, and nothing of another limit's. */
static void bounds(void **state)
{
	(void)state;
	struct ds_rounds p[] = {{.left = 500, .limit = 20}, {.left = 5, .limit = 20},
		{.left = 0, .limit = 20}, {.left = 0, .limit = 20}, {.left = 0, .limit = 20},
		{.left = 500, .limit = 30}};
	size_t counts[6];
	while (ds_rounds_next(p, 6, PERCENT, counts))
		for (int i = 0; i < 6; i++)
			give(&p[i], counts[i], 9);
	assert_int_equal(p[0].given, 60);
	assert_int_equal(p[1].given, 5);
	assert_int_equal(p[5].given, 30);
}

/* Many programs of one repository have no more together than a few of others. */
static void repositories_share(void **state)
{
	(void)state;
	assert_int_equal(ds_rounds_limit(96, 1), 96);
	assert_int_equal(ds_rounds_limit(96, DS_ROUND_FEW), 96);
	assert_int_equal(ds_rounds_limit(96, 48), 96 * DS_ROUND_FEW / 48);
	assert_int_equal(ds_rounds_limit(8, 1000), 1); /* each has some */
	assert_int_equal(ds_rounds_limit(0, 48), 0); /* all of them */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unlimited_at_once),
		cmocka_unit_test(spare_goes_on),
		cmocka_unit_test(first_is_a_part),
		cmocka_unit_test(all_go_on),
		cmocka_unit_test(bounds),
		cmocka_unit_test(repositories_share),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

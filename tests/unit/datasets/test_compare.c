/* Outputs compared in each way, and where they differ first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/reward/compare.h"

/* The same in which ways: a letter of "telru" each. */
static const struct {
	const char *expected, *actual, *same;
} cases[] = {
	{"1 2\n3\n", "1 2\n3\n", "telru"},
	{"1 2\n3\n", "1 2\n3", "tlru"},
	{"1 2\n3\n", "1 2  \n3\n\n\n", "tlru"},
	{"1 2\n3\n", "1\n2 3", "tr"},
	{"1 2\n3\n", "3\n1 2\n", "u"},
	{"1 2\n3\n", " 3\n1  2\n", "u"},
	{"1 2\n3\n", "1 2\n", ""},
	{"1 2\n3\n", "1 2\n3\n4\n", ""},
	{"a\na\nb\n", "a\nb\nb\n", ""},
	{"0.3333333\n", "0.33333331\n", "r"},
	{"1000000\n", "1000000.5\n", "r"},
	{"1000000\n", "1000002\n", ""},
	{"1\n", "1.0\n", "r"},
	{"1e3 x\n", "1000 x\n", "r"},
	{"nan\n", "nan\n", "telru"},
	{"nan\n", "1\n", ""},
	{"inf\n", "1e999\n", ""},
	{"0x10\n", "16\n", ""},
	{"", "", "telru"},
	{"", "\n", "tlru"},
	{"", "x", ""},
	{"x", "", ""},
};

static void each_way(void **state)
{
	static const char letters[] = "telru";
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		for (int how = 0; how < DS_COMPARISON_COUNT; how++) {
			struct ds_compare c = {.how = (enum ds_comparison)how};
			struct fl_arena a;
			bool same;
			fl_arena_init(&a, 1 << 20);
			assert_int_equal(
				ds_compare_outputs(&c, fl_slice_str(cases[i].expected),
					fl_slice_str(cases[i].actual), &a, &same, NULL, NULL),
				0);
			if (same != (strchr(cases[i].same, letters[how]) != NULL))
				fail_msg("case %zu as %s", i, ds_comparison_names.words[how]);
			fl_arena_release(&a);
		}
	}
}

static void bytes(void **state)
{
	struct fl_slice x = FL_S("a\0b\n"), y = FL_S("a\0c\n");
	(void)state;
	for (int how = 0; how < DS_COMPARISON_COUNT; how++) {
		struct ds_compare c = {.how = (enum ds_comparison)how};
		struct fl_arena a;
		bool same = true;
		fl_arena_init(&a, 1 << 20);
		assert_int_equal(ds_compare_outputs(&c, x, y, &a, &same, NULL, NULL), 0);
		assert_false(same);
		fl_arena_release(&a);
	}
}

static void tolerances(void **state)
{
	struct ds_compare c = {.how = DS_COMPARE_TOLERANCE, .absolute = 0.1};
	struct fl_arena a;
	bool same;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(ds_compare_outputs(&c, FL_S("1"), FL_S("1.09"), &a, &same, NULL, NULL), 0);
	assert_true(same);
	assert_int_equal(ds_compare_outputs(&c, FL_S("9"), FL_S("9.2"), &a, &same, NULL, NULL), 0);
	assert_false(same);
	fl_arena_release(&a);
}

static void first_difference(void **state)
{
	static const struct {
		enum ds_comparison how;
		const char *expected, *actual;
		int64_t line;
		const char *want, *got;
	} rows[] = {
		{DS_COMPARE_TOKENS, "1\n2\n3\n", "1\n9\n3\n", 2, "2", "9"},
		{DS_COMPARE_TOKENS, "1\n2\n", "1\n", 2, "2", ""},
		{DS_COMPARE_TOKENS, "1\n", "1\n2\n", 2, "", "2"},
		{DS_COMPARE_EXACT, "1\n2 \n", "1\n2\n", 2, "2 ", "2"},
		{DS_COMPARE_UNORDERED, "b\na\nc\n", "c\nb\n", 2, "a", ""},
		{DS_COMPARE_UNORDERED, "b\n", "c\nb\n", 0, "", "c"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct ds_compare c = {.how = rows[i].how};
		struct ds_difference d;
		struct fl_arena a;
		bool same;
		fl_arena_init(&a, 1 << 20);
		assert_int_equal(ds_compare_outputs(&c, fl_slice_str(rows[i].expected),
					 fl_slice_str(rows[i].actual), &a, &same, &d, NULL),
			0);
		assert_false(same);
		assert_int_equal(d.line, rows[i].line);
		assert_true(fl_slice_eqs(d.expected, rows[i].want));
		assert_true(fl_slice_eqs(d.actual, rows[i].got));
		fl_arena_release(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_way),
		cmocka_unit_test(bytes),
		cmocka_unit_test(tolerances),
		cmocka_unit_test(first_difference),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* diag/output/fingerprint.h: what a fingerprint holds and what it does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "diag/output/fingerprint.h"

static struct diag_diagnostic sample(void)
{
	return (struct diag_diagnostic){.file = FL_S("src/a.c"),
		.line = 10,
		.col = 5,
		.level = DIAG_WARNING,
		.code = FL_S("-Wunused"),
		.message = FL_S("unused 'x', declared at a.c:12 on line 7"),
		.source_line = FL_S("\tint x = 3;")};
}

static uint64_t first(const struct diag_diagnostic *d, const char *root)
{
	struct diag_keys seen = {0};
	uint64_t print;
	assert_int_equal(diag_fingerprint(&seen, d, fl_slice_str(root), &print, NULL), 0);
	diag_keys_release(&seen);
	return print;
}

static void test_what_moves_does_not_count(void **state)
{
	(void)state;
	struct diag_diagnostic d = sample();
	const uint64_t print = first(&d, "/home/me");
	d.line = 11;
	d.col = 9;
	d.message = FL_S("unused 'x', declared at a.c:13 on line 8");
	d.source_line = FL_S("        int x  = 3;");
	assert_true(first(&d, "/home/me") == print);
	d.file = FL_S("./src/a.c");
	assert_true(first(&d, "/home/me") == print);
	d.file = FL_S("/home/me/src/a.c");
	assert_true(first(&d, "/home/me") == print);
	assert_false(first(&d, "/home/m") == print);
}

static void test_what_counts(void **state)
{
	(void)state;
	const struct diag_diagnostic d = sample();
	const uint64_t print = first(&d, "");
	struct diag_diagnostic other[] = {d, d, d, d, d, d, d};
	other[0].file = FL_S("src/b.c");
	other[1].level = DIAG_ERROR;
	other[2].code = FL_S("-Wother");
	other[3].message = FL_S("unused 'y', declared at a.c:12 on line 7");
	other[4].source_line = FL_S("int x = 4;");
	other[5].symbol = FL_S("f");
	other[6].object = FL_S("a.o");
	for (size_t i = 0; i < sizeof(other) / sizeof(other[0]); i++)
		assert_false(first(&other[i], "") == print);
}

static void test_the_second_differs(void **state)
{
	(void)state;
	const struct diag_diagnostic d = sample();
	struct diag_keys one = {0}, two = {0};
	uint64_t a, b, c, again;
	diag_fingerprint(&one, &d, FL_S(""), &a, NULL);
	diag_fingerprint(&one, &d, FL_S(""), &b, NULL);
	diag_fingerprint(&one, &d, FL_S(""), &c, NULL);
	assert_true(a != b && b != c && a != c);
	diag_fingerprint(&two, &d, FL_S(""), &again, NULL);
	assert_true(a == again);
	diag_fingerprint(&two, &d, FL_S(""), &again, NULL);
	assert_true(b == again);
	diag_keys_release(&one);
	diag_keys_release(&two);
}

static void test_many_keys(void **state)
{
	(void)state;
	struct diag_keys keys = {0};
	uint32_t count;
	for (unsigned round = 1; round <= 2; round++)
		for (uint64_t i = 0; i < 10000; i++) {
			assert_int_equal(diag_keys_add(&keys, i * 64, &count, NULL), 0);
			assert_int_equal(count, round);
		}
	assert_true(diag_keys_has(&keys, 64) && diag_keys_has(&keys, 0));
	assert_false(diag_keys_has(&keys, 65));
	diag_keys_release(&keys);
	assert_false(diag_keys_has(&keys, 64));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_what_moves_does_not_count),
		cmocka_unit_test(test_what_counts),
		cmocka_unit_test(test_the_second_differs),
		cmocka_unit_test(test_many_keys),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

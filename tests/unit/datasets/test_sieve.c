/* Rows that are asked for: licences as expressions, and the cap of a repository. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "datasets/quality/licence.h"
#include "datasets/quality/sieve.h"

static void test_licences(void **state)
{
	static const struct {
		const char *of, *list;
		bool allowed;
	} rows[] = {
		{"MIT", "MIT", true},
		{"expat", "MIT", true},
		{"MIT", "Expat,ISC", true},
		{"GPL-2+", "GPL-2.0-or-later", true},
		{"GPL-2.0+", "GPL-2.0-only", false},
		{"GPL-2.0", " GPL-2.0-only", true},
		{"bsd-2-clause", "BSD-2-Clause", true},
		{"MPL-1.1 or GPL-2+ or LGPL-2.1+", "LGPL-2.1-or-later", true},
		{"MIT AND GPL-2+", "MIT", false},
		{"MIT AND GPL-2+", "MIT,GPL-2.0-or-later", true},
		{"MIT OR Apache-2.0 AND GPL-3+", "MIT", true},
		{"(MIT OR Apache-2.0) AND GPL-3+", "MIT", false},
		{"(MIT OR Apache-2.0) AND ISC", "ISC,MIT", true},
		{"GPL-3.0-or-later WITH GCC-exception-3.1", "GPL-3.0-or-later", true},
		{"PD", "public-domain", true},
		{"", "MIT", false},
		{"", "MIT,unknown", true},
		{"suitename", "MIT,unknown", false},
		{"GPL-3+ or Less", "Less", true},
		{"((((", "MIT", false},
		{" or ", "MIT", false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (ds_licence_allowed(fl_slice_str(rows[i].of), fl_slice_str(rows[i].list)) !=
			rows[i].allowed)
			fail_msg("'%s' and '%s'", rows[i].of, rows[i].list);
}

static void test_rows(void **state)
{
	static const struct {
		const char *line;
		enum ds_sieve_verdict verdict;
	} rows[] = {
		{"{\"licence\":\"MIT\",\"group\":\"a\",\"kind\":\"x\"}", DS_SIEVE_TAKEN},
		{"{\"license\":\"mit\",\"repo\":\"a\",\"kind\":\"x\"}", DS_SIEVE_TAKEN},
		{"{\"provenance\":{\"licence\":\"MIT\"},\"group\":\"a\",\"kind\":\"x\"}",
			DS_SIEVE_CAP},
		{"{\"licence\":\"MIT\",\"group\":\"a\",\"kind\":\"y\"}", DS_SIEVE_TAKEN},
		{"{\"licence\":\"MIT\",\"group\":\"b\",\"kind\":\"x\"}", DS_SIEVE_TAKEN},
		{"{\"licence\":\"ISC\",\"group\":\"b\",\"kind\":\"x\"}", DS_SIEVE_LICENCE},
		{"{\"group\":\"b\"}", DS_SIEVE_LICENCE},
		{"{\"licence\":\"MIT\",\"group\":\"b\",\"kind\":\"x\"}", DS_SIEVE_TAKEN},
		{"{\"licence\":\"MIT\",\"group\":\"b\",\"kind\":\"x\"}", DS_SIEVE_CAP},
	};
	const struct ds_sieve_opts opts = {.licences = FL_S("MIT"), .cap = 2};
	struct ds_sieve *sieve;
	struct fl_error err;
	enum ds_sieve_verdict verdict;
	(void)state;
	assert_int_equal(ds_sieve_new(&opts, &sieve, &err), 0);
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		assert_int_equal(
			ds_sieve_row(sieve, fl_slice_str(rows[i].line), &verdict, &err), 0);
		assert_int_equal(verdict, rows[i].verdict);
	}
	assert_int_equal(ds_sieve_row(sieve, FL_S("[1]"), &verdict, &err), FL_EPARSE);
	assert_int_equal(ds_sieve_row(sieve, FL_S("{"), &verdict, &err), FL_EPARSE);
	ds_sieve_free(sieve);
	ds_sieve_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_licences),
		cmocka_unit_test(test_rows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

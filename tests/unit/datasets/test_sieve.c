/* Rows that are asked for: licences as expressions, and the cap of a repository. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "datasets/quality/licence.h"
#include "datasets/quality/licence_text.h"
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

/* What is no list of expressions is told, and where it ends to be one. */
static void test_malformed(void **state)
{
	static const struct {
		const char *list, *said; /* NULL: it is one */
	} rows[] = {
		{"MIT", NULL},
		{"MIT, Apache-2.0,unknown,GPL-2+", NULL},
		{"mit/x11,LicenseRef-a:b", NULL},
		{"(MIT OR (Apache-2.0 and ISC)),GPL-3.0-only WITH GCC-exception-3.1", NULL},
		{"MIT AND", "'MIT AND' ends where a licence should stand"},
		{"(MIT", "'(MIT' ends where a ')', AND or OR should stand"},
		{"MIT OR OR X",
			"'MIT OR OR X': at character 8, 'OR' stands where a licence should"},
		{"MIT)", "'MIT)': at character 4, ')' stands where AND, OR or a comma should"},
		{"MIT ISC",
			"'MIT ISC': at character 5, 'ISC' stands where AND, OR or a comma should"},
		{"MIT,,ISC", "'MIT,,ISC': at character 5, ',' stands where a licence should"},
		{"MIT,", "'MIT,' ends where a licence should stand"},
		{"()", "'()': at character 2, ')' stands where a licence should"},
		{"MIT WITH", "'MIT WITH' ends where an exception should stand"},
		{"(MIT,ISC)",
			"'(MIT,ISC)': at character 5, ',' stands where a ')', AND or OR should"},
		{"", "'' ends where a licence should stand"},
		{"((((((((((((((((((((((((((((((((((MIT",
			"'((((((((((((((((((((((((((((((((((MIT' has "
			"more than 32 levels of parentheses"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct fl_error err = {0};
		int rc = ds_licences_check(fl_slice_str(rows[i].list), &err);
		assert_int_equal(rc, rows[i].said ? FL_EINVAL : 0);
		assert_string_equal(err.message, rows[i].said ? rows[i].said : "");
	}
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

/* What the head of a source says it is under. */
static void test_notices(void **state)
{
	static const struct {
		const char *text, *id;
	} heads[] = {
		{"/* SPDX-License-Identifier: ISC */\n/* GNU General Public License version 2 */\n",
			"ISC"},
		{"/*\n * under the terms of the GNU General Public\n * License as published by the "
		 "FSF; "
		 "either version 2 of the\n * License, or (at your option) any later\n * "
		 "version.\n */\n",
			"GPL-2.0-or-later"},
		{"// the GNU General Public License version 2 only\n", "GPL-2.0-only"},
		{"/* GNU General Public License, version 2 or version 3 */\n", "GPL-2.0-only"},
		{"# GNU Lesser General Public\n# License, version 2.1 or later\n",
			"LGPL-2.1-or-later"},
		{"/* Permission is hereby granted, free\n * of charge, ... AS IS */\n", "MIT"},
		{"/* GNU General Public License */\n", ""},
		{"int f(void);\n", ""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		if (!fl_slice_eqs(ds_licence_of_source(fl_slice_str(heads[i].text)), heads[i].id))
			fail_msg("%s is not told of %s", heads[i].id, heads[i].text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_licences),
		cmocka_unit_test(test_notices),
		cmocka_unit_test(test_malformed),
		cmocka_unit_test(test_rows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

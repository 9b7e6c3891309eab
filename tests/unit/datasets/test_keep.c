/* What labels are kept under: what decides them, and nothing else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/process.h"
#include "datasets/reward/keep.h"

static const struct {
	const char *a, *b;
	bool same;
} pairs[] = {
	{"{\"code\":\"x\"}", " { \"code\" : \"x\" } ", true},
	{"{\"code\":\"x\"}", "{\"code\":\"\\u0078\"}", true},
	{"{\"id\":\"1\",\"code\":\"x\"}", "{\"id\":\"2\",\"code\":\"x\"}", true},
	{"{\"id\":\"1\",\"code\":\"x\"}", "{\"code\":\"x\",\"group\":\"g\"}", true},
	{"{\"id\":[{\"code\":1}],\"code\":\"x\"}", "{\"code\":\"x\"}", true},
	{"{\"code\":\"x\"}", "{\"code\":\"y\"}", false},
	{"{\"code\":\"x\"}", "{\"code\":\"x\",\"tests\":[]}", false},
	{"{\"code\":\"\",\"tests\":[{\"id\":1}]}", "{\"code\":\"\",\"tests\":[{\"id\":2}]}", false},
	{"{\"code\":\"\",\"tests\":[]}", "{\"code\":\"\",\"tests\":{}}", false},
	{"{\"code\":\"\",\"tolerance\":1}", "{\"code\":\"\",\"tolerance\":1.5}", false},
	{"{\"code\":\"a\",\"harness\":\"b\"}", "{\"code\":\"b\",\"harness\":\"a\"}", false},
	{"{\"code\":\"a\",\"harness\":\"b\"}", "{\"code\":\"aharness\",\"\":\"b\"}", false},
	{"{\"code\":null}", "{\"code\":\"\"}", false},
	{"no", "no ", false},
	{"{\"id\":\"1\"", "{\"id\":\"2\"", false},
	{"", "{}", false},
};

static void keys(void **state)
{
	const struct fl_slice other[] = {FL_S("clang")}, more[] = {FL_S("gcc")};
	char a[DS_KEEP_KEY + 1], b[DS_KEEP_KEY + 1];
	(void)state;
	for (size_t i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
		ds_keep_key(fl_slice_str(pairs[i].a), other, 1, a);
		ds_keep_key(fl_slice_str(pairs[i].b), other, 1, b);
		if ((strcmp(a, b) == 0) != pairs[i].same)
			fail_msg("%s and %s", pairs[i].a, pairs[i].b);
		ds_keep_key(fl_slice_str(pairs[i].a), more, 1, b);
		assert_string_not_equal(a, b);
	}
}

static void labels(void **state)
{
	char dir[] = "/tmp/fl-keep-XXXXXX";
	static const char key[] = "00112233445566778899aabbccddeeff";
	struct ds_label l = {.version = DS_LABEL_VERSION, .reward = 2500, .flaky = true}, *back;
	struct fl_slice candidate;
	struct ds_cache cache;
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_non_null(mkdtemp(dir));
	assert_int_equal(ds_cache_open(dir, &cache, NULL), 0);
	ds_keep_put(&cache, key, &l, FL_S("{}"));
	l.flaky = false;
	l.infra_error = FL_S("busy");
	ds_keep_put(&cache, key, &l, FL_S("{}"));
	assert_int_equal(ds_keep_get(&cache, key, &a, &back, &candidate, NULL), FL_ENOTFOUND);
	l.infra_error = FL_S("");
	l.id = FL_S("a\n\xff");
	ds_keep_put(&cache, key, &l, FL_S("{\n\"code\": 1}\n"));
	assert_int_equal(ds_keep_get(&cache, key, &a, &back, &candidate, NULL), 0);
	assert_int_equal(back->reward, 2500);
	assert_true(fl_slice_eqs(back->id, "a\n\xff"));
	assert_true(fl_slice_eqs(candidate, "{\n\"code\": 1}\n"));
	assert_int_equal(ds_keep_get(NULL, key, &a, &back, &candidate, NULL), FL_ENOTFOUND);
	ds_cache_close(&cache);
	const char *argv[] = {"rm", "-rf", dir, NULL};
	struct fl_process_result r;
	fl_process_run(&(struct fl_process_spec){.argv = argv}, NULL, NULL, &r, NULL);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(keys), cmocka_unit_test(labels)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Signatures of functions, and their arguments and results as the harness has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "datasets/reward/function.h"

static int read_signature(const char *json, struct fl_arena *a, struct ds_function *f)
{
	const struct fl_json *v;
	struct fl_error err;
	assert_int_equal(fl_json_parse(fl_slice_str(json), a, &v, NULL), 0);
	return ds_function_read(v, f, &err);
}

static void signatures(void **state)
{
	static const char *const bad[] = {
		"1",
		"[]",
		"{}",
		"{\"name\":\"f\"}",
		"{\"name\":\"f\",\"args\":[],\"returns\":\"void\"}",
		"{\"name\":\"f\",\"args\":[\"int*\"],\"returns\":\"int\"}",
		"{\"name\":\"f\",\"args\":[1],\"returns\":\"int\"}",
		"{\"name\":\"f\",\"args\":[\"vector<int\"],\"returns\":\"int\"}",
		"{\"name\":\"f\",\"args\":{},\"returns\":\"int\"}",
		"{\"name\":\"f\",\"arg\":[],\"args\":[],\"returns\":\"int\"}",
		"{\"name\":\"f(){}int g\",\"args\":[],\"returns\":\"int\"}",
		"{\"name\":\"1f\",\"args\":[],\"returns\":\"int\"}",
		"{\"name\":\"f\",\"class\":\"A;\",\"args\":[],\"returns\":\"int\"}",
		"{\"name\":\"f\",\"args\":[\"vector<vector<vector<vector<vector<int>>>>>\"],"
		"\"returns\":\"int\"}",
	};
	struct ds_function f;
	struct fl_arena a;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (read_signature(bad[i], &a, &f) != FL_EPARSE)
			fail_msg("%s", bad[i]);
	assert_int_equal(
		read_signature("{\"name\":\"f\",\"class\":\"S\",\"args\":[\"vector< vector<std::"
			       "string> > &\",\"long long\"],\"returns\":\"std::vector<bool>\"}",
			&a, &f),
		0);
	assert_int_equal(f.arg_count, 2);
	assert_int_equal(f.args[0].base, DS_STRING);
	assert_int_equal(f.args[0].depth, 2);
	assert_int_equal(f.args[1].base, DS_LONG);
	assert_int_equal(f.returns.base, DS_BOOL);
	assert_int_equal(f.returns.depth, 1);
	struct fl_slice harness = ds_function_harness(&f, &a);
	assert_true(fl_slice_find(harness, "std::vector<std::vector<std::string>> fl_arg0{};") > 0);
	assert_true(fl_slice_find(
			    harness, "std::vector<bool> fl_result = S().f(fl_arg0, fl_arg1);") > 0);
	fl_arena_release(&a);
}

static const struct {
	const char *type, *json, *input, *output; /* NULL: it is not of that type */
} values[] = {
	{"int", "-7", "-7\n", "-7\n"},
	{"int", "3000000000", NULL, NULL},
	{"int", "1.0", NULL, NULL},
	{"int", "true", NULL, NULL},
	{"int", "null", NULL, NULL},
	{"long long", "3000000000", "3000000000\n", "3000000000\n"},
	{"bool", "true", "1\n", "true\n"},
	{"bool", "0", NULL, NULL},
	{"double", "2", "2\n", "2\n"},
	{"double", "0.5", "0.5\n", "0.5\n"},
	{"double", "\"1\"", NULL, NULL},
	{"char", "\"a\"", "97\n", "\"a\"\n"},
	{"char", "\"ab\"", NULL, NULL},
	{"char", "\"\"", NULL, NULL},
	{"string", "\"a b\\n\\\"\\\\\"", "6 a b\n\"\\\n", "\"a\\x20b\\x0a\\x22\\x5c\"\n"},
	{"string", "\"\"", "0 \n", "\"\"\n"},
	{"string", "5", NULL, NULL},
	{"vector<int>", "[]", "0\n", "[ ]\n"},
	{"vector<int>", "[1,2]", "2 1 2\n", "[ 1 , 2 ]\n"},
	{"vector<int>", "[1,\"2\"]", NULL, NULL},
	{"vector<int>", "1", NULL, NULL},
	{"vector<vector<char>>", "[[\"x\"],[]]", "2 1 120 0\n", "[ [ \"x\" ] , [ ] ]\n"},
	{"vector<string>", "[\"a\",\"\"]", "2 1 a 0 \n", "[ \"a\" , \"\" ]\n"},
};

static void check_value(size_t i)
{
	char json[256];
	struct ds_function f;
	struct fl_arena a;
	const struct fl_json *v, *one;
	struct fl_slice text = {0};
	fl_arena_init(&a, 1 << 20);
	snprintf(json, sizeof(json), "{\"name\":\"f\",\"args\":[\"%s\"],\"returns\":\"%s\"}",
		values[i].type, values[i].type);
	assert_int_equal(read_signature(json, &a, &f), 0);
	snprintf(json, sizeof(json), "[%s]", values[i].json);
	assert_int_equal(fl_json_parse(fl_slice_str(json), &a, &v, NULL), 0);
	one = v->child;
	int rc = ds_function_input(&f, v, &a, &text, NULL);
	if (values[i].input ? rc || !fl_slice_eqs(text, values[i].input) : rc != FL_EPARSE)
		fail_msg("%s of %s: %d %.*s", values[i].json, values[i].type, rc, FL_ARG(text));
	rc = ds_function_output(&f, one, &a, &text, NULL);
	if (values[i].output ? rc || !fl_slice_eqs(text, values[i].output) : rc != FL_EPARSE)
		fail_msg("%s of %s: %d %.*s", values[i].json, values[i].type, rc, FL_ARG(text));
	assert_int_equal(fl_json_parse(FL_S("[]"), &a, &v, NULL), 0);
	assert_int_equal(ds_function_input(&f, v, &a, &text, NULL), FL_EPARSE);
	snprintf(json, sizeof(json), "[%s,1]", values[i].json);
	assert_int_equal(fl_json_parse(fl_slice_str(json), &a, &v, NULL), 0);
	assert_int_equal(ds_function_input(&f, v, &a, &text, NULL), FL_EPARSE);
	fl_arena_release(&a);
}

static void of_types(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		check_value(i);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(signatures), cmocka_unit_test(of_types)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

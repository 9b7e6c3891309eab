/* What clang-tidy is asked, what code hides from it, what it is worth, and where it is missing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/json.h"
#include "datasets/reward/judge.h"
#include "datasets/terms/tidy.h"

static const struct {
	const char *json;
	bool ok, on;
	const char *checks; /* NULL: ours */
} wishes[] = {
	{"true", true, true, NULL},
	{"false", true, false, NULL},
	{"[\"bugprone-*\",\"-bugprone-branch-clone\"]", true, true,
		"bugprone-*,-bugprone-branch-clone"},
	{"[\"default\",\"cert-err34-c\"]", true, true, DS_TIDY_DEFAULT ",cert-err34-c"},
	{"[]", false, false, NULL},
	{"1", false, false, NULL},
	{"[1]", false, false, NULL},
	{"[\"\"]", false, false, NULL},
	{"[\"a,b\"]", false, false, NULL},
	{"[\"a b\"]", false, false, NULL},
	{"[\"a\\u0000\"]", false, false, NULL},
	{"[\"--fix\\n\"]", false, false, NULL},
	{"{}", false, false, NULL},
};

static void asked(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(wishes) / sizeof(wishes[0]); i++) {
		struct fl_arena a;
		struct fl_error err;
		const struct fl_json *v;
		struct ds_tidy_wish w = {0};
		fl_arena_init(&a, 1 << 20);
		struct fl_slice text = fl_arena_printf(&a, "[%s]", wishes[i].json);
		assert_int_equal(fl_json_parse(text, &a, &v, &err), 0);
		int rc = ds_tidy_read(v->child, &a, &w, &err);
		if ((rc == 0) != wishes[i].ok || w.on != wishes[i].on)
			fail_msg("%s: %d", wishes[i].json, rc);
		if (wishes[i].checks)
			assert_string_equal(w.checks, wishes[i].checks);
		else
			assert_null(w.checks);
		fl_arena_release(&a);
	}
}

static const struct {
	const char *text;
	int64_t hides;
} hidden[] = {
	{"int main(){}\n", 0},
	{"f(); // NOLINT\n", 1},
	{"f(); // NOLINT(bugprone-*)\n// NOLINTNEXTLINE\nf();\n", 2},
	{"// NOLINTBEGIN\nf();\n// NOLINTEND\n", 1},
	{"#pragma GCC system_header\n", 1},
	{"_Pragma(\"clang system_header\")\n", 1},
	{"# 1 \"/usr/include/x.h\" 3\n", 1},
	{"#line 1 \"x.h\" 3\n", 1},
	{"# 1 \"x3.h\" 1\n", 0},
	{"#line 3 \"x.h\"\n", 0},
	{"#if 3\n#include \"3\"\n", 0},
	{"[[clang::suppress]] int x = *p;\n[[gsl::suppress(\"a\")]]\n__attribute__((suppress)) "
	 "f();\n",
		3},
	{"#pragma clang diagnostic ignored \"-Wall\"\n", 1},
	{"# 1 \"x.h\" 3 // \"\n", 1},
	{"# 1 \"x\\\".h\" 3\n", 1},
	{"%: 1 \"x.h\" 3\n", 1},
	{"/**/ # /* */ 1 /**/ \"x.h\" /**/ 3\n", 1},
	{"/*\n*/ # 1 \"x.h\" 3\n", 1},
	{"# 1 \"x.h\" X\n", 1},
	{"# 1 \"x.h\" 1 2\n", 0},
	{"#line 5 \"gen.y\" // of gen\n", 0},
	{"# 1 \"3\n# 3 \\\n", 0},
	{"if (suppress)\n\tf(suppress, suppressed);\n", 0},
	{"a[i]; suppress(1); [[nodiscard]] int g(void) { return suppress; }\n", 0},
	{"[[using clang: suppress]] [[_Clang::__suppress__]] __attribute__((a, __suppress__))\n",
		3},
};

static void hides(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(hidden) / sizeof(hidden[0]); i++)
		if (ds_tidy_hides(fl_slice_str(hidden[i].text)) != hidden[i].hides)
			fail_msg("%s: %lld", hidden[i].text,
				(long long)ds_tidy_hides(fl_slice_str(hidden[i].text)));
}

static void scores(void **state)
{
	struct ds_tidy t = {0};
	(void)state;
	assert_int_equal(ds_tidy_score(&t), 10000);
	t.findings.len = 1;
	assert_int_equal(ds_tidy_score(&t), 5000);
	t.hidden = 1; /* to hide one is no better than to have it */
	t.findings.len = 0;
	assert_int_equal(ds_tidy_score(&t), 5000);
	t.omitted = 1000000;
	assert_int_equal(ds_tidy_score(&t), 0);
	t = (struct ds_tidy){.failed = FL_S("x")};
	assert_int_equal(ds_tidy_score(&t), 0);
}

/* A megabyte of what hides takes about as long as reading it. */
static void long_texts(void **state)
{
	static const char *const parts[] = {
		"NOLINT", "# 1 \"\n", "#", "\"", "(suppress", "/*", "[[", "/**/", "suppress"};
	enum { SIZE = 1 << 20 };
	char *text = malloc(SIZE);
	(void)state;
	assert_non_null(text);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		size_t len = 0, part = strlen(parts[i]);
		for (; len + part <= SIZE; len += part)
			memcpy(text + len, parts[i], part);
		clock_t before = clock();
		ds_tidy_hides(fl_slice(text, len));
		if (clock() - before > CLOCKS_PER_SEC)
			fail_msg("%s: too slow", parts[i]);
	}
	free(text);
}

/* The host's fault, and it is said what to do; asked for by option nothing begins. */
static void missing(void **state)
{
	struct ds_judge_opts opts = {.tidy_tool = "clang-tidy-none", .profile = ds_profiles[0]};
	struct ds_judge *judge = NULL;
	struct ds_label label;
	struct fl_arena a;
	struct fl_error err = {0};
	(void)state;
	opts.tidy = "default";
	assert_int_equal(ds_judge_new(&opts, &judge, &err), FL_EMISSING);
	assert_non_null(strstr(err.message, "install clang-tidy-none"));
	opts.tidy = NULL;
	if (ds_judge_new(&opts, &judge, &err)) {
		print_message("no sandbox here: %s\n", err.message);
		skip();
	}
	fl_arena_init(&a, 1 << 26);
	assert_int_equal(
		ds_judge_run(judge,
			FL_S("{\"language\":\"c\",\"tidy\":true,\"sanitizers\":[],\"code\":\"int "
			     "main(void){return 0;}\"}"),
			&a, &label, &err),
		0);
	assert_true(fl_slice_find(label.infra_error, "install clang-tidy-none") > 0);
	assert_int_equal(label.stage, DS_STAGE_PASSED);
	fl_arena_release(&a);
	ds_judge_free(judge);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(asked),
		cmocka_unit_test(hides),
		cmocka_unit_test(scores),
		cmocka_unit_test(long_texts),
		cmocka_unit_test(missing),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * The classifier against the labelled fixtures: the counts in its table are what they are here, and
 * it is right often enough. `test_classify --counts` prints the counts for update_counts.py.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "diag/classify.h"
#include "diag/rules.h"

enum { RULES_MAX = 512 };

struct tally {
	unsigned right[RULES_MAX], total[RULES_MAX];
	unsigned all, correct;
};

static struct fl_slice cell(struct fl_slice *line)
{
	ptrdiff_t tab = fl_slice_chr(*line, '\t');
	struct fl_slice c = fl_slice_head(*line, tab < 0 ? line->len : (size_t)tab);
	*line = fl_slice_skip(*line, c.len + 1);
	return c;
}

static void tally_line(struct tally *t, struct fl_slice line, bool report)
{
	int want = fl_names_find(&diag_class_names, cell(&line));
	struct diag_diagnostic d = {.level = DIAG_ERROR};
	d.tool = cell(&line);
	d.code = cell(&line);
	d.message = line;
	assert_true(want >= 0);
	assert_true(d.message.len > 0);
	struct diag_verdict v = diag_classify(&d);
	bool right = (int)v.error_class == want;
	t->all++;
	t->correct += right;
	assert_true(v.rule <= diag_rule_count && v.rule < RULES_MAX);
	t->total[v.rule]++;
	t->right[v.rule] += right;
	if (!right && report)
		print_message("%s not %s (%s): %.*s\n", diag_class_table[v.error_class].name,
			diag_class_table[want].name, diag_rule_name(v.rule), FL_ARG(d.message));
}

static void tally_labels(struct tally *t, bool report)
{
	char path[4096];
	struct fl_buf text;
	const char *src = getenv("FL_SRC");
	snprintf(path, sizeof(path), "%s/tests/fixtures/diag/labels.tsv", src ? src : ".");
	fl_buf_init(&text, 1 << 20);
	assert_int_equal(fl_buf_read_file(&text, path, NULL), 0);
	struct fl_slice rest = fl_buf_view(&text), line;
	while (fl_slice_line(&rest, &line))
		if (!fl_slice_starts(line, "#"))
			tally_line(t, line, report);
	fl_buf_release(&text);
}

static const struct {
	unsigned right, total;
} table[] = {
#define X(id, words, code, note, tool, right, total) {right, total},
	DIAG_RULES(X)
#undef X
};

static void test_counts(void **state)
{
	(void)state;
	struct tally t = {0};
	tally_labels(&t, false);
	assert_int_equal(sizeof(table) / sizeof(table[0]), diag_rule_count);
	for (size_t i = 0; i < diag_rule_count; i++)
		if (table[i].right != t.right[i] || table[i].total != t.total[i])
			fail_msg("rule %zu '%s': the table says %u of %u, the labels %u of %u; run "
				 "tests/fixtures/diag/update_counts.py",
				i, diag_rule_name(i), table[i].right, table[i].total, t.right[i],
				t.total[i]);
}

static void test_accuracy(void **state)
{
	(void)state;
	struct tally t = {0};
	tally_labels(&t, true);
	print_message("%u of %u right\n", t.correct, t.all);
	assert_true(t.all >= 250);
	assert_true(t.correct * 100 >= t.all * 90);
}

/* From the formula, computed by hand: 9 of 10 gives 0.5958, 10 of 10 0.7224, 1 of 2 0.0945. */
static void test_wilson(void **state)
{
	(void)state;
	assert_int_equal(diag_wilson(0, 0), 0);
	assert_int_equal(diag_wilson(0, 10), 0);
	assert_in_range(diag_wilson(9, 10), 5957, 5959);
	assert_in_range(diag_wilson(10, 10), 7223, 7225);
	assert_in_range(diag_wilson(1, 2), 944, 946);
	assert_true(diag_wilson(1000, 1000) > 9960 && diag_wilson(1000, 1000) < 10000);
}

static struct diag_verdict judge(const char *tool, const char *code, const char *message)
{
	struct diag_diagnostic d = {.level = DIAG_ERROR,
		.tool = fl_slice_str(tool),
		.code = fl_slice_str(code),
		.message = fl_slice_str(message)};
	return diag_classify(&d);
}

static void test_flags(void **state)
{
	(void)state;
	assert_int_equal(judge("gcc", "-Werror=return-type", "x").error_class, DIAG_CLASS_UB);
	assert_int_equal(judge("gcc", "-Wuse-after-free=2", "x").error_class, DIAG_CLASS_LIFETIME);
	assert_int_equal(judge("clang", "-Wdangling-gsl", "x").error_class, DIAG_CLASS_LIFETIME);
	assert_int_equal(judge("clang", "-Wshorten-64-to-32", "x").error_class, DIAG_CLASS_NONE);
	assert_int_equal(judge("clang", "-Wconversion", "x").error_class, DIAG_CLASS_TYPE_MISMATCH);
	assert_int_equal(
		judge("clang", "-Wenum-conversion", "x").error_class, DIAG_CLASS_TYPE_MISMATCH);
	assert_int_equal(judge("clang", "-Wthread-safety-analysis", "x").error_class,
		DIAG_CLASS_CONCURRENCY);
	assert_int_equal(
		judge("gcc", "-Wanalyzer-double-free", "x").error_class, DIAG_CLASS_LIFETIME);
	assert_int_equal(judge("gcc", "-W", "x").error_class, DIAG_CLASS_NONE);
	assert_int_equal(judge("", "", "").error_class, DIAG_CLASS_NONE);
	/* Words of one tool in another's mouth do not count. */
	assert_int_equal(judge("clang", "", "x was not declared in this scope").error_class,
		DIAG_CLASS_NONE);
	struct diag_verdict v = judge("", "", "use of undeclared identifier 'x'");
	assert_int_equal(v.error_class, DIAG_CLASS_UNDEFINED_SYMBOL);
	assert_string_equal(v.tool, "clang");
	assert_true(v.confidence > 5000 && v.confidence < 10000);
}

/* gcc quotes as the locale has it; the class is the same. */
static void test_quotes(void **state)
{
	(void)state;
	static const struct {
		const char *ascii, *utf8;
		enum diag_class want;
	} cases[] = {
		{"'total' undeclared (first use in this function)",
			"\u2018total\u2019 undeclared (first use in this function)",
			DIAG_CLASS_UNDEFINED_SYMBOL},
		{"unknown type name '__int65'", "unknown type name \u2018__int65\u2019",
			DIAG_CLASS_PLATFORM},
		{"structured bindings only available with '-std=c++17'",
			"structured bindings only available with \u2018-std=c++17\u2019",
			DIAG_CLASS_PLATFORM},
		{"expected ';' before 'return'", "expected \u2018;\u2019 before \u2018return\u2019",
			DIAG_CLASS_SYNTAX},
	};
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct diag_verdict a = judge("gcc", "", cases[i].ascii);
		struct diag_verdict b = judge("gcc", "", cases[i].utf8);
		assert_int_equal(a.error_class, cases[i].want);
		assert_int_equal(b.error_class, cases[i].want);
		assert_int_equal(a.rule, b.rule);
	}
	assert_int_equal(
		judge("gcc", "", "\u201ctotal\u201d undeclared").error_class, DIAG_CLASS_NONE);
	assert_int_equal(judge("gcc", "", "\xe2\x80").error_class, DIAG_CLASS_NONE);
}

static void test_notes_decide(void **state)
{
	(void)state;
	struct diag_note note = {
		.message = FL_S("'std::optional' is only available from C++17 onwards")};
	struct diag_diagnostic d = {.level = DIAG_ERROR,
		.tool = FL_S("gcc"),
		.message = FL_S("'optional' is not a member of 'std'")};
	assert_int_equal(diag_classify(&d).error_class, DIAG_CLASS_UNDEFINED_SYMBOL);
	d.notes = (struct fl_list){.items = &note, .len = 1};
	assert_int_equal(diag_classify(&d).error_class, DIAG_CLASS_PLATFORM);
	d.level = DIAG_NOTE;
	assert_int_equal(diag_classify(&d).error_class, DIAG_CLASS_NONE);
}

static int print_counts(void)
{
	static struct tally t;
	tally_labels(&t, false);
	for (size_t i = 0; i < diag_rule_count; i++)
		printf("%u %u\n", t.right[i], t.total[i]);
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_accuracy),
		cmocka_unit_test(test_wilson),
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_quotes),
		cmocka_unit_test(test_notes_decide),
	};
	if (argc > 1 && strcmp(argv[1], "--counts") == 0)
		return print_counts();
	return cmocka_run_group_tests(tests, NULL, NULL);
}

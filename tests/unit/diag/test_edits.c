/* Edits that are printed below carets: what they replace, and where blanks that do not show are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "diag/parse.h"

enum { OUTPUT_MAX = 1 << 20, EDITS_MAX = 2 };

/* As the tools printed them; the edits as they themselves told them by other means. */
static const struct {
	const char *head, *source, *carets, *edit;
	size_t count;
	struct {
		int64_t col, end_col;
		const char *text;
	} edits[EDITS_MAX];
} rows[] = {
	/* gcc, -fdiagnostics-format=json */
	{"error: expected ';' before '}' token", "static int f(void) { return 1 }",
		"                             ^~", "                             ;", 1,
		{{30, 30, ";"}}},
	/* clang-tidy, --export-fixes */
	{"warning: braces [readability-braces-around-statements]", "if (n)", "      ^", "       {",
		1, {{7, 7, " {"}}},
	{"warning: braces [readability-braces-around-statements]", "if (f(n)) return 1;",
		"         ^", "          {", 1, {{10, 10, " {"}}},
	{"warning: bool [readability-implicit-bool-conversion]", "if (n)", "    ^", "      != 0", 1,
		{{6, 6, " != 0"}}},
	{"warning: unused [misc-unused-parameters]", "int f(int n)", "          ^",
		"           /*n*/", 1, {{11, 12, " /*n*/"}}},
	{"warning: unused [misc-unused-parameters]", "int f(int name)", "          ^~~~",
		"           /*name*/", 1, {{11, 15, " /*name*/"}}},
	{"warning: suffix [readability-uppercase-literal-suffix]", "int l = 0x1l;", "        ^  ~",
		"           L", 1, {{12, 13, "L"}}},
	{"warning: macro [bugprone-macro-parentheses]", "#define LIMIT(n) (n * 2)",
		"                  ^", "                  ()", 2, {{19, 19, "("}, {20, 20, ")"}}},
	/* clang, -fdiagnostics-parseable-fixits */
	{"error: expected ';' after expression", "f()", "   ^", "   ;", 1, {{4, 4, ";"}}},
};

static void test_edits(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct fl_arena a;
		struct fl_list list;
		fl_arena_init(&a, OUTPUT_MAX);
		size_t col = strspn(rows[i].carets, " ") + 1;
		struct fl_slice text =
			fl_arena_printf(&a, "a.c:1:%zu: %s\n    1 | %s\n      | %s\n      | %s\n",
				col, rows[i].head, rows[i].source, rows[i].carets, rows[i].edit);
		assert_int_equal(diag_parse(text, DIAG_FROM_AUTO, &a, &list, NULL), 0);
		assert_int_equal(list.len, 1);
		const struct diag_diagnostic *d = list.items;
		const struct diag_fixit *f = d->fixits.items;
		assert_int_equal(d->fixits.len, rows[i].count);
		for (size_t k = 0; k < rows[i].count; k++)
			if (f[k].col != rows[i].edits[k].col ||
				f[k].end_col != rows[i].edits[k].end_col ||
				!fl_slice_eqs(f[k].text, rows[i].edits[k].text))
				fail_msg("%s: %d-%d '%.*s'", rows[i].edit, (int)f[k].col,
					(int)f[k].end_col, FL_ARG(f[k].text));
		fl_arena_release(&a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_edits)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* clang-tidy: names of checks, last words, exported fixes and their offsets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "diag/source/offsets.h"
#include "diag/parse.h"

enum { ARENA_MAX = 16 << 20 };

static void assert_slice(struct fl_slice s, const char *want)
{
	if (!fl_slice_eqs(s, want)) {
		print_error("'%.*s' is not '%s'\n", FL_ARG(s), want);
		fail();
	}
}

static struct fl_list parse(struct fl_arena *a, const char *text, size_t count)
{
	struct fl_list list;
	fl_arena_init(a, ARENA_MAX);
	assert_int_equal(diag_parse(fl_slice_str(text), DIAG_FROM_AUTO, a, &list, NULL), 0);
	assert_int_equal(list.len, count);
	return list;
}

static void test_text(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_list list = parse(&a,
		"119 warnings generated.\n"
		"a.cpp:5:1: warning: use 'using' instead of 'typedef' [modernize-use-using]\n"
		"    5 | typedef int number;\n"
		"      | ^~~~~~~~~~~~~~~~~~\n"
		"      | using number = int\n"
		"a.cpp:5:1: note: FIX-IT applied suggested code changes\n"
		"a.cpp:25:2: error: seeded with a constant "
		"[cert-msc32-c,cert-msc51-cpp,-warnings-as-errors]\n"
		"a.cpp:26:2: warning: unused variable 'n' [clang-diagnostic-unused-variable]\n"
		"a.cpp:27:2: warning: no list [of checks-or-such]\n"
		"Suppressed 116 warnings (115 in non-user code, 1 with check filters).\n"
		"Use -header-filter=.* to display errors from all non-system headers.\n",
		4);
	const struct diag_diagnostic *d = list.items;
	assert_slice(d[0].code, "modernize-use-using");
	assert_slice(d[0].tool, "clang-tidy");
	assert_slice(d[0].col_unit, "byte");
	assert_int_equal(d[0].error_class, DIAG_CLASS_NONE);
	assert_int_equal(d[0].notes.len, 1);
	assert_slice(d[1].code, "cert-msc32-c,cert-msc51-cpp");
	assert_slice(d[1].message, "seeded with a constant");
	assert_int_equal(d[2].error_class, DIAG_CLASS_LOGIC);
	assert_slice(d[3].code, "");
	fl_arena_release(&a);
}

static const char yaml[] = "---\n"
			   "MainSourceFile:  'a.cpp'\n"
			   "Diagnostics:\n"
			   "  - DiagnosticName:  bugprone-x\n"
			   "    DiagnosticMessage:\n"
			   "      Message:         'it''s \"so\":\n"
			   "        and on'\n"
			   "      FilePath:        'a.cpp'\n"
			   "      FileOffset:      5\n"
			   "      Replacements:\n"
			   "        - FilePath:        'a.cpp'\n"
			   "          Offset:          4\n"
			   "          Length:          3\n"
			   "          ReplacementText: \"\\n\\xFC\\u4E16\\t\"\n"
			   "      Ranges:\n"
			   "        - FilePath:        'a.cpp'\n"
			   "          FileOffset:      5\n"
			   "          Length:          2\n"
			   "    Notes:\n"
			   "      - Message:         here\n"
			   "        FilePath:        'gone.hpp'\n"
			   "        FileOffset:      21\n"
			   "        Replacements:    []\n"
			   "    Level:           Error\n"
			   "    BuildDirectory:  '/src'\n"
			   "  - DiagnosticName:  clang-diagnostic-error\n"
			   "    DiagnosticMessage:\n"
			   "      Message:         no input\n"
			   "      FilePath:        ''\n"
			   "      FileOffset:      0\n"
			   "      Replacements:    []\n"
			   "    Level:           Error\n"
			   "...\n"
			   "a.c:1:1: error: x\n";

static void test_yaml(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_list list = parse(&a, yaml, 3);
	const struct diag_diagnostic *d = list.items;
	const struct diag_fixit *f = d[0].fixits.items;
	const struct diag_range *r = d[0].ranges.items;
	assert_slice(d[0].message, "it's \"so\": and on");
	assert_slice(d[0].code, "bugprone-x");
	assert_int_equal(d[0].level, DIAG_ERROR);
	assert_int_equal(d[0].line, 0);
	assert_int_equal(d[0].col, 6);
	assert_slice(d[0].col_unit, "offset");
	assert_int_equal(d[0].fixits.len, 1);
	assert_int_equal(f->col, 5);
	assert_int_equal(f->end_col, 8);
	assert_slice(f->text, "\n\xc3\xbc\xe4\xb8\x96\t");
	assert_int_equal(d[0].ranges.len, 1);
	assert_int_equal(r->end_col, 8);
	assert_int_equal(d[0].notes.len, 1);
	assert_int_equal(d[1].col, 0);
	assert_slice(d[2].message, "x");
	fl_arena_release(&a);
}

static void test_offsets(void **state)
{
	(void)state;
	char dir[] = "/tmp/fl-tidy-XXXXXX", path[64];
	struct fl_arena a;
	struct diag_source *source;
	assert_non_null(mkdtemp(dir));
	snprintf(path, sizeof(path), "%s/a.cpp", dir);
	FILE *file = fopen(path, "w");
	assert_non_null(file);
	fputs("int\nabcdef\n", file);
	fclose(file);
	assert_int_equal(diag_source_new(dir, &source, NULL), 0);
	struct fl_list list = parse(&a, yaml, 3);
	struct diag_diagnostic *d = list.items;
	assert_int_equal(diag_offsets(d, source, &a, NULL), 0);
	const struct diag_fixit *f = d->fixits.items;
	const struct diag_note *n = d->notes.items;
	const struct diag_range *r = d->ranges.items;
	assert_int_equal(d->line, 2);
	assert_int_equal(d->col, 2);
	assert_slice(d->col_unit, "byte");
	assert_int_equal(f->line, 2);
	assert_int_equal(f->col, 1);
	assert_int_equal(f->end_col, 4);
	assert_int_equal(r->end_line, 2);
	assert_int_equal(n->line, 0);
	assert_int_equal(n->col, 22);
	assert_slice(n->col_unit, "offset");
	int64_t line, col;
	assert_true(diag_source_place(source, FL_S("a.cpp"), 11, &line, &col));
	assert_false(diag_source_place(source, FL_S("a.cpp"), 12, &line, &col));
	assert_false(diag_source_place(source, FL_S("gone.hpp"), 0, &line, &col));
	diag_source_free(source);
	fl_arena_release(&a);
	unlink(path);
	rmdir(dir);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_text),
		cmocka_unit_test(test_yaml),
		cmocka_unit_test(test_offsets),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

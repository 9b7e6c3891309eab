/* Columns from unit to unit, and source lines filled in from below a directory and nowhere else. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "diag/source/columns.h"
#include "diag/parse.h"

static void test_units(void **state)
{
	(void)state;
	/* a tab, an a with an accent (2 bytes), a wide character (3 bytes, 2 cells), a byte */
	struct fl_slice line = FL_S("\t\xc3\xa1x\xe4\xb8\xad;\xff!");
	static const struct {
		size_t offset;
		int64_t byte, codepoint, display, tab4;
	} rows[] = {
		{0, 1, 1, 1, 1},
		{1, 2, 2, 9, 5},
		{3, 4, 3, 10, 6},
		{4, 5, 4, 11, 7},
		{7, 8, 5, 13, 9},
		{8, 9, 6, 14, 10},
		{9, 10, 7, 15, 11},
		{10, 11, 8, 16, 12}, /* behind the end */
		{12, 13, 10, 18, 14},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t o = rows[i].offset;
		assert_int_equal(diag_column_from_offset(line, o, DIAG_UNIT_BYTE, 8), rows[i].byte);
		assert_int_equal(diag_column_from_offset(line, o, DIAG_UNIT_CODEPOINT, 8),
			rows[i].codepoint);
		assert_int_equal(
			diag_column_from_offset(line, o, DIAG_UNIT_DISPLAY, 8), rows[i].display);
		assert_int_equal(
			diag_column_from_offset(line, o, DIAG_UNIT_DISPLAY, 4), rows[i].tab4);
		assert_int_equal(diag_column_to_offset(line, rows[i].byte, DIAG_UNIT_BYTE, 8), o);
		assert_int_equal(
			diag_column_to_offset(line, rows[i].codepoint, DIAG_UNIT_CODEPOINT, 8), o);
		assert_int_equal(
			diag_column_to_offset(line, rows[i].display, DIAG_UNIT_DISPLAY, 8), o);
		assert_int_equal(
			diag_column_to_offset(line, rows[i].tab4, DIAG_UNIT_DISPLAY, 4), o);
	}
	/* in the middle of a tab: its start */
	assert_int_equal(diag_column_to_offset(line, 5, DIAG_UNIT_DISPLAY, 8), 0);
}

static struct diag_diagnostic first(struct fl_arena *a, const char *text)
{
	struct fl_list list;
	assert_int_equal(diag_parse(fl_slice_str(text), DIAG_FROM_AUTO, a, &list, NULL), 0);
	assert_true(list.len > 0);
	return *(struct diag_diagnostic *)list.items;
}

/* Without the file, only what is printed counts, and only where no tab can hide. */
static void test_printed(void **state)
{
	(void)state;
	static const struct {
		const char *text;
		int64_t col;
		const char *unit;
	} rows[] = {
		/* gcc, four blanks: sure */
		{"a.cpp: In function 'f':\na.cpp:1:9: error: x\n    1 |     \xc3\xa1 = y;\n"
		 "      |         ^\n",
			10, "byte"},
		/* gcc, eight blanks or a tab */
		{"a.cpp: In function 'f':\na.cpp:1:9: error: x\n    1 |         y;\n"
		 "      |         ^\n",
			9, "display"},
		/* no source line at all */
		{"a.cpp: In function 'f':\na.cpp:1:9: error: x\n", 9, "display"},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct fl_arena a;
		fl_arena_init(&a, 1 << 24);
		struct diag_diagnostic d = first(&a, rows[i].text);
		assert_true(fl_slice_eqs(d.col_unit, "display"));
		assert_int_equal(diag_columns(&d, DIAG_UNIT_BYTE, DIAG_TAB, NULL, &a, NULL), 0);
		assert_int_equal(d.col, rows[i].col);
		assert_true(fl_slice_eqs(d.col_unit, rows[i].unit));
		fl_arena_release(&a);
	}
}

/* clang's byte column and its caret tell how many tabs the indentation has. */
static void test_tabs_restored(void **state)
{
	(void)state;
	struct fl_arena a;
	fl_arena_init(&a, 1 << 24);
	struct diag_diagnostic d = first(&a,
		"a.c:4:3: error: use of undeclared identifier 'yy'\n                yy = 1;\n"
		"                ^~\na.c:9:5: note: here\nfix-it:\"a.c\":{4:3-4:5}:\"xx\"\n");
	assert_true(fl_slice_eqs(d.col_unit, "byte"));
	assert_int_equal(diag_columns(&d, DIAG_UNIT_DISPLAY, 4, NULL, &a, NULL), 0);
	assert_true(fl_slice_eqs(d.col_unit, "display"));
	assert_int_equal(d.col, 9);
	const struct diag_note *n = d.notes.items;
	assert_int_equal(n->col, 5); /* of its line nothing is known */
	assert_true(fl_slice_eqs(n->col_unit, "byte"));
	fl_arena_release(&a);
}

static char dir[] = "/tmp/fl-columns.XXXXXX";

static void put(const char *name, const char *text)
{
	char path[512];
	snprintf(path, sizeof(path), "%s/%s", dir, name);
	FILE *f = fopen(path, "w");
	assert_non_null(f);
	assert_true(fputs(text, f) >= 0);
	assert_int_equal(fclose(f), 0);
}

static int make_tree(void **state)
{
	(void)state;
	char path[512], target[512];
	if (!mkdtemp(dir))
		return -1;
	snprintf(path, sizeof(path), "%s/root", dir);
	snprintf(target, sizeof(target), "%s/root/link.c", dir);
	if (mkdir(path, 0700) || symlink("../secret.c", target))
		return -1;
	snprintf(target, sizeof(target), "%s/root/inner.c", dir);
	if (symlink("a.c", target))
		return -1;
	snprintf(target, sizeof(target), "%s/root/pipe.c", dir);
	if (mkfifo(target, 0600))
		return -1;
	put("secret.c", "secret\n");
	put("root/a.c", "int x;\n\tint \xc3\xa1 = y + z;\r\nlast");
	return 0;
}

static int remove_tree(void **state)
{
	(void)state;
	static const char *const names[] = {
		"root/a.c", "root/link.c", "root/inner.c", "root/pipe.c", "secret.c"};
	char path[512];
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, names[i]);
		unlink(path);
	}
	snprintf(path, sizeof(path), "%s/root", dir);
	rmdir(path);
	return rmdir(dir);
}

static struct diag_source *open_root(void)
{
	char path[512];
	struct diag_source *s;
	snprintf(path, sizeof(path), "%s/root", dir);
	assert_int_equal(diag_source_new(path, &s, NULL), 0);
	return s;
}

static void test_confined(void **state)
{
	(void)state;
	struct diag_source *s = open_root();
	struct fl_slice line;
	char path[512];
	struct fl_error err;
	assert_true(diag_source_line(s, FL_S("a.c"), 1, &line));
	assert_true(fl_slice_eqs(line, "int x;"));
	assert_true(diag_source_line(s, FL_S("./a.c"), 2, &line));
	assert_true(fl_slice_eqs(line, "\tint \xc3\xa1 = y + z;"));
	assert_true(diag_source_line(s, FL_S("inner.c"), 3, &line));
	assert_true(fl_slice_eqs(line, "last"));
	snprintf(path, sizeof(path), "%s/root/a.c", dir);
	assert_true(diag_source_line(s, fl_slice_str(path), 1, &line));
	assert_false(diag_source_line(s, FL_S("a.c"), 4, &line));
	assert_false(diag_source_line(s, FL_S("a.c"), 0, &line));
	assert_false(diag_source_line(s, FL_S("link.c"), 1, &line));
	assert_false(diag_source_line(s, FL_S("../secret.c"), 1, &line));
	assert_false(diag_source_line(s, FL_S("../root/a.c"), 1, &line));
	assert_false(diag_source_line(s, FL_S("/etc/passwd"), 1, &line));
	assert_false(diag_source_line(s, FL_S("."), 1, &line));
	assert_false(diag_source_line(s, FL_S("pipe.c"), 1, &line));
	assert_false(diag_source_line(s, FL_S("a.c\0x"), 1, &line));
	assert_false(diag_source_line(s, FL_S(""), 1, &line));
	snprintf(path, sizeof(path), "%s/secret.c", dir);
	assert_false(diag_source_line(s, fl_slice_str(path), 1, &line));
	for (int i = 0; i < 100; i++) { /* more files than are kept */
		snprintf(path, sizeof(path), "no%d.c", i);
		assert_false(diag_source_line(s, fl_slice_str(path), 1, &line));
	}
	assert_true(diag_source_line(s, FL_S("a.c"), 1, &line));
	diag_source_free(s);
	assert_int_equal(diag_source_new("/no/such/directory", &s, &err), FL_EMISSING);
}

static void test_fill(void **state)
{
	(void)state;
	struct fl_arena a;
	struct diag_source *s = open_root();
	fl_arena_init(&a, 1 << 24);
	struct diag_diagnostic d = first(&a,
		"[{\"kind\": \"error\", \"message\": \"bad\", \"locations\": [{\"caret\": "
		"{\"file\": "
		"\"a.c\", \"line\": 2, \"column\": 19}, \"start\": {\"file\": \"a.c\", \"line\": "
		"2, "
		"\"column\": 17}, \"finish\": {\"file\": \"a.c\", \"line\": 2, \"column\": 21}}], "
		"\"children\": []}]\n");
	assert_int_equal(diag_source_fill(s, &d, &a, NULL), 0);
	assert_true(fl_slice_eqs(d.source_line, "        int \xc3\xa1 = y + z;"));
	assert_true(fl_slice_eqs(d.caret, "                ~~^~~"));
	assert_int_equal(diag_columns(&d, DIAG_UNIT_BYTE, DIAG_TAB, s, &a, NULL), 0);
	assert_int_equal(d.col, 13);
	const struct diag_range *r = d.ranges.items;
	assert_int_equal(r->col, 11);
	assert_int_equal(r->end_col, 16);
	diag_source_free(s);
	fl_arena_release(&a);
}

/* Of a range that goes on in the next line, what this one has is underlined and no more. */
static void test_fill_lines(void **state)
{
	(void)state;
	struct fl_arena a;
	struct diag_source *s = open_root();
	fl_arena_init(&a, 1 << 24);
	struct diag_diagnostic d = first(&a,
		"[{\"kind\": \"error\", \"message\": \"bad\", \"locations\": [{\"caret\": "
		"{\"file\": \"a.c\", \"line\": 1, \"column\": 5}, \"finish\": {\"file\": "
		"\"a.c\", \"line\": 2, \"column\": 9}}], \"children\": []}]\n");
	assert_int_equal(diag_source_fill(s, &d, &a, NULL), 0);
	assert_true(fl_slice_eqs(d.source_line, "int x;"));
	assert_true(fl_slice_eqs(d.caret, "    ^~"));
	diag_source_free(s);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_units),
		cmocka_unit_test(test_printed),
		cmocka_unit_test(test_tabs_restored),
		cmocka_unit_test(test_confined),
		cmocka_unit_test(test_fill),
		cmocka_unit_test(test_fill_lines),
	};
	return cmocka_run_group_tests(tests, make_tree, remove_tree);
}

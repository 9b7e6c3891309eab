/* Importing pairs, as far as nothing is compiled: rows, languages, standards, diffs, edits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "datasets/import/guess.h"
#include "datasets/import/hunks.h"
#include "datasets/import/pair.h"
#include "datasets/import/undiff.h"

static struct fl_arena arena;

static int setup(void **state)
{
	(void)state;
	fl_arena_init(&arena, 64 << 20);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fl_arena_release(&arena);
	return 0;
}

static enum ds_fate read_row(const char *row, const struct ds_pair_keys *keys, struct ds_pair *p)
{
	static const struct ds_pair_keys none = {0};
	struct fl_slice why;
	return ds_pair_read(fl_slice_str(row), keys ? keys : &none, &arena, p, &why);
}

static void test_rows(void **state)
{
	static const struct {
		const char *row;
		enum ds_fate fate;
	} cases[] = {
		{"{\"old_contents\":\"int x\\n\",\"new_contents\":\"int x;\\n\"}", DS_FATE_TAKEN},
		{"{\"buggy\":\"int x\\n\",\"fixed\":\"int x;\\n\",\"lang\":\"C\"}", DS_FATE_TAKEN},
		{"{\"buggy\":\"int x\\n\",\"fixed\":\"int x;\\n\",\"lang\":\"Java\"}",
			DS_FATE_NOT_C},
		{"{\"buggy\":\"int x\\n\",\"fixed\":\"int x;\\n\",\"path\":\"a.py\"}",
			DS_FATE_NOT_C},
		{"{\"buggy\":\"int x\\n\",\"fixed\":\"int x;\\n\",\"path\":\"Makefile\"}",
			DS_FATE_NOT_C},
		{"{\"buggy\":\"int x;\\n\",\"fixed\":\"int  x;\\n\"}", DS_FATE_NO_CHANGE},
		{"{\"buggy\":\" \\n\",\"fixed\":\"int x;\\n\"}", DS_FATE_NO_CODE},
		{"{\"buggy\":\"int x\\u0000\\n\",\"fixed\":\"int x;\\n\"}", DS_FATE_NOT_TEXT},
		{"{\"buggy\":\"int x\\n\"}", DS_FATE_MISSING_KEY},
		{"{\"buggy\":\"int x\\n\",\"fixed\":null}", DS_FATE_MISSING_KEY},
		{"{\"buggy\":\"int x\\n\",\"diff\":\"?\"}", DS_FATE_APPLY_FAILED},
		{"\"text\"", DS_FATE_NOT_JSON},
		{"{", DS_FATE_NOT_JSON},
		{"", DS_FATE_NOT_JSON},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ds_pair p;
		if (read_row(cases[i].row, NULL, &p) != cases[i].fate)
			fail_msg("%s", cases[i].row);
	}
}

static void test_columns(void **state)
{
	static const struct ds_pair_keys keys = {.before = "x", .after = "y", .message = "z"};
	struct ds_pair p;
	(void)state;
	assert_int_equal(
		read_row("{\"x\":\"int a\\n\",\"y\":\"int a;\\n\",\"z\":\"Mend */ it\\nmore\","
			 "\"new_file\":\"src\\\\a b.c\",\"repos\":\"one/r, two/r\","
			 "\"before\":\"?\",\"commit\":\"abc\",\"license\":\"mit\"}",
			&keys, &p),
		DS_FATE_TAKEN);
	assert_true(fl_slice_eqs(p.before, "int a\n"));
	assert_true(fl_slice_eqs(p.unit.name, "input.c"));
	assert_true(fl_slice_eqs(p.message, "Mend / it"));
	assert_true(fl_slice_eqs(p.repository, "one/r"));
	assert_true(fl_slice_eqs(p.commit, "abc"));
	assert_true(fl_slice_eqs(p.licence, "mit"));
	assert_int_equal(read_row("{\"x\":\"int a\\n\",\"fixed\":\"int a;\\n\"}", &keys, &p),
		DS_FATE_MISSING_KEY);
}

static void test_names(void **state)
{
	static const struct {
		const char *path, *name;
	} cases[] = {{"a.c", "a.c"}, {"x/y/a-b_1.c", "a-b_1.c"}, {"-o.c", "input.c"},
		{".c", "input.c"}, {"a;b.c", "input.c"}, {"../a.c", "a.c"}};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ds_pair p;
		char row[200];
		snprintf(row, sizeof(row),
			"{\"path\":\"%s\",\"before\":\"int x\\n\",\"after\":\"int x;\\n\"}",
			cases[i].path);
		assert_int_equal(read_row(row, NULL, &p), DS_FATE_TAKEN);
		assert_true(fl_slice_eqs(p.unit.name, cases[i].name));
		assert_int_equal(p.unit.language, TG_C);
	}
}

static void test_language(void **state)
{
	static const struct {
		const char *name, *language, *text;
		int is; /* -1: neither */
	} cases[] = {
		{"a.c", "", "class x;", TG_C},
		{"a.cc", "C", "int x;", TG_CXX},
		{"a.h", "", "struct x { int y; };", TG_C},
		{"a.h", "", "class x { };", TG_CXX},
		{"a.h", "", "class x {\npublic:\n};", TG_CXX},
		{"a.h", "C++", "int x;", TG_CXX},
		{"a.hpp", "", "int x;", TG_CXX},
		{"a.rs", "", "int x;", -1},
		{"a.m", "", "int x;", -1},
		{"", "cpp", "x", TG_CXX},
		{"", "", "#include <stdio.h>\nint x;", TG_C},
		{"", "", "#include <vector>\nstd::vector<int> x;", TG_CXX},
		{"", "", "def f():\n\tpass\n", -1},
		{"", "", "", -1},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		int is = -1;
		struct ds_guess_of of = {fl_slice_str(cases[i].name),
			fl_slice_str(cases[i].language), fl_slice_str(cases[i].text)};
		if (!ds_guess_language(&of, &is))
			is = -1;
		if (is != cases[i].is)
			fail_msg("%s %s %s: %d", cases[i].name, cases[i].language, cases[i].text,
				is);
	}
}

static void test_standards(void **state)
{
	const char *s[DS_STANDARDS_MAX];
	(void)state;
	assert_int_equal(ds_guess_standards(TG_C, FL_S("int x;"), s), 1);
	assert_string_equal(s[0], "gnu17");
	assert_int_equal(ds_guess_standards(TG_CXX, FL_S("int x;"), s), 1);
	assert_string_equal(s[0], "gnu++17");
	assert_int_equal(ds_guess_standards(TG_CXX, FL_S("#include <span>"), s), 2);
	assert_string_equal(s[1], "gnu++20");
	assert_int_equal(ds_guess_standards(TG_CXX, FL_S("std::unreachable() register int"), s), 3);
	assert_string_equal(s[1], "gnu++23");
	assert_string_equal(s[2], "gnu++14");
	assert_int_equal(ds_guess_standards(TG_C, FL_S("x = nullptr;"), s), 2);
	assert_string_equal(s[1], "gnu2x");
}

static const char before[] = "one\ntwo\nthree\nfour\nfive";
static const char after[] = "one\n2\nthree\nfour\nfive\n";
static const char change[] = "diff --git a/src/n.txt b/src/n.txt\nindex 1..2 100644\n"
			     "--- a/src/n.txt\n+++ b/src/n.txt\n"
			     "@@ -1,5 +1,5 @@ here\n one\n-two\n+2\n three\n four\n-five\n"
			     "\\ No newline at end of file\n+five\n";
static const char other[] = "--- a/m.txt\n+++ b/m.txt\n@@ -1 +1 @@\n-a\n+b\n";

static int undiff(
	struct fl_slice diff, const char *name, const char *from, bool back, struct fl_slice *to)
{
	return ds_undiff(diff, fl_slice_str(name), fl_slice_str(from), back, &arena, to, NULL);
}

static void test_undiff(void **state)
{
	struct fl_slice to, d = FL_S(change);
	(void)state;
	assert_int_equal(undiff(d, "n.txt", before, false, &to), 0);
	assert_true(fl_slice_eqs(to, after));
	assert_int_equal(undiff(d, "n.txt", after, true, &to), 0);
	assert_true(fl_slice_eqs(to, before));
	/* The name is of no use where there is one file. */
	assert_int_equal(undiff(d, "x.txt", before, false, &to), 0);
	assert_int_equal(undiff(d, "n.txt", after, false, &to), FL_EREFUSED);
	for (int order = 0; order < 2; order++) {
		struct fl_slice both = fl_arena_printf(
			&arena, "%s%s", order ? change : other, order ? other : change);
		assert_int_equal(undiff(both, "n.txt", before, false, &to), 0);
		assert_true(fl_slice_eqs(to, after));
		assert_int_equal(undiff(both, "x.txt", before, false, &to), FL_EPARSE);
	}
	/* A line of a hunk that looks like a header is none. */
	assert_int_equal(
		undiff(FL_S("@@ -1,2 +1,2 @@\n--- x\n+++ y\n z\n"), "", "-- x\nz\n", false, &to),
		0);
	assert_true(fl_slice_eqs(to, "++ y\nz\n"));
	assert_int_equal(
		undiff(FL_S("@@ -1,2 +1,2 @@\n one\n"), "", before, false, &to), FL_EPARSE);
	assert_int_equal(undiff(FL_S(""), "", before, false, &to), FL_EPARSE);
}

static const struct ds_edit *edits_of(
	const char *fixed, const char *buggy, size_t most, size_t *ret_count)
{
	struct fl_list edits = {0};
	*ret_count = 0;
	if (ds_hunks(FL_S("a.c"), fl_slice_str(fixed), fl_slice_str(buggy), most, &arena, &edits,
		    NULL))
		return NULL;
	*ret_count = edits.len;
	return edits.items;
}

/* The edits, put into the fixed text, make the faulty one. */
static void check_edits(const char *fixed, const char *buggy, size_t wanted)
{
	size_t n, at = 0;
	const struct ds_edit *e = edits_of(fixed, buggy, 100, &n);
	struct fl_buf out;
	assert_int_equal(n, wanted);
	fl_buf_init(&out, 1 << 16);
	for (size_t i = 0; i < n; i++) {
		assert_true((size_t)e[i].offset >= at);
		fl_buf_add(&out, fixed + at, (size_t)e[i].offset - at);
		fl_buf_slice(&out, e[i].replacement);
		at = (size_t)e[i].offset + e[i].original.len;
		assert_memory_equal(fixed + e[i].offset, e[i].original.ptr, e[i].original.len);
		assert_true(!e[i].original.len || !fl_slice_eq(e[i].original, e[i].replacement));
	}
	fl_buf_str(&out, fixed + at);
	assert_string_equal(out.data, buggy);
	fl_buf_release(&out);
}

static const char fixed_c[] = "#include <a.h>\n#include <b.h>\n\n/* Is it f? */\nint f(int x)\n{\n"
			      "\tint result = x + 1;\n\treturn result;\n}\n";

static void test_hunks(void **state)
{
	size_t n;
	(void)state;
	check_edits(fixed_c, fixed_c, 0);
	check_edits("a\n", "b\n", 1);
	check_edits("a", "b\n", 1);
	check_edits("a\nb\nc\n", "a\nc\n", 1);
	check_edits("a\nc\n", "a\nb\nc\n", 1);
	check_edits("a\n", "a", 1);
	check_edits("", "a\n", 1);
	check_edits("x y\nx y\nx y\n", "x z\nx z\nx z\n", 3);
	check_edits("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n", "A\nb\nc\nd\ne\nf\ng\nh\ni\nj\nK\n", 2);
	/* Of a line that stays for the most part, the words that do not. */
	const struct ds_edit *e =
		edits_of("\treturn result_of(x);\n", "\treturn result(x);\n", 9, &n);
	assert_int_equal(n, 1);
	assert_true(
		fl_slice_eqs(e->original, "result_of") && fl_slice_eqs(e->replacement, "result"));
	/* Of blanks alone, the line. */
	e = edits_of("a = b;\nx;\n", "a  = b;\nx;\n", 9, &n);
	assert_int_equal(n, 1);
	assert_true(fl_slice_eqs(e->original, "a = b;"));
	assert_null(edits_of("a\nb\nc\n", "d\ne\nf\n", 5, &n));
	assert_non_null(edits_of("a\nb\nc\n", "d\ne\nf\n", 6, &n));
}

static void test_functions(void **state)
{
	size_t n;
	(void)state;
	const struct ds_edit *e = edits_of(fixed_c,
		"#include <a.h>\n\n/* Is it f? */\nint f(int x)\n{\n"
		"\tint result = x + 1;\n\treturn reslt;\n}\n",
		9, &n);
	assert_int_equal(n, 2);
	assert_int_equal(e[0].function.len, 0);
	assert_true(fl_slice_eqs(e[1].function, "f"));
	assert_int_equal(e[1].buggy_line, 7);
	assert_int_equal(e[1].line, 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_rows, setup, teardown),
		cmocka_unit_test_setup_teardown(test_columns, setup, teardown),
		cmocka_unit_test_setup_teardown(test_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_language, setup, teardown),
		cmocka_unit_test_setup_teardown(test_standards, setup, teardown),
		cmocka_unit_test_setup_teardown(test_undiff, setup, teardown),
		cmocka_unit_test_setup_teardown(test_hunks, setup, teardown),
		cmocka_unit_test_setup_teardown(test_functions, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

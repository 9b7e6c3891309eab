/*
 * Importing pairs, as far as nothing is compiled: rows, languages, standards, diffs, edits, patches,
 * trees.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "datasets/corpus/corpus.h"
#include "datasets/import/guess.h"
#include "datasets/import/mend/hunks.h"
#include "datasets/import/mend/lines.h"
#include "datasets/import/pair.h"
#include "datasets/import/mend/reduced.h"
#include "datasets/import/mend/patches.h"
#include "datasets/import/mend/undiff.h"
#include "datasets/record/reason.h"
#include "datasets/tree/closure.h"

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
	assert_true(fl_slice_eqs(p.unit.name, "a_b.c"));
	assert_true(fl_slice_eqs(p.message, "Mend / it"));
	assert_true(fl_slice_eqs(p.repository, "one/r"));
	assert_true(fl_slice_eqs(p.commit, "abc"));
	assert_true(fl_slice_eqs(p.licence, "mit"));
	assert_int_equal(read_row("{\"x\":\"int a\\n\",\"fixed\":\"int a;\\n\"}", &keys, &p),
		DS_FATE_MISSING_KEY);
}

/* What an author says stays, but for what would end or forge a part of a record. */
static void test_messages(void **state)
{
	static const struct {
		const char *said, *told;
	} cases[] = {
		{"Mend a < b, #include <map> and int *p", "Mend a < b, #include <map> and int *p"},
		{"Return Array<T>, not **/ it /*", "Return Array<T>, not / it /*"},
		{"<CODE_END> <CODE_START>x</s> <|im_end|>", "CODE_END> CODE_START>x/s> |im_end|>"},
		{"<<CODE_END> <<|x|> <`|y|> <CODE_`END> <*/s> <A_<B_> **/",
			"CODE_END> |x|> <'|y|> "
			"<CODE_'END> /s> A_B_> /"},
		{"Use `x`\\u202e\\u0007\\tnow", "Use 'x' now"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct ds_pair p;
		char row[400];
		snprintf(row, sizeof(row),
			"{\"buggy\":\"int x\\n\",\"fixed\":\"int x;\\n\",\"message\":\"%s\"}",
			cases[i].said);
		assert_int_equal(read_row(row, NULL, &p), DS_FATE_TAKEN);
		if (!fl_slice_eqs(p.message, cases[i].told))
			fail_msg("%s: %.*s", cases[i].said, FL_ARG(p.message));
	}
}

static void test_names(void **state)
{
	static const struct {
		const char *path, *name;
	} cases[] = {{"a.c", "a.c"}, {"x/y/a-b_1.c", "a-b_1.c"}, {"-o.c", "_o.c"},
		{".c", "input.c"}, {"a;b.c", "a_b.c"}, {"../a.c", "a.c"}};
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

/* Each of the edits from one to the other: 'c': comments alone. */
static void check_idle(const char *fixed, const char *buggy, const char *wanted)
{
	struct fl_list edits;
	bool idle[8] = {0};
	char seen[sizeof(idle) + 1] = "";
	assert_int_equal(ds_hunks(FL_S("a.c"), fl_slice_str(fixed), fl_slice_str(buggy), 100,
				 &arena, &edits, NULL),
		0);
	assert_in_range(edits.len, 1, sizeof(idle));
	assert_int_equal(
		ds_hunks_idle(&edits, fl_slice_str(fixed), fl_slice_str(buggy), &arena, idle, NULL),
		0);
	for (size_t i = 0; i < edits.len; i++)
		seen[i] = idle[i] ? 'c' : '.';
	assert_string_equal(seen, wanted);
}

static void test_idle(void **state)
{
	(void)state;
	check_idle("/* By A\n * and B */\nint a;\n\nint b; // two\nint c;\n",
		"/* By A */\nint a;\n\nint b; // three\nint d;\n", "cc.");
	check_idle("int a;\n\n\nint b;\n", "int a;\nint b;\n", "c");
	check_idle("char *s = \"/* a */\";\nint x;\n", "char *s = \"/* b */\";\nint x;\n", ".");
	check_idle("int a;\nint b; /* z */\n", "int a;\nlong b; /* y */\n", ".c");
	/* A comment is one edit, whatever became of its lines. */
	check_idle("int a; /* one\n * two\n * three */\nint b;\n", "int a;\nint c;\n", "c.");
	check_idle("int b;\n", "// one\n// two\nint c;\n", "c.");
	check_idle("/* one\n two */\nint a;\n/* three */\nint b;\n", "int a;\nint c;\n", "cc.");
}

/* Without some of the edits; and whether all is there that both sides have. */
static void check_reduced(
	const char *fixed, const char *buggy, const char *keep, const char *wanted, bool keeps)
{
	struct ds_both both;
	struct fl_list edits;
	struct fl_slice text;
	bool kept[8] = {0}, has = !keeps;
	assert_int_equal(ds_hunks(FL_S("a.c"), fl_slice_str(fixed), fl_slice_str(buggy), 100,
				 &arena, &edits, NULL),
		0);
	assert_int_equal(edits.len, strlen(keep));
	for (size_t i = 0; i < edits.len; i++)
		kept[i] = keep[i] == '+';
	assert_int_equal(
		ds_both_of(fl_slice_str(buggy), fl_slice_str(fixed), &arena, &both, NULL), 0);
	assert_int_equal(ds_reduced(fl_slice_str(fixed), &edits, kept, &arena, &text, NULL), 0);
	assert_int_equal(ds_both_in(&both, text, &has, NULL), 0);
	if (!fl_slice_eqs(text, wanted))
		fail_msg("%.*s", FL_ARG(text));
	assert_int_equal(has, keeps);
}

static void test_reduced(void **state)
{
	(void)state;
	check_reduced("int a = 1;\n\nint b = 2;\n", "int a = x;\n\nint b = 3;\n", "+-",
		"int a = 1;\n\nint b = 3;\n", true);
	/* a went from the one line to the other: half of that is a loss. */
	check_reduced("int a = 1;\nint b = 2;\n\nint c;\n", "int a = x; int b = 2;\n\nint c;\n",
		"-+", "int b = 2;\n\nint c;\n", false);
	/* A comment that ends elsewhere hides what is behind it. */
	check_reduced("int a; /* one */\nint b = 1;\n/* two */\n",
		"int a; /* one\n of two */ int b = x;\n/* two */\n", "-+",
		"int a; /* one\nint b = 1;\n/* two */\n", false);
}

/* Of unequal runs the lines that are alike are the same line, others came or went. */
static void test_pairing(void **state)
{
	static const struct {
		const char *was, *is, *to;
	} rows[] = {
		{"return a + c;", "int unused = 2;|return b + c;", "1"},
		{"int x = 1;|int y = x + a;", "int x = 1; /* first|of two */|int y = x + z;", "02"},
		{"one(a);|two(b);", "three(c, d);", "--"},
		{"  call(a, b);", "if (a)|\tcall(a, c);", "1"},
		{"", "a;", ""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct fl_slice sides[2][8], rest, line;
		const char *texts[2] = {rows[i].was, rows[i].is};
		size_t count[2] = {0};
		char seen[9] = "";
		int to[8];
		for (int k = 0; k < 2; k++)
			for (rest = fl_slice_str(texts[k]); rest.len;) {
				ptrdiff_t bar = fl_slice_chr(rest, '|');
				line = bar < 0 ? rest : fl_slice_head(rest, (size_t)bar);
				sides[k][count[k]++] = line;
				rest = fl_slice_skip(rest, line.len + (bar >= 0));
			}
		assert_int_equal(
			ds_lines_pair(sides[0], count[0], sides[1], count[1], &arena, to, NULL), 0);
		for (size_t k = 0; k < count[0]; k++)
			seen[k] = to[k] < 0 ? '-' : (char)('0' + to[k]);
		assert_string_equal(seen, rows[i].to);
	}
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
	/* Of added lines those that include, each by itself. */
	check_edits("#include <a.h>\n#include <b.h>\nint x;\n", "int x;\n", 2);
	check_edits("#include <a.h>\nint y;\nint x;\n", "int x;\n", 1);
	check_edits("a\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\n", "A\nb\nc\nd\ne\nf\ng\nh\ni\nj\nK\n", 2);
	/* Of a line that stays for the most part, the words that do not. */
	const struct ds_edit *e =
		edits_of("\treturn result_of(x);\n", "\treturn result(x);\n", 9, &n);
	assert_int_equal(n, 1);
	assert_true(
		fl_slice_eqs(e->original, "result_of") && fl_slice_eqs(e->replacement, "result"));
	e = edits_of("\twhile (i < n && x)\n", "\twhile (i <= n && x)\n", 9, &n);
	assert_int_equal(n, 1);
	assert_true(fl_slice_eqs(e->original, "<") && fl_slice_eqs(e->replacement, "<="));
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

/* ---- patches ---- */

static const struct ds_patch_part *part_of(const struct fl_list *patches, size_t i, size_t k)
{
	const struct ds_patch_text *p = (const struct ds_patch_text *)patches->items + i;
	assert_true(i < patches->len && k < p->parts.len);
	return (const struct ds_patch_part *)p->parts.items + k;
}

static void test_patches(void **state)
{
	static const char text[] =
		"From 0123456789abcdef0123456789abcdef01234567 Mon Sep 17 00:00:00 2001\n"
		"Subject: [PATCH 1/2] Say two\n\n---\n a.c | 2 +-\n\n"
		"diff --git a/src/a.c b/src/a.c\n--- a/src/a.c\t2001\n+++ b/src/a.c\t2001\n"
		"@@ -2,3 +2,3 @@ int f\n one\n--- two\n+++ 2\n three\n@@ -9 +9 @@\n-nine\n+9\n"
		"--- /dev/null\n+++ b/new.c\n@@ -0,0 +1,2 @@\n+x\n+y\n-- \n2.39\n"
		"commit 89abcdef0123456789abcdef0123456789abcdef (HEAD)\nAuthor: Ada\n\n"
		"    Take it away\n\n--- a/old.c\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
		"\\ No newline at end of file\n";
	struct fl_list patches;
	struct fl_slice made;
	(void)state;
	assert_int_equal(ds_patches_read(FL_S(text), 1, &arena, &patches, NULL), 0);
	assert_int_equal(patches.len, 2);
	const struct ds_patch_text *p = patches.items;
	assert_true(fl_slice_eqs(p[0].message, "Say two"));
	assert_true(fl_slice_eqs(p[1].message, "Take it away"));
	assert_true(fl_slice_starts(p[1].id, "89abcdef"));
	assert_true(fl_slice_eqs(part_of(&patches, 0, 0)->path, "src/a.c"));
	assert_true(part_of(&patches, 0, 1)->adds && part_of(&patches, 1, 0)->removes);
	/* A line that looks like a header is one of the hunk; both hunks stand one line further on. */
	assert_int_equal(
		ds_patch_part_apply(part_of(&patches, 0, 0),
			FL_S("0\n0\none\n-- two\nthree\n\n\n\n\nnine\n"), &arena, &made, NULL),
		0);
	assert_true(fl_slice_eqs(made, "0\n0\none\n++ 2\nthree\n\n\n\n\n9\n"));
	assert_int_equal(ds_patch_part_apply(part_of(&patches, 0, 0), FL_S("one\ntwo\nthree\n"),
				 &arena, &made, NULL),
		FL_EREFUSED);
	assert_int_equal(ds_patch_part_apply(
				 part_of(&patches, 0, 1), fl_slice(NULL, 0), &arena, &made, NULL),
		0);
	assert_true(fl_slice_eqs(made, "x\ny\n"));
	assert_int_equal(
		ds_patch_part_apply(part_of(&patches, 1, 0), FL_S("x"), &arena, &made, NULL), 0);
	assert_int_equal(made.len, 0);
	/* What cannot be read costs its file alone. */
	assert_int_equal(
		ds_patches_read(FL_S("--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\ndiff a/y b/y\n--- a/y\n"
				     "+++ b/y\n@@ -1 +1 @@\n-a\n+b\n--- a/z\n+++ b/z\n"
				     "@@ -1,99999999999 +1 @@\n-a\n"),
			1, &arena, &patches, NULL),
		0);
	assert_int_equal(((const struct ds_patch_text *)patches.items)->parts.len, 3);
	assert_true(part_of(&patches, 0, 0)->why && !part_of(&patches, 0, 1)->why &&
		    part_of(&patches, 0, 2)->why);
	assert_int_equal(
		ds_patches_read(FL_S("Dear all,\nno patch.\n"), 1, &arena, &patches, NULL), 0);
	assert_int_equal(patches.len, 0);
	assert_int_equal(ds_patches_read(FL_S("Description:\n words\n--- x.c\n+++ x.c\n@@ -1 +1 "
					      "@@\n-a\n+b\n"),
				 0, &arena, &patches, NULL),
		0);
	assert_true(fl_slice_eqs(((const struct ds_patch_text *)patches.items)->message, "words"));
}

/* What git says of files that moved, with hunks and without, and of names that it quotes. */
static void patches_move_files(void **state)
{
	static const char text[] =
		"commit 89abcdef0123456789abcdef0123456789abcdef\n\n    Move it\n"
		"    rename from nowhere\n\n"
		"diff --git a/src/a.c b/lib/a.c\nsimilarity index 90%\nrename from src/a.c\n"
		"rename to lib/a.c\n--- a/src/a.c\n+++ b/lib/a.c\n@@ -1 +1 @@\n-a\n+b\n"
		"diff --git a/b.c b/c.c\nsimilarity index 100%\nrename from b.c\nrename to c.c\n"
		"diff --git a/b.h b/c.h\nsimilarity index 100%\ncopy from b.h\ncopy to c.h\n"
		"diff --git \"a/\\303\\244 \\\"x.c\" \"b/\\303\\244 \\\"x.c\"\n"
		"--- \"a/\\303\\244 \\\"x.c\"\n+++ \"b/\\303\\244 \\\"x.c\"\n@@ -1 +1 @@\n-a\n+b\n"
		"diff --git a/p.png b/p.png\nGIT binary patch\ndelta 3\nabc\n";
	static const struct {
		const char *from, *path;
		bool hunks, copies;
	} want[] = {
		{"src/a.c", "lib/a.c", true, false},
		{"b.c", "c.c", false, false},
		{"b.h", "c.h", false, true},
		{"", "\303\244 \"x.c", true, false},
	};
	struct fl_list patches;
	(void)state;
	assert_int_equal(ds_patches_read(FL_S(text), 1, &arena, &patches, NULL), 0);
	assert_int_equal(patches.len, 1);
	const struct ds_patch_text *p = patches.items;
	assert_true(fl_slice_eqs(p->message, "Move it"));
	assert_int_equal(p->parts.len, sizeof(want) / sizeof(want[0]));
	for (size_t i = 0; i < p->parts.len; i++) {
		const struct ds_patch_part *part = part_of(&patches, 0, i);
		assert_true(fl_slice_eqs(part->from, want[i].from));
		assert_true(fl_slice_eqs(part->path, want[i].path));
		assert_true((part->hunks.len > 0) == want[i].hunks);
		assert_true(part->copies == want[i].copies);
	}
}

/* ---- trees ---- */

static const struct {
	const char *path, *text;
} tree_files[] = {
	{"a.h", "#include \"sub/b.h\"\n"},
	{"sub/b.h", "# include <deep.h>\n"},
	{"sub/include/c d.h", ""},
	{"x/y/deep.h", ""},
	{"x/two.h", ""},
	{"y/two.h", ""},
	{"z/stdio.h", ""},
	{"big.h", ""},
};

enum { TREE_FILES = sizeof(tree_files) / sizeof(tree_files[0]) };

static int tree_read(struct ds_tree *t, struct fl_slice path, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	(void)t, (void)a, (void)err;
	for (size_t i = 0; i < TREE_FILES; i++)
		if (fl_slice_eqs(path, tree_files[i].path)) {
			*ret_text = fl_slice_str(tree_files[i].text);
			return fl_slice_eqs(path, "big.h") ? DS_TREE_LARGE : DS_TREE_FOUND;
		}
	return DS_TREE_ABSENT;
}

static int tree_list(
	struct ds_tree *t, struct fl_arena *a, struct fl_vec *paths, struct fl_error *err)
{
	(void)t, (void)a, (void)err;
	for (size_t i = 0; i < TREE_FILES; i++)
		*(struct fl_slice *)fl_vec_add(paths) = fl_slice_str(tree_files[i].path);
	return 0;
}

static void tree_close(struct ds_tree *t)
{
	(void)t;
}

static const struct ds_tree_ops tree_ops = {tree_read, tree_list, tree_close, NULL};

/* The files and directories of a closure, with blanks between; "" and a code. */
static const char *closed(const char *path, const char *text, int *ret_rc)
{
	struct ds_tree t;
	struct ds_closure c = {0};
	struct fl_slice side = fl_slice_str(text), all = {0};
	ds_tree_init(&t, &tree_ops);
	*ret_rc = ds_closure(&t, fl_slice_str(path), &side, 1, &arena, &c, NULL);
	for (size_t i = 0; i < c.files.len; i++)
		all = fl_arena_printf(&arena, "%.*s%.*s ", FL_ARG(all),
			FL_ARG(((const struct tg_file *)c.files.items)[i].path));
	for (size_t i = 0; i < c.dirs.len; i++)
		all = fl_arena_printf(
			&arena, "%.*s-I%.*s ", FL_ARG(all), FL_ARG(tg_text_at(&c.dirs, i)));
	ds_tree_close(&t);
	return all.len ? all.ptr : "";
}

static void test_closure(void **state)
{
	static const struct {
		const char *path, *text, *wanted;
	} cases[] = {
		{"m.c", "int x;\n", ""},
		{"m.c", "#include \"a.h\"\n", "a.h sub/b.h x/y/deep.h -Ix/y "},
		{"m.c", "#include <a.h>\n", "a.h sub/b.h x/y/deep.h -I. -Ix/y "},
		{"sub/m.c", "#include <c d.h>\n#include <c d.h>\n",
			"sub/include/c d.h -Isub/include "},
		{"sub/q/m.c", "#include \"c d.h\"\n", "sub/include/c d.h -Isub/include "},
		{"m.c", "#include <y/deep.h>\n#include <deep.h>\n", "x/y/deep.h -Ix -Ix/y "},
		{"m.c", "#include <two.h>\n", ""},
		{"x/m.c", "#include <two.h>\n", "x/two.h -Ix "},
		{"m.c", "#include <x/two.h>\n#include <y/two.h>\n", "x/two.h y/two.h -I. "},
		{"m.c", "#include <stdio.h>\n", ""},
		{"m.c", "#include \"stdio.h\"\n", "z/stdio.h -Iz "},
		{"x/m.c", "#include \"../sub/../y/two.h\"\n", "y/two.h "},
		{"m.c", "#include \"../m.c\"\n#include \"/a.h\"\n#include \"m.c\"\n", ""},
	};
	int rc;
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		const char *is = closed(cases[i].path, cases[i].text, &rc);
		if (rc || strcmp(is, cases[i].wanted))
			fail_msg("%s %s: %d %s", cases[i].path, cases[i].text, rc, is);
	}
	closed("m.c", "#include \"big.h\"\n", &rc);
	assert_int_equal(rc, FL_ELIMIT);
}

static void test_places(void **state)
{
	static const struct {
		const char *name, *path;
	} cases[] = {{"a/sub/b.h", "sub/b.h"}, {"sub/b.h", "sub/b.h"}, {"./sub//b.h", "sub/b.h"},
		{"pkg-1.2/a.h", "a.h"}, {"q/w/e.c", "q/w/e.c"}, {"../a.h", ""}, {"/a.h", ""},
		{"x\n.c", ""}, {"-o.c", ""}, {"a/-o.c", ""}, {"x\".c", ""}, {" a.c", ""}, {"", ""}};
	struct ds_tree t;
	(void)state;
	ds_tree_init(&t, &tree_ops);
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fl_slice path;
		assert_int_equal(
			ds_tree_place(&t, fl_slice_str(cases[i].name), &arena, &path, NULL), 0);
		if (!fl_slice_eqs(path, cases[i].path))
			fail_msg("%s: %.*s", cases[i].name, FL_ARG(path));
	}
	ds_tree_close(&t);
}

/* What can be run at all. */
static void test_main(void **state)
{
	static const struct {
		const char *text;
		bool has;
	} cases[] = {{"int main(void) { return 0; }\n", true}, {"int\nmain ()\n", true},
		{"int domain(void);\n", false}, {"/* main() */ int x;\n", false},
		{"const char *s = \"main(\";\n", false}, {"int main;\n", false}, {"", false}};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		if (ds_corpus_has_main(fl_slice_str(cases[i].text)) != cases[i].has)
			fail_msg("%s", cases[i].text);
}

/* The author's line stands in the block, and can be told from it; a block without one is whole. */
static void test_author(void **state)
{
	static const char block[] = "<THOUGHT_START>\n/* ERROR_CLASS: ub\n */\n<THOUGHT_END>\n";
	struct ds_record r = {0};
	(void)state;
	r.reasoning = ds_reason_with_author(fl_slice_str(block), FL_S("Mend it"), &arena);
	assert_true(fl_slice_eqs(r.reasoning,
		"<THOUGHT_START>\n/* ERROR_CLASS: ub\n * AUTHOR: Mend it\n */\n<THOUGHT_END>\n"));
	assert_true(fl_slice_eqs(ds_reason_author(&r), "Mend it"));
	r.reasoning = ds_reason_with_author(fl_slice_str(block), FL_S(""), &arena);
	assert_true(fl_slice_eqs(r.reasoning, block));
	assert_true(fl_slice_eqs(ds_reason_author(&r), ""));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_rows, setup, teardown),
		cmocka_unit_test_setup_teardown(test_columns, setup, teardown),
		cmocka_unit_test_setup_teardown(test_messages, setup, teardown),
		cmocka_unit_test_setup_teardown(test_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_language, setup, teardown),
		cmocka_unit_test_setup_teardown(test_standards, setup, teardown),
		cmocka_unit_test_setup_teardown(test_undiff, setup, teardown),
		cmocka_unit_test_setup_teardown(test_hunks, setup, teardown),
		cmocka_unit_test_setup_teardown(test_idle, setup, teardown),
		cmocka_unit_test_setup_teardown(test_reduced, setup, teardown),
		cmocka_unit_test_setup_teardown(test_pairing, setup, teardown),
		cmocka_unit_test_setup_teardown(test_functions, setup, teardown),
		cmocka_unit_test_setup_teardown(test_patches, setup, teardown),
		cmocka_unit_test_setup_teardown(patches_move_files, setup, teardown),
		cmocka_unit_test_setup_teardown(test_closure, setup, teardown),
		cmocka_unit_test_setup_teardown(test_places, setup, teardown),
		cmocka_unit_test_setup_teardown(test_main, setup, teardown),
		cmocka_unit_test_setup_teardown(test_author, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

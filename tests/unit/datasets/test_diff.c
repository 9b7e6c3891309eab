/* Unified diffs: exact texts, random round trips, and diffs that do not fit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/rng.h"
#include "datasets/record/diff.h"

static int write_diff(struct fl_buf *out, struct fl_slice from, struct fl_slice to)
{
	fl_buf_init(out, 8 << 20);
	return ds_diff_write(out, FL_S("a.c"), from, to, NULL);
}

/* What GNU diff -u writes, but for the times in its header. */
static const struct {
	const char *from, *to, *hunks;
} cases[] = {
	{"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nX\n6\n7\n8\n9\n",
		"@@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5\n+X\n 6\n 7\n 8\n"},
	{"a\n", "b\n", "@@ -1 +1 @@\n-a\n+b\n"},
	{"a\nb\n", "a\n", "@@ -1,2 +1 @@\n a\n-b\n"},
	{"", "a\n", "@@ -0,0 +1 @@\n+a\n"},
	{"a\n", "", "@@ -1 +0,0 @@\n-a\n"},
	{"a", "a\n", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n"},
	{"1\n2\n3\n4\n5\n6\n7\n8\n9\n", "X\n2\n3\n4\n5\n6\n7\n8\nY\n",
		"@@ -1,4 +1,4 @@\n-1\n+X\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+Y\n"},
	{"1\n2\n3\n4\n5\n6\n7\n8\n", "X\n2\n3\n4\n5\n6\n7\nY\n",
		"@@ -1,8 +1,8 @@\n-1\n+X\n 2\n 3\n 4\n 5\n 6\n 7\n-8\n+Y\n"},
	{"a\nb\nc\n", "a\nc\n", "@@ -1,3 +1,2 @@\n a\n-b\n c\n"},
};

static void exact(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fl_buf b;
		assert_int_equal(
			write_diff(&b, fl_slice_str(cases[i].from), fl_slice_str(cases[i].to)), 0);
		static const char head[] = "--- a/a.c\n+++ b/a.c\n";
		assert_true(fl_slice_starts(fl_buf_view(&b), head));
		assert_string_equal(b.data + strlen(head), cases[i].hunks);
		fl_buf_release(&b);
	}
	struct fl_buf b;
	assert_int_equal(write_diff(&b, FL_S("same\n"), FL_S("same\n")), 0);
	assert_int_equal(b.len, 0);
}

/* patch(1) takes a name up to its first blank, but for a tab behind it. */
static void name_with_blank(void **state)
{
	struct fl_slice path = FL_S("my src/a.c"), to;
	struct fl_arena a;
	struct fl_buf b;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	fl_buf_init(&b, 1 << 20);
	assert_int_equal(ds_diff_write(&b, path, FL_S("a\n"), FL_S("b\n"), NULL), 0);
	assert_string_equal(
		b.data, "--- a/my src/a.c\t\n+++ b/my src/a.c\t\n@@ -1 +1 @@\n-a\n+b\n");
	assert_int_equal(ds_diff_apply(fl_buf_view(&b), path, FL_S("a\n"), &a, &to, NULL), 0);
	assert_true(fl_slice_eqs(to, "b\n"));
	/* As it was written before. */
	assert_int_equal(ds_diff_apply(FL_S("--- a/my src/a.c\n+++ b/my src/a.c\n"
					    "@@ -1 +1 @@\n-a\n+b\n"),
				 path, FL_S("a\n"), &a, &to, NULL),
		0);
	assert_int_not_equal(
		ds_diff_apply(fl_buf_view(&b), FL_S("my src/a"), FL_S("a\n"), &a, &to, NULL), 0);
	fl_buf_release(&b);
	fl_arena_release(&a);
}

/* Up to 40 lines of few different texts, so that lines repeat. */
static struct fl_slice random_text(struct fl_arena *a, struct fl_rng *r)
{
	static const char *const words[] = {"", "{", "}", "-x", "+y", " z", "@@", "\\ No"};
	struct fl_buf b;
	fl_buf_init(&b, 1 << 20);
	for (uint64_t n = fl_rng_below(r, 40); n; n--) {
		fl_buf_str(&b, words[fl_rng_below(r, 8)]);
		if (n > 1 || fl_rng_below(r, 4))
			fl_buf_char(&b, '\n');
	}
	struct fl_slice s = fl_arena_slice(a, fl_buf_view(&b));
	fl_buf_release(&b);
	return s;
}

/* b is a with a few lines of another text in it. */
static struct fl_slice random_edit(struct fl_arena *a, struct fl_rng *r, struct fl_slice text)
{
	size_t at = fl_rng_below(r, text.len + 1), len = fl_rng_below(r, 12);
	struct fl_slice more = fl_slice_head(random_text(a, r), fl_rng_below(r, 12));
	return fl_arena_printf(a, "%.*s%.*s%.*s", FL_ARG(fl_slice_head(text, at)), FL_ARG(more),
		FL_ARG(fl_slice_skip(text, at + len)));
}

static void apply_gives_back(void **state)
{
	(void)state;
	struct fl_rng r = fl_rng_new(7, FL_S("diff"), FL_S(""));
	for (int i = 0; i < 3000; i++) {
		struct fl_arena a;
		struct fl_buf b;
		struct fl_slice to = {0};
		fl_arena_init(&a, 1 << 20);
		struct fl_slice x = random_text(&a, &r);
		struct fl_slice y = i % 2 ? random_text(&a, &r) : random_edit(&a, &r, x);
		assert_int_equal(write_diff(&b, x, y), 0);
		if (!fl_slice_eq(x, y)) {
			assert_int_equal(
				ds_diff_apply(fl_buf_view(&b), FL_S("a.c"), x, &a, &to, NULL), 0);
			assert_true(fl_slice_eq(to, y));
			/* Every shorter diff is refused, or gives something else. */
			int rc = ds_diff_apply(fl_slice(b.data, fl_rng_below(&r, b.len - 1)),
				FL_S("a.c"), x, &a, &to, NULL);
			assert_true(rc < 0 || !fl_slice_eq(to, y));
		}
		fl_buf_release(&b);
		fl_arena_release(&a);
	}
}

enum { LINES = 400 };

/* With their LF, which the last may lack. */
static size_t lines_of(struct fl_slice text, struct fl_slice lines[LINES])
{
	size_t n = 0;
	for (; text.len && n < LINES; n++) {
		ptrdiff_t lf = fl_slice_chr(text, '\n');
		lines[n] = fl_slice_head(text, lf < 0 ? text.len : (size_t)lf + 1);
		text = fl_slice_skip(text, lines[n].len);
	}
	return n;
}

/* As many lines as both have in the same order, by the whole table; how many there are not in x. */
static size_t least_added(struct fl_slice x, struct fl_slice y)
{
	static size_t best[LINES + 1][LINES + 1];
	struct fl_slice a[LINES], b[LINES];
	size_t n = lines_of(x, a), m = lines_of(y, b);
	memset(best, 0, sizeof(best));
	for (size_t i = 1; i <= n; i++)
		for (size_t j = 1; j <= m; j++) {
			size_t longer =
				best[i - 1][j] > best[i][j - 1] ? best[i - 1][j] : best[i][j - 1];
			best[i][j] =
				fl_slice_eq(a[i - 1], b[j - 1]) ? best[i - 1][j - 1] + 1 : longer;
		}
	return m - best[n][m];
}

/* However far apart changes are, no line is told as changed that need not be. */
static void least_is_told(void **state)
{
	(void)state;
	struct fl_rng r = fl_rng_new(8, FL_S("diff"), FL_S(""));
	for (int i = 0; i < 300; i++) {
		struct fl_arena a;
		struct fl_buf b;
		struct fl_slice x = FL_S("");
		size_t added = 0;
		fl_arena_init(&a, 1 << 20);
		for (uint64_t n = fl_rng_below(&r, 9); n; n--)
			x = fl_arena_printf(&a, "%.*s%.*s", FL_ARG(x), FL_ARG(random_text(&a, &r)));
		struct fl_slice y = x;
		for (uint64_t n = fl_rng_below(&r, 9); n; n--)
			y = random_edit(&a, &r, y);
		assert_int_equal(write_diff(&b, x, y), 0);
		struct fl_slice text = fl_buf_view(&b), line;
		for (size_t n = 0; fl_slice_line(&text, &line); n++)
			added += n > 1 && fl_slice_starts(line, "+");
		assert_int_equal(added, least_added(x, y));
		fl_buf_release(&b);
		fl_arena_release(&a);
	}
}

static void large_middle(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_buf x, y, b;
	struct fl_slice to;
	fl_arena_init(&a, 8 << 20);
	fl_buf_init(&x, 1 << 20);
	fl_buf_init(&y, 1 << 20);
	for (int i = 0; i < 4000; i++) {
		fl_buf_printf(&x, "x%d\n", i);
		fl_buf_printf(&y, "y%d\n", i);
	}
	assert_int_equal(write_diff(&b, fl_buf_view(&x), fl_buf_view(&y)), 0);
	assert_int_equal(
		ds_diff_apply(fl_buf_view(&b), FL_S("a.c"), fl_buf_view(&x), &a, &to, NULL), 0);
	assert_true(fl_slice_eq(to, fl_buf_view(&y)));
	fl_buf_release(&x);
	fl_buf_release(&y);
	fl_buf_release(&b);
	fl_arena_release(&a);
}

/* Two changes of a long file with thousands of lines between them. */
static void far_apart(void **state)
{
	(void)state;
	struct fl_buf x, y, b;
	fl_buf_init(&x, 1 << 20);
	fl_buf_init(&y, 1 << 20);
	for (int i = 0; i < 20000; i++) {
		fl_buf_printf(&x, "x%d\n", i);
		fl_buf_printf(&y, "%c%d\n", i == 5 || i == 19000 ? 'y' : 'x', i);
		if (i == 18000)
			fl_buf_str(&y, "more\n");
	}
	assert_int_equal(write_diff(&b, fl_buf_view(&x), fl_buf_view(&y)), 0);
	assert_string_equal(b.data, "--- a/a.c\n+++ b/a.c\n"
				    "@@ -3,7 +3,7 @@\n x2\n x3\n x4\n-x5\n+y5\n x6\n x7\n x8\n"
				    "@@ -17999,6 +17999,7 @@\n x17998\n x17999\n x18000\n+more\n"
				    " x18001\n x18002\n x18003\n"
				    "@@ -18998,7 +18999,7 @@\n x18997\n x18998\n x18999\n-x19000\n"
				    "+y19000\n x19001\n x19002\n x19003\n");
	fl_buf_release(&x);
	fl_buf_release(&y);
	fl_buf_release(&b);
}

static const struct {
	const char *diff;
	int rc;
} bad[] = {
	{"", FL_EPARSE},
	{"--- a/a.c\n+++ b/a.c\n", FL_EPARSE},
	{"--- a/b.c\n+++ b/b.c\n@@ -1 +1 @@\n-1\n+2\n", FL_EPARSE},
	{"--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-1\n", FL_EPARSE},
	{"--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-1\n+2\n+3\n", FL_EPARSE},
	{"--- a/a.c\n+++ b/a.c\n@@ -1,9999999 +1 @@\n-1\n+2\n", FL_EPARSE},
	{"--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-2\n+1\n", FL_EREFUSED},
	{"--- a/a.c\n+++ b/a.c\n@@ -2 +2 @@\n-1\n+2\n", FL_EREFUSED},
	{"--- a/a.c\n+++ b/a.c\n@@ -99 +99 @@\n-1\n+2\n", FL_EREFUSED},
	{"--- a/a.c\n+++ b/a.c\n@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+2\n", FL_EREFUSED},
	{"--- a/a.c\n+++ b/a.c\n@@ -3 +3 @@\n-3\n+x\n@@ -1 +1 @@\n-1\n+2\n", FL_EREFUSED},
};

static void what_does_not_fit(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct fl_arena a;
		struct fl_slice to = FL_S("untouched");
		fl_arena_init(&a, 1 << 20);
		assert_int_equal(ds_diff_apply(fl_slice_str(bad[i].diff), FL_S("a.c"),
					 FL_S("1\n2\n3\n"), &a, &to, NULL),
			bad[i].rc);
		assert_true(fl_slice_eqs(to, "untouched"));
		fl_arena_release(&a);
	}
}

/* A hunk's lines, one after the other, however odd: marks and texts with '/' behind each. */
static void lines_of_a_hunk(void **state)
{
	static const struct {
		const char *hunk, *lines, *rest;
		int end;
	} hunks[] = {
		{"@@ -1,2 +1 @@\n a\n-b\nc\n", " a/-b/", "c\n", 0},
		{"@@ -1 +1 @@\n-a\n+b\n\\ No newline\n\\ at all\n@@",
			"-a/+b/\\ No newline/\\ at all/", "@@", 0},
		{"@@ -1 +1 @@\n-a\n\\ No newline\n+b\n", "-a/\\ No newline/+b/", "", 0},
		{"@@ -1,2 +1,2 @@\n\n\tx\n", " / \tx/", "", 0},
		{"@@ -1,2 +1,2 @@\n a\ndiff\n", " a/", "", FL_EPARSE},
		{"@@ -0,0 +0,0 @@\n+a\n", "", "+a\n", 0},
		{"@@ -1 +1 @@\n-a\n", "-a/", "", FL_EPARSE},
		{"@@ -1 +1 @@\n-a\n-b\n+c\n", "-a/", "+c\n", FL_EPARSE},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(hunks) / sizeof(hunks[0]); i++) {
		struct fl_slice rest = fl_slice_str(hunks[i].hunk), line, text;
		struct ds_diff_range from, to;
		struct fl_buf got;
		char mark;
		int rc;
		fl_buf_init(&got, 1000);
		assert_true(fl_slice_line(&rest, &line) && ds_diff_head(line, &from, &to));
		while ((rc = ds_diff_line(&rest, &from, &to, &mark, &text)) == 1)
			fl_buf_printf(&got, "%c%.*s/", mark, FL_ARG(text));
		assert_int_equal(rc, hunks[i].end);
		assert_string_equal(got.data, hunks[i].lines);
		assert_true(fl_slice_eqs(rest, hunks[i].rest));
		fl_buf_release(&got);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact),
		cmocka_unit_test(name_with_blank),
		cmocka_unit_test(apply_gives_back),
		cmocka_unit_test(least_is_told),
		cmocka_unit_test(large_middle),
		cmocka_unit_test(far_apart),
		cmocka_unit_test(what_does_not_fit),
		cmocka_unit_test(lines_of_a_hunk),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

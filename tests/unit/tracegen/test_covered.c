/* What gcov says of lines, and which sites are reached; the text is of gcov 12. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tracegen/covered.h"
#include "tracegen/guard.h"
#include "tracegen/roundabout.h"

static const char said[] = "        -:    0:Source:src/a.c\n"
			   "        -:    0:Graph:obj/src_a.gcno\n"
			   "        -:    1:int f(int x)\n"
			   "        2:    2:{\n"
			   "        -:    3:	int y;\n"
			   "       2*:    4:	if (x > 3)\n"
			   "    #####:    5:		return 1;\n"
			   "        -:    6:	/* none */\n"
			   "        2:    7:	return x + 1;\n"
			   "        -:    0:Source:src/b.h\n"
			   "    #####:    1:inline int g(void) { return 1; }\n"
			   "        -:    0:Source:src/a.c\n"
			   "        4:    5:		return 1;\n";

static void reached(void **state)
{
	static const struct {
		const char *file;
		int64_t line, end;
		bool first, both;
	} cases[] = {
		{"src/a.c", 4, 4, true, true}, {"src/a.c", 5, 5, false, true},
		{"src/a.c", 3, 3, true, true}, /* goes with line 2 */
		{"src/a.c", 6, 6, false, true}, /* goes with line 5 */
		{"src/a.c", 5, 7, true, true},
		{"src/a.c", 1, 1, true, true}, /* nothing before it */
		{"src/b.h", 1, 1, false, false},
		{"src/c.c", 1, 1, true, true}, /* nobody has counted there */
	};
	struct fl_slice all = fl_slice_str(said);
	size_t half = (size_t)fl_slice_find(all, "        -:    0:Source:src/b.h");
	(void)state;
	for (int round = 0; round < 2; round++) {
		struct fl_arena a;
		const struct tg_program none = {0};
		struct fl_vec files;
		fl_arena_init(&a, 1 << 20);
		fl_vec_init(&files, sizeof(struct tg_covered_file), 10);
		assert_int_equal(tg_covered_read(fl_slice_head(all, half), &files, &a), 0);
		if (round)
			assert_int_equal(tg_covered_read(fl_slice_skip(all, half), &files, &a), 0);
		struct fl_list list = fl_vec_freeze(&files, &a);
		for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
			struct tg_site s = {.file = fl_slice_str(cases[i].file),
				.line = cases[i].line,
				.end_line = cases[i].end};
			bool expected = round ? cases[i].both
					      : cases[i].first || fl_slice_eqs(s.file, "src/b.h");
			assert_int_equal(tg_site_reached(&none, &list, &s), expected);
		}
		fl_vec_release(&files);
		fl_arena_release(&a);
	}
}

/* Line 2 is come by, line 5 is not: what each edit of a site asks for. */
static void reached_as_asked(void **state)
{
	static const struct {
		enum tg_slip_runs hit, missed;
		bool reached;
	} cases[] = {{TG_RUNS_EACH, TG_RUNS_EACH, false}, {TG_RUNS_EACH, TG_RUNS_NONE, true},
		{TG_RUNS_ONE, TG_RUNS_ONE, true}, {TG_RUNS_EACH, TG_RUNS_ONE, false},
		{TG_RUNS_NONE, TG_RUNS_ONE, false}};
	struct tg_file file = {FL_S("src/a.c"), FL_S("\n\n\n\n\n\n\n")};
	const struct tg_program program = {.files = {&file, 1}};
	struct fl_slice all = fl_slice_str(said);
	size_t half = (size_t)fl_slice_find(all, "        -:    0:Source:src/b.h");
	struct fl_arena a;
	struct fl_vec files;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	fl_vec_init(&files, sizeof(struct tg_covered_file), 10);
	assert_int_equal(tg_covered_read(fl_slice_head(all, half), &files, &a), 0);
	struct fl_list list = fl_vec_freeze(&files, &a);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct tg_slip slips[] = {{.file = FL_S("src/a.c"), .start = 1, .end = 2},
			{.file = FL_S("src/a.c"), .start = 4, .end = 5}};
		slips[0].runs = cases[i].hit;
		slips[1].runs = cases[i].missed;
		const struct tg_site s = {.file = FL_S("src/a.c"), .slips = {slips, 2}};
		assert_int_equal(tg_site_reached(&program, &list, &s), cases[i].reached);
	}
	fl_vec_release(&files);
	fl_arena_release(&a);
}

/* The same text twice as long: a second input came by what has more. */
/* What is taken away by each edit, "" by none: if it stays without its test, its lines. */
static void guards(void **state)
{
	static const struct {
		const char *original, *replacement;
		bool is, unwrapped;
		int64_t body, end;
	} cases[] = {
		{"if (!p) return 0;", "", true, false, 7, 7},
		{"\tif (!p)\n\t\treturn 0;\n", "", true, false, 8, 8},
		{"if (n < 0 || m >= 3) {\n\ta();\n\tb();\n}\n", "", true, false, 8, 10},
		{"if (p) {\n\ta(p);\n\tb(p);\n}", "a(p);\n\tb(p);", true, true, 8, 10},
		{"if (p != NULL)\n\ta(p);", "a(p);", true, true, 8, 8},
		{"if (sizeof(x) > 3)\n\ta(p);", "", true, false, 8, 8},
		{"if (p /* ( */ == ')')\n\ta(p);", "", true, false, 8, 8},
		/* The condition does more than tell. */
		{"if (next(&p))\n\ta(p);", "", false, false, 0, 0},
		{"if ((p = q))\n\ta(p);", "", false, false, 0, 0},
		{"if (n-- > 0)\n\ta(p);", "", false, false, 0, 0},
		{"if ((n += 2) > 0)\n\ta(p);", "", false, false, 0, 0},
		/* Something else is done to it. */
		{"if (p)\n\ta(p);", "if (q)\n\ta(p);", false, false, 0, 0},
		{"if (p)\n\ta(p);", "b(p);", false, false, 0, 0},
		{"a(p);\n\tif (p) b(p);", "", false, false, 0, 0},
		{"iffy(p);", "", false, false, 0, 0},
		{"if", "", false, false, 0, 0},
		{"if (", "", false, false, 0, 0},
		{"if (p)", "", false, false, 0, 0},
		{"", "", false, false, 0, 0},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct tg_guard g = {0};
		assert_int_equal(cases[i].is, tg_guard_gone(fl_slice_str(cases[i].original),
						      fl_slice_str(cases[i].replacement), 7, &g));
		assert_int_equal(cases[i].unwrapped, g.unwrapped);
		assert_int_equal(cases[i].body, g.body);
		assert_int_equal(cases[i].end, g.end);
	}
}

/* A guard that never did anything, or always did, is as if nobody came by. */
static void guards_that_act(void **state)
{
	static const char text[] = "        -:    0:Source:a.c\n"
				   "       2*:    3:	if (!p) return 0;\n"
				   "branch  0 taken 0 (fallthrough)\n"
				   "branch  1 taken 2\n"
				   "       2*:    4:	if (n < 0 && p) return -1;\n"
				   "branch  0 taken 0 (fallthrough)\n"
				   "branch  1 taken 2\n"
				   "branch  2 never executed\n"
				   "branch  3 never executed\n"
				   "        2:    5:	if (n > 3)\n"
				   "branch  0 taken 1 (fallthrough)\n"
				   "branch  1 taken 1\n"
				   "        1:    6:		return 1;\n"
				   "        1:    7:	if (p && n) return 2;\n"
				   "branch  0 taken 3\n"
				   "branch  1 taken 0\n"
				   "branch  2 taken 1\n"
				   "branch  3 taken 2\n"
				   "        3:    8:	if (n)\n"
				   "    #####:    9:		n = 0;\n"
				   "        3:   10:	if (n) {\n"
				   "        3:   11:		m = 0;\n"
				   "        -:   12:	}\n";
	static const struct {
		int64_t line, end;
		const char *original, *replacement;
		bool reached;
	} cases[] = {
		{3, 3, "if (!p) return 0;", "", false},
		{3, 3, "!p", "p", true},
		{4, 4, "if (n < 0 && p) return -1;", "", false},
		{5, 6, "if (n > 3)\n\t\treturn 1;", "", true},
		{5, 6, "if (n > 3)\n\t\treturn 1;", "return 1;", true},
		{7, 7, "if (p && n) return 2;", "", true},
		{8, 9, "if (n)\n\t\tn = 0;", "", false},
		{8, 9, "if (n)\n\t\tn = 0;", "n = 0;", true},
		{10, 12, "if (n) {\n\t\tm = 0;\n\t}", "", true},
		{10, 12, "if (n) {\n\t\tm = 0;\n\t}", "m = 0;", false},
	};
	struct fl_arena a;
	struct fl_vec files;
	const struct tg_program none = {0};
	(void)state;
	fl_arena_init(&a, 1 << 20);
	fl_vec_init(&files, sizeof(struct tg_covered_file), 10);
	assert_int_equal(tg_covered_read(fl_slice_str(text), &files, &a), 0);
	struct fl_list list = fl_vec_freeze(&files, &a);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct tg_site s = {.file = FL_S("a.c"),
			.line = cases[i].line,
			.end_line = cases[i].end,
			.original = fl_slice_str(cases[i].original),
			.replacement = fl_slice_str(cases[i].replacement)};
		assert_int_equal(tg_site_reached(&none, &list, &s), cases[i].reached);
	}
	fl_vec_release(&files);
	fl_arena_release(&a);
}

static void counted_by_input(void **state)
{
	static const char after[] = "        -:    0:Source:src/a.c\n"
				    "        2:    2:{\n"
				    "       5*:    4:	if (x > 3)\n"
				    "        1:    5:		return 1;\n"
				    "        4:    7:	return x + 1;\n";
	static const struct {
		int64_t line, end;
		unsigned inputs, runs;
	} cases[] = {
		{4, 4, 2, 5}, {2, 2, 1, 2}, {5, 5, 1, 4}, {6, 6, 1, 4}, {2, 7, 2, 5}, {1, 1, 0, 0}};
	struct fl_arena a;
	struct fl_vec files;
	const struct tg_file file = {FL_S("src/a.c"), FL_S("\n\n\n\n\n\n\n\n")};
	const struct tg_program program = {.files = {(void *)(uintptr_t)&file, 1}};
	(void)state;
	fl_arena_init(&a, 1 << 20);
	fl_vec_init(&files, sizeof(struct tg_covered_file), 10);
	assert_int_equal(tg_covered_read(fl_slice_str(said), &files, &a), 0);
	assert_int_equal(tg_covered_read(fl_slice_str(after), &files, &a), 0);
	struct fl_list list = fl_vec_freeze(&files, &a);
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct tg_site s = {
			.file = FL_S("src/a.c"), .line = cases[i].line, .end_line = cases[i].end};
		struct tg_reach reach = tg_site_reach(&program, &list, &s);
		assert_true(reach.known);
		assert_int_equal(reach.inputs, cases[i].inputs);
		assert_int_equal(reach.runs, cases[i].runs);
	}
	/* Of two edits the one that fewer inputs come by. */
	struct tg_slip slips[] = {{.file = FL_S("src/a.c"), .start = 3, .end = 4},
		{.file = FL_S("src/a.c"), .start = 5, .end = 6}};
	struct tg_site both = {
		.file = FL_S("src/a.c"), .line = 4, .end_line = 4, .slips = {slips, 2}};
	assert_int_equal(tg_site_reach(&program, &list, &both).inputs, 1);
	/* An edit that follows from another need not run; of some, one is enough. */
	slips[1].runs = TG_RUNS_NONE;
	assert_int_equal(tg_site_reach(&program, &list, &both).inputs, 2);
	slips[0].runs = slips[1].runs = TG_RUNS_ONE;
	assert_int_equal(tg_site_reach(&program, &list, &both).inputs, 2);
	both.slips.len = 1;
	assert_int_equal(tg_site_reach(&program, &list, &both).inputs, 2);
	struct tg_site s = {.file = FL_S("src/c.c"), .line = 1, .end_line = 1};
	assert_false(tg_site_reach(&program, &list, &s).known);
	fl_vec_release(&files);
	fl_arena_release(&a);
}

static void roundabouts(void **state)
{
	static struct tg_file files[] = {
		{FL_LIT("src/a.c"), FL_LIT("#include \"../inc/x.h\"\n#include "
					   "<../inc/x.h>\n#include \"b.h\"\n")},
		{FL_LIT("src/b.h"), FL_LIT("#include \"../../out.h\"\n")},
		{FL_LIT("inc/x.h"), FL_LIT("#include \"y.h\"\n")},
		{FL_LIT("inc/y.h"), FL_LIT("int y;\n")},
	};
	static struct fl_slice flags[] = {FL_LIT("-Isrc/../src"), FL_LIT("-DX")};
	static const char *const expected[] = {
		"src/../inc/x.h", "../inc/x.h", "src/../src/b.h", "src/../inc/y.h"};
	const struct tg_program p = {.files = {files, 4}, .flags = {flags, 2}};
	struct fl_arena a;
	struct fl_list found;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(tg_roundabouts(&p, &a, &found, NULL), 0);
	for (size_t i = 0; i < 4; i++) {
		bool there = false;
		for (size_t k = 0; k < found.len; k++)
			there = there ||
				fl_slice_eqs(((struct tg_file *)found.items)[k].path, expected[i]);
		/* "../inc/x.h" leaves the program where nothing is above it. */
		assert_int_equal(there, i != 1);
	}
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(reached),
		cmocka_unit_test(reached_as_asked), cmocka_unit_test(guards),
		cmocka_unit_test(guards_that_act), cmocka_unit_test(counted_by_input),
		cmocka_unit_test(roundabouts)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

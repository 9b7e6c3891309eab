/* Answers applied to a task: what fits, what a model counts wrong, what is refused and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/reward/patch.h"
#include "tracegen/program.h"

static const char main_c[] = "int a;\nint b;\nint c;\nint a;\nint d;\n";
static const char sub_h[] = "int x;\n";

/* wanted: main.c afterwards, or NULL; else a part of the message. */
static const struct {
	const char *answer, *wanted, *message;
} cases[] = {
	{"--- a/main.c\n+++ b/main.c\n@@ -2,2 +2,2 @@\n int b;\n-int c;\n+int C;\n",
		"int a;\nint b;\nint C;\nint a;\nint d;\n", NULL},
	{"--- a/main.c\r\n+++ b/main.c\r\n@@ -2,2 +2,2 @@\r\n int b;\r\n-int c;\r\n+int C;\r\n",
		"int a;\nint b;\nint C;\nint a;\nint d;\n", NULL},
	/* models count badly */
	{"--- a/main.c\n+++ b/main.c\n@@ -40,9 +40,1 @@\n int b;\n-int c;\n+int C;\n",
		"int a;\nint b;\nint C;\nint a;\nint d;\n", NULL},
	{"--- main.c\n+++ main.c\n@@ ... @@\n int b;\n-int c;\n+int C;\n",
		"int a;\nint b;\nint C;\nint a;\nint d;\n", NULL},
	{"diff --git a/main.c b/main.c\nindex 1..2 100644\n--- a/main.c\n+++ b/main.c\n"
	 "@@ -3 +3 @@\n-int c;\n+int C;\n",
		"int a;\nint b;\nint C;\nint a;\nint d;\n", NULL},
	/* of two places the one nearest to the line that is said */
	{"--- a/main.c\n+++ b/main.c\n@@ -4 +4 @@\n-int a;\n+int A;\n",
		"int a;\nint b;\nint c;\nint A;\nint d;\n", NULL},
	{"--- a/main.c\n+++ b/main.c\n@@ -1 +1 @@\n-int a;\n+int A;\n",
		"int A;\nint b;\nint c;\nint a;\nint d;\n", NULL},
	{"--- a/main.c\n+++ b/main.c\n@@ -1,0 +1,1 @@\n+int n;\n",
		"int n;\nint a;\nint b;\nint c;\nint a;\nint d;\n", NULL},
	{"--- a/main.c\n+++ b/main.c\n@@ -1,2 +1,1 @@\n-int a;\n int b;\n@@ -5 +4 @@\n-int "
	 "d;\n+int D;\n",
		"int b;\nint c;\nint a;\nint D;\n", NULL},
	{"@@ -3 +3 @@\n-int c;\n+int C;\n", "int a;\nint b;\nint C;\nint a;\nint d;\n", NULL},
	{"--- a/main.c\n+++ b/main.c\n@@ -3 +3 @@\n-int zz;\n+int C;\n", NULL,
		"does not stand in main.c"},
	{"--- a/no.c\n+++ b/no.c\n@@ -3 +3 @@\n-int c;\n+int C;\n", NULL, "no file b/no.c"},
	{"--- a/main.c\n+++ b/main.c\nint c;\n", NULL, "has no hunk"},
	/* part of a line is no line */
	{"--- a/main.c\n+++ b/main.c\n@@ -3 +3 @@\n-nt c;\n+int C;\n", NULL, "does not stand"},
	/* blocks */
	{"<<<<<<< SEARCH\nint c;\n=======\nint C;\n>>>>>>> REPLACE\n",
		"int a;\nint b;\nint C;\nint a;\nint d;\n", NULL},
	{"// file: main.c\n<<<<<<< SEARCH\nint b;\nint c;\n=======\n>>>>>>> REPLACE\n",
		"int a;\nint a;\nint d;\n", NULL},
	{"<<<<<<< SEARCH\nint a;\n=======\nint A;\n>>>>>>> REPLACE\n", NULL, "more than once"},
	{"<<<<<<< SEARCH\nint q;\n=======\nint A;\n>>>>>>> REPLACE\n", NULL, "nowhere"},
	{"<<<<<<< SEARCH\nint c;\n=======\nint A;\n", NULL, "does not end"},
	{"// file: q.c\n<<<<<<< SEARCH\nint c;\n=======\n>>>>>>> REPLACE\n", NULL, "no file q.c"},
	/* whole files */
	{"// file: main.c\nint z;\n", "int z;\n", NULL},
	{"// file: inc/sub.h\nint y;\n// file: main.c\nint z;\n", "int z;\n", NULL},
	{"// file: ../etc/passwd\nint z;\n", NULL, "no file ../etc/passwd"},
	{"int z;\n", "int z;\n", NULL},
};

static void answers(void **state)
{
	struct tg_file files[] = {
		{FL_S("main.c"), fl_slice_str(main_c)}, {FL_S("inc/sub.h"), fl_slice_str(sub_h)}};
	struct ds_patch task = {.files = {files, 2}, .main = FL_S("main.c")};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fl_arena a;
		struct fl_list made = {0};
		struct fl_error err = {0};
		fl_arena_init(&a, 1 << 20);
		int rc = ds_patch_apply(&task, fl_slice_str(cases[i].answer), &a, &made, &err);
		const struct tg_file *f = made.items;
		if (cases[i].wanted) {
			if (rc || !fl_slice_eqs(f->content, cases[i].wanted))
				fail_msg("case %zu: %s", i, rc ? err.message : "another text");
			assert_int_equal(made.len, 2);
		} else if (rc != FL_EREFUSED || !strstr(err.message, cases[i].message)) {
			fail_msg("case %zu: %d, %s", i, rc, err.message);
		}
		assert_true(fl_slice_eqs(files[0].content, main_c));
		fl_arena_release(&a);
	}
}

static void several_files_want_a_name(void **state)
{
	struct tg_file files[] = {{FL_S("main.c"), fl_slice_str(main_c)}};
	struct ds_patch task = {.files = {files, 1}};
	struct fl_arena a;
	struct fl_list made;
	struct fl_error err;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(ds_patch_apply(&task, FL_S("int z;\n"), &a, &made, &err), FL_EREFUSED);
	assert_int_equal(err.line, 1);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(answers),
		cmocka_unit_test(several_files_want_a_name),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

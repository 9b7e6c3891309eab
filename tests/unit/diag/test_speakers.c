/* Who speaks, as the form of a line tells; what speaks in a compiler's form and is none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "diag/parse.h"

enum { ARENA_MAX = 64 << 20 };

static const struct diag_diagnostic *parse(struct fl_arena *a, const char *text, size_t count)
{
	struct fl_list list;
	fl_arena_init(a, ARENA_MAX);
	assert_int_equal(diag_parse(fl_slice_str(text), DIAG_FROM_AUTO, a, &list, NULL), 0);
	assert_int_equal(list.len, count);
	return list.items;
}

static void assert_slice(struct fl_slice s, const char *text)
{
	if (!fl_slice_eqs(s, text))
		fail_msg("'%.*s' is not '%s'", FL_ARG(s), text);
}

/* Of an #error clang prints what its author wrote, which may sound like anything. */
static void test_directives(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"a.c:2:4: error: \"unknown type name for this\"\n"
		"    2 | #  error \"unknown type name for this\"\n"
		"      |    ^\n"
		"a.c:3:2: error: #error no such machine\n"
		"    3 | #error no such machine\n"
		"      |  ^~~~~\n"
		"a.c:4:1: error: unknown type name 'errors'\n"
		"    4 | #errors\n"
		"      | ^\n",
		3);
	assert_int_equal(d[0].error_class, DIAG_CLASS_PLATFORM);
	assert_int_equal(d[1].error_class, DIAG_CLASS_PLATFORM);
	assert_int_equal(d[0].confidence, d[1].confidence);
	assert_slice(d[1].tool, "gcc");
	assert_int_equal(d[2].error_class, DIAG_CLASS_UNDEFINED_SYMBOL);
	fl_arena_release(&a);
}

static void test_werror(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"cJSON.c:54:25: error: unpaired UTF-8 bidirectional control character detected "
		"[-Werror=bidi-chars=]\n"
		"   54 | #warning \"bidi <U+202E> and \\\\x1b\"\n"
		"      |                ~~~~~~~~         ^\n"
		"      |                |                |\n"
		"      |                |                end of bidirectional context\n"
		"      |                U+202E (RIGHT-TO-LEFT OVERRIDE)\n"
		"b.c:1:2: error: unused [-Werror,-Wunused-variable]\n"
		"c.c:1:2: error: implicit [-Werror=implicit-int]\n",
		3);
	assert_slice(d[0].tool, "gcc");
	assert_slice(d[0].col_unit, "display");
	assert_int_equal(d[0].fixits.len, 0);
	const struct diag_range *r = d[0].ranges.items;
	assert_int_equal(d[0].ranges.len, 1);
	assert_int_equal(r->col, 16);
	assert_int_equal(r->end_col, 16); /* the character has no width */
	assert_slice(d[1].tool, "clang");
	assert_slice(d[2].tool, "gcc");
	fl_arena_release(&a);

	/* without the flag of an error the column tells: clang would count three bytes more */
	d = parse(&a,
		"cJSON.c:54:25: warning: unpaired UTF-8 bidirectional control character detected "
		"[-Wbidi-chars=]\n"
		"   54 | #warning \"bidi <U+202E> and \\\\x1b\"\n"
		"      |                ~~~~~~~~         ^\n",
		1);
	assert_slice(d[0].tool, "gcc");
	fl_arena_release(&a);
}

static void test_drivers(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"a.c:1:2: error: unused [-Werror=unused-variable]\n"
		"clang: error: no such file or directory: 'x.c'\n"
		"/usr/bin/g++-12: error: unrecognized command-line option '-Wfoo'\n"
		"c++: fatal error: Killed signal terminated program cc1plus\n"
		"compilation terminated.\n"
		"cc1plus: out of memory allocating 65536 bytes after a total of 1 bytes\n"
		"<command-line>: warning: \"A\" redefined\n",
		6);
	static const char *const tools[] = {"gcc", "clang", "gcc", NULL, "gcc"};
	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++) {
		if (tools[i])
			assert_slice(d[i].tool, tools[i]);
		assert_slice(d[i].file, i ? "" : "a.c");
	}
	assert_slice(d[5].file, "<command-line>");
	fl_arena_release(&a);

	d = parse(&a,
		"a.c:1:2: error: expected ';'\n"
		"cc1: note: unrecognized command-line option '-Wno-x' may have been intended\n",
		1);
	const struct diag_note *n = d->notes.items;
	assert_int_equal(d->notes.len, 1);
	assert_slice(n->file, "");
	fl_arena_release(&a);
}

static void test_linkers(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"a.c:1:2: error: unused [-Werror=unused-variable]\n"
		"mold: error: undefined symbol: foo()\n"
		">>> referenced by a.cpp\n"
		">>>               a.o:(main)\n"
		"wasm-ld: error: a.o: undefined symbol: foo\n"
		"c.f90:3:5: Error: Unclassifiable statement at (1)\n"
		"d.c:3:5: error: strange\n",
		5);
	static const char *const tools[] = {"gcc", "mold", "lld", "gcc", "gcc"};
	for (size_t i = 0; i < sizeof(tools) / sizeof(tools[0]); i++)
		assert_slice(d[i].tool, tools[i]);
	fl_arena_release(&a);
}

static int count(void *ctx, const struct diag_diagnostic *d)
{
	(void)d;
	++*(size_t *)ctx;
	return 0;
}

static void stats_of(const char *text, struct diag_stats *ret_stats, size_t *ret_found)
{
	size_t found = 0;
	struct diag_sink sink = {.diagnostic = count, .ctx = &found};
	struct diag_parser *p;
	assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL), 0);
	assert_int_equal(diag_parser_feed(p, fl_slice_str(text), NULL), 0);
	assert_int_equal(diag_parser_finish(p, NULL), 0);
	*ret_stats = *diag_parser_stats(p);
	*ret_found = found;
	diag_parser_free(p);
}

static void test_noise(void **state)
{
	(void)state;
	struct diag_stats s;
	size_t found;
	stats_of(
		"Error: Process completed with exit code 2.\n"
		"error: pathspec 'x' did not match any file(s) known to git\n"
		"error: failed to push some refs to 'y'\n"
		"error: externally-managed-environment\n"
		"Error: Cannot find module 'x'\n"
		"warning: LF will be replaced by CRLF in a.c.\n"
		"warning: in the working copy of 'a.c', LF will be replaced by CRLF the next time\n"
		"ERROR: Job failed: exit code 1\n"
		"fatal: not a git repository (or any of the parent directories): .git\n"
		/* git 2.39 and GitLab's runner */
		"fatal: '../none' does not appear to be a git repository\n"
		"fatal: repository '../e.git' does not exist\n"
		"error: Committing is not possible because you have unmerged files.\n"
		"fatal: Exiting because of an unresolved conflict.\n"
		"error: Cherry-picking is not possible because you have unmerged files.\n"
		"fatal: cherry-pick failed\n"
		"error: patch failed: f:1\n"
		"error: f: patch does not apply\n"
		"fatal: cannot lock ref 'refs/heads/x': Unable to create 'x.lock': File exists.\n"
		"WARNING: No matching files. Path is empty.\n"
		"ERROR: No files to upload\n"
		/* pip 23 */
		"ERROR: Invalid requirement: './nodir'\n"
		"note: If you believe this is a mistake, please contact your Python installation "
		"or OS distribution provider.\n"
		"note: This is an issue with the package mentioned above, not pip.\n",
		&s, &found);
	assert_int_equal(found, 0);
	assert_int_equal(s.unread, 0);
	assert_int_equal(s.rest, 23);

	/* a line nobody knows, in capitals and without a place, is not read, and counts */
	stats_of("Error: the moon is full\n", &s, &found);
	assert_int_equal(found, 0);
	assert_int_equal(s.unread, 1);

	/* what compilers and the assembler say without a place stays read */
	stats_of("error: unable to open output file 'x.o': 'No such file or directory'\n"
		 "Error: can't open nosuch.s for reading: No such file or directory\n"
		 "warning: unknown warning option '-Wfoo' [-Wunknown-warning-option]\n"
		 "Error: Unclassifiable statement at (1)\n",
		&s, &found);
	assert_int_equal(found, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_directives),
		cmocka_unit_test(test_werror), cmocka_unit_test(test_drivers),
		cmocka_unit_test(test_linkers), cmocka_unit_test(test_noise)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

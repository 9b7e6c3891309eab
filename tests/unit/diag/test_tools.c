/* Who a tool is, and what of the rest looks as if one had spoken. */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "diag/model/tool.h"
#include "diag/parse.h"
#include "diag/report/build.h"

enum { ARENA_MAX = 64 << 20 };

static struct fl_list parse(struct fl_arena *a, struct fl_slice text)
{
	struct fl_list list;
	fl_arena_init(a, ARENA_MAX);
	assert_int_equal(diag_parse(text, DIAG_FROM_AUTO, a, &list, NULL), 0);
	return list;
}

static const struct diag_diagnostic *at(const struct fl_list *l, size_t i)
{
	assert_true(i < l->len);
	return (const struct diag_diagnostic *)l->items + i;
}

/* Whoever is named has a row, and its columns count what the row says. */
static void test_rows(void **state)
{
	(void)state;
	static const char *const patterns[] = {"out/*/*.text", "out/*/*.link*", "tools/out/*",
		"tools/documented/*", "tidy/out/*.text"};
	size_t seen = 0;
	for (size_t p = 0; p < sizeof(patterns) / sizeof(patterns[0]); p++) {
		char path[4096];
		glob_t found;
		const char *src = getenv("FL_SRC");
		snprintf(path, sizeof(path), "%s/tests/fixtures/diag/%s", src ? src : ".",
			patterns[p]);
		if (glob(path, 0, NULL, &found))
			found.gl_pathc = 0;
		for (size_t f = 0; f < found.gl_pathc; f++) {
			struct fl_buf text;
			struct fl_arena a;
			fl_buf_init(&text, ARENA_MAX);
			assert_int_equal(fl_buf_read_file(&text, found.gl_pathv[f], NULL), 0);
			struct fl_list list = parse(&a, fl_buf_view(&text));
			for (size_t i = 0; i < list.len; i++) {
				const struct diag_diagnostic *d = at(&list, i);
				const struct diag_tool *row = diag_tool_find(d->tool);
				if (d->tool.len && !row)
					fail_msg("%s: '%.*s' has no row", found.gl_pathv[f],
						FL_ARG(d->tool));
				if (row && d->col && d->line)
					assert_true(fl_slice_eqs(d->col_unit, row->col_unit));
				seen++;
			}
			fl_arena_release(&a);
			fl_buf_release(&text);
		}
		if (found.gl_pathc)
			globfree(&found);
	}
	assert_true(seen > 300);
}

/* A tool with words of its own says nothing of who speaks next; its gutterless text is its own. */
static void test_own(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_list list =
		parse(&a, FL_S("a.c:1:2: error: Null pointer dereference: p [nullPointer]\n"
			       "*p = 1;\n ^\n"
			       "b.c:1:2: error: something that no rule knows\n"));
	assert_int_equal(list.len, 2);
	assert_true(fl_slice_eqs(at(&list, 0)->tool, "cppcheck"));
	assert_true(fl_slice_eqs(at(&list, 0)->source_line, "*p = 1;"));
	assert_false(fl_slice_eqs(at(&list, 1)->tool, "cppcheck"));
	fl_arena_release(&a);
}

/* What a rule of one tool alone looks for does not classify what others say. */
static void test_own_rules(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_list list = parse(
		&a, FL_S("CMake Error at CMakeLists.txt:1 (message):\n  frobnicator is needed\n\n"
			 "a.c:1:2: error: frobnicator is needed\n"));
	assert_int_equal(list.len, 2);
	assert_int_equal(at(&list, 0)->error_class, DIAG_CLASS_UNDEFINED_SYMBOL);
	assert_int_equal(at(&list, 1)->error_class, DIAG_CLASS_NONE);
	fl_arena_release(&a);
}

/* A failed command is told once: by what it printed, or by ninja. */
static void test_failed_commands(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_list list =
		parse(&a, FL_S("FAILED: a.o \ncc -c a.c\na.c:1:2: error: expected ';'\n[2/3] x\n"
			       "FAILED: gen.c \npython3 gen.py\nTraceback\n[3/3] y\n"
			       "FAILED: last \nfalse\n"));
	assert_int_equal(list.len, 3);
	assert_true(fl_slice_eqs(at(&list, 0)->file, "a.c"));
	assert_true(fl_slice_eqs(at(&list, 1)->object, "gen.c"));
	assert_true(fl_slice_eqs(at(&list, 2)->object, "last"));
	fl_arena_release(&a);
}

static const struct diag_note *note_at(const struct diag_diagnostic *d, size_t i)
{
	assert_true(i < d->notes.len);
	return (const struct diag_note *)d->notes.items + i;
}

/* A header's name says nothing of nvcc: the steps below do, with and without source. */
static void test_nvcc_header(void **state)
{
	(void)state;
	static const char *const below[] = {
		"    p(n);\n    ^\n"
		"          detected during instantiation of \"void f<T>() [with T=int]\" "
		"at line 41 of /d/t.cu\n\n",
		"    p(n);\n    ^\n          detected during:\n"
		"            instantiation of \"void f<T>() [with T=int]\" at line 41 of "
		"\"/d/t.cu\"\n"
		"            [ 2 instantiation contexts not shown ]\n"
		"            instantiation of \"void g<T>() [with T=int]\" at line 7\n\n",
		"          detected during instantiation of \"void f<T>() [with T=int]\" "
		"at line 41 of /d/t.cu\n",
	};
	static const size_t notes[] = {1, 3, 1};
	for (size_t i = 0; i < sizeof(below) / sizeof(below[0]); i++) {
		struct fl_arena a;
		struct fl_buf text;
		fl_buf_init(&text, 4096);
		fl_buf_printf(
			&text, "/d/n.h(12): error: identifier \"p\" is undefined\n%s", below[i]);
		struct fl_list list = parse(&a, fl_buf_view(&text));
		assert_int_equal(list.len, 1);
		const struct diag_diagnostic *d = at(&list, 0);
		assert_true(fl_slice_eqs(d->tool, "nvcc"));
		assert_true(fl_slice_eqs(d->message, "identifier \"p\" is undefined"));
		assert_int_equal(d->fixits.len, 0);
		assert_int_equal(d->notes.len, notes[i]);
		assert_int_equal(note_at(d, 0)->kind, DIAG_NOTE_TEMPLATE);
		assert_true(fl_slice_eqs(note_at(d, 0)->file, "/d/t.cu"));
		assert_int_equal(note_at(d, 0)->line, 41);
		fl_arena_release(&a);
		fl_buf_release(&text);
	}
}

static const struct {
	const char *text;
	struct {
		int kind;
		const char *file;
		int64_t line, col;
		const char *message;
	} notes[4];
} msvc[] = {
	{"a.h(1): message : see this\n  a.h(3,4): message : could be 't' [D:\\a\\x.vcxproj]\n",
		{{DIAG_NOTE_NOTE, "a.h", 1, 0, "see this"},
			{DIAG_NOTE_NOTE, "a.h", 3, 4, "could be 't'"}}},
	{"  (compiling source file 'src/x.cpp')\n"
	 "      C:\\a b\\x.hpp(345,69):\n"
	 "      'x': function declaration must be available\n"
	 "      C:\\a b\\x.hpp(345,69):\n"
	 "      the template instantiation context (the oldest one first) is\n"
	 "\tD:\\a\\x.cpp(9,10):\n"
	 "\tsee reference to class template instantiation 'S<int>' being compiled\n",
		{{DIAG_NOTE_INCLUDE, "src/x.cpp", 0, 0, "compiling source file"},
			{DIAG_NOTE_NOTE, "C:\\a b\\x.hpp", 345, 69,
				"'x': function declaration must be available"},
			{DIAG_NOTE_NOTE, "C:\\a b\\x.hpp", 345, 69,
				"the template instantiation context (the oldest one first) is"},
			{DIAG_NOTE_NOTE, "D:\\a\\x.cpp", 9, 10,
				"see reference to class template instantiation 'S<int>' being "
				"compiled"}}},
};

/* Notes of Visual Studio 2019, and of 2022 from 17.8 on: none of it is the message's. */
static void test_msvc_notes(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(msvc) / sizeof(msvc[0]); i++) {
		struct fl_arena a;
		struct fl_buf text;
		size_t count = 0;
		fl_buf_init(&text, 4096);
		fl_buf_printf(&text,
			"D:\\a\\x.hpp(12,5): error C3861: 'x': identifier not found\n%s"
			"x.cpp(9): error C2143: syntax error\n",
			msvc[i].text);
		struct fl_list list = parse(&a, fl_buf_view(&text));
		assert_int_equal(list.len, 2);
		const struct diag_diagnostic *d = at(&list, 0);
		assert_true(fl_slice_eqs(d->message, "'x': identifier not found"));
		for (; count < 4 && msvc[i].notes[count].file; count++) {
			const struct diag_note *n = note_at(d, count);
			assert_int_equal(n->kind, msvc[i].notes[count].kind);
			assert_true(fl_slice_eqs(n->file, msvc[i].notes[count].file));
			assert_int_equal(n->line, msvc[i].notes[count].line);
			assert_int_equal(n->col, msvc[i].notes[count].col);
			assert_true(fl_slice_eqs(n->message, msvc[i].notes[count].message));
		}
		assert_int_equal(d->notes.len, count);
		fl_arena_release(&a);
		fl_buf_release(&text);
	}
}

static void test_unread(void **state)
{
	(void)state;
	static const char *const yes[] = {"samu: error: loading 'build.ninja'", "ERROR: no",
		"x.f90(3): error #6404: no type", "foo: warning X1234 : odd", "Fatal: stop",
		"a: b: c: Error: d"};
	static const char *const no[] = {"ok: no errors", "gcc -Werror=format: x", "3 errors, 2: x",
		"std::error::x", "https://error:80/", "error", "", ":", "make: *** [a.o] Error 1"};
	for (size_t i = 0; i < sizeof(yes) / sizeof(yes[0]); i++)
		if (!diag_looks_unread(fl_slice_str(yes[i])))
			fail_msg("'%s' looks like none", yes[i]);
	for (size_t i = 0; i < sizeof(no) / sizeof(no[0]); i++)
		if (diag_looks_unread(fl_slice_str(no[i])))
			fail_msg("'%s' looks like one", no[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_own),
		cmocka_unit_test(test_own_rules), cmocka_unit_test(test_failed_commands),
		cmocka_unit_test(test_nvcc_header), cmocka_unit_test(test_msvc_notes),
		cmocka_unit_test(test_unread)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

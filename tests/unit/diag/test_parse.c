/* The parser: chunks, line ends, colours, mixtures, notes, fix-its, linkers, limits, garbage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"
#include "base/rng.h"
#include "diag/parse.h"

enum { OUTPUT_MAX = 64 << 20 };

static int to_json(void *ctx, const struct diag_diagnostic *d)
{
	fl_json_object(ctx, &diag_diagnostic_shape, d);
	fl_buf_char(ctx, '\n');
	return 0;
}

static int to_rest(void *ctx, struct fl_slice line)
{
	fl_buf_printf(ctx, "rest: %.*s\n", FL_ARG(line));
	return 0;
}

/* Everything that comes out of text when fed in chunks of at most `chunk` bytes (0: at once). */
static void run(struct fl_slice text, size_t chunk, uint64_t seed, struct fl_buf *out)
{
	struct diag_sink sink = {.diagnostic = to_json, .rest = to_rest, .ctx = out};
	struct diag_parser *p;

	struct fl_rng rng = fl_rng_new(seed, FL_S("chunks"), FL_S(""));
	fl_buf_init(out, OUTPUT_MAX);
	assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL), 0);
	while (text.len) {
		size_t n = !chunk ? text.len : seed ? 1 + fl_rng_below(&rng, chunk) : chunk;
		assert_int_equal(diag_parser_feed(p, fl_slice_head(text, n), NULL), 0);
		text = fl_slice_skip(text, n);
	}
	assert_int_equal(diag_parser_finish(p, NULL), 0);
	diag_parser_free(p);
}

static struct diag_diagnostic *parse(struct fl_arena *a, const char *text, size_t count)
{
	struct fl_list list;
	fl_arena_init(a, OUTPUT_MAX);
	assert_int_equal(diag_parse(fl_slice_str(text), DIAG_FROM_AUTO, a, &list, NULL), 0);
	assert_int_equal(list.len, count);
	return list.items;
}

static const struct diag_note *note(const struct diag_diagnostic *d, size_t i)
{
	assert_true(i < d->notes.len);
	return (const struct diag_note *)d->notes.items + i;
}

static const struct diag_fixit *fixit(const struct diag_diagnostic *d, size_t i)
{
	assert_true(i < d->fixits.len);
	return (const struct diag_fixit *)d->fixits.items + i;
}

#define assert_slice(s, text)                                            \
	do {                                                             \
		if (!fl_slice_eqs(s, text))                              \
			fail_msg("'%.*s' is not '%s'", FL_ARG(s), text); \
	} while (0)

/* All fixtures of the compilers, one after the other. */
static void read_fixtures(const char *pattern, struct fl_buf *all)
{
	char path[4096];
	glob_t found;
	const char *src = getenv("FL_SRC");
	snprintf(path, sizeof(path), "%s/tests/fixtures/diag/%s", src ? src : ".", pattern);
	assert_int_equal(glob(path, GLOB_BRACE, NULL, &found), 0);
	fl_buf_init(all, OUTPUT_MAX);
	for (size_t i = 0; i < found.gl_pathc; i++)
		assert_int_equal(fl_buf_read_file(all, found.gl_pathv[i], NULL), 0);
	globfree(&found);
	assert_true(all->len > 1000);
}

static void test_any_chunking(void **state)
{
	(void)state;
	static const char *const patterns[] = {"{,truth/}out/*/gcc-12.*",
		"{,truth/}out/*/clang-1[46].text", "{,truth/}out/*/clang-19.color", "out/*/*.link*",
		"forms/out/*/*", "interleaved/out/*.log", "tools/{out,documented}/*"};
	for (size_t i = 0; i < sizeof(patterns) / sizeof(patterns[0]); i++) {
		struct fl_buf all, whole, parts;
		read_fixtures(patterns[i], &all);
		run(fl_buf_view(&all), 0, 0, &whole);
		assert_true(whole.len > 1000);
		for (uint64_t seed = 0; seed < 12; seed++) {
			run(fl_buf_view(&all), seed ? 1 + seed * seed * 10 : 1, seed, &parts);
			assert_true(fl_slice_eq(fl_buf_view(&whole), fl_buf_view(&parts)));
			fl_buf_release(&parts);
		}
		fl_buf_release(&whole);
		fl_buf_release(&all);
	}
}

static void test_crlf(void **state)
{
	(void)state;
	struct fl_buf all, crlf, want, got;
	read_fixtures("{{,truth/}out/*/*.text,tools/{out,documented}/*}", &all);
	fl_buf_init(&crlf, OUTPUT_MAX);
	struct fl_slice rest = fl_buf_view(&all), line;
	while (fl_slice_line(&rest, &line))
		fl_buf_printf(&crlf, "%.*s\r\n", FL_ARG(line));
	run(fl_buf_view(&all), 0, 0, &want);
	run(fl_buf_view(&crlf), 0, 0, &got);
	assert_true(fl_slice_eq(fl_buf_view(&want), fl_buf_view(&got)));
	fl_buf_release(&all);
	fl_buf_release(&crlf);
	fl_buf_release(&want);
	fl_buf_release(&got);
}

/* Text, JSON and linker lines in one stream give what each gives alone, and the rest is the rest. */
static void test_mixed(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"[ 50%] Building CXX object x.o\n"
		"x.cpp: In function 'int f()':\n"
		"x.cpp:3:4: error: 'y' was not declared in this scope\n"
		"    3 |    y = 1;\n"
		"      |    ^\n"
		"[]\n"
		"[{\"kind\": \"warning\", \"message\": \"m\", \"option\": \"-Wunused\", "
		"\"locations\": "
		"[{\"caret\": {\"file\": \"z.c\", \"line\": 7, \"column\": 8}}]}, {\"kind\": "
		"\"note\", \"message\": \"n\", \"locations\": []}]\n"
		"[{\"not\": \"gcc's\"}]\n"
		"w.c:1:2: error: use of undeclared identifier 'q'\n"
		"        q\n"
		"        ^\n"
		"1 error generated.\n"
		"/usr/bin/ld: w.o: in function `main':\n"
		"w.c:(.text+0x5): undefined reference to `q'\n"
		"collect2: error: ld returned 1 exit status\n"
		"make: *** [Makefile:3: w] Error 1\n",
		4);
	assert_slice(d[0].tool, "gcc");
	assert_slice(d[0].col_unit, "display");
	assert_slice(note(&d[0], 0)->message, "In function 'int f()'");
	assert_slice(d[1].code, "-Wunused");
	assert_int_equal(d[1].level, DIAG_WARNING);
	assert_slice(note(&d[1], 0)->message, "n");
	assert_slice(d[2].tool, "clang");
	assert_slice(d[2].source_line, "        q");
	assert_slice(d[3].tool, "ld");
	assert_slice(d[3].symbol, "q");
	assert_int_equal(d[3].error_class, DIAG_CLASS_LINKER);
	fl_arena_release(&a);
}

/* What two compilers print, line by line in any order that keeps each one's own. */
static const char gcc_text[] =
	"inc/a.h: In function 'int f()':\n"
	"inc/a.h:7:9: error: 'alpha' was not declared in this scope\n"
	"    7 |         alpha = 1;\n"
	"      |         ^~~~~\n"
	"a.cpp: In function 'int g()':\n"
	"a.cpp:9:5: error: no matching function for call to 'first(int)'\n"
	"    9 |     first(1);\n"
	"      |     ~~~~~^~~\n"
	"a.cpp:3:5: note: candidate: 'int first(const char*)'\n"
	"    3 | int first(const char *text);\n"
	"      |     ^~~~~\n"
	"a.cpp:3:23: note:   no known conversion for argument 1 from 'int' to 'const char*'\n"
	"    3 | int first(const char *text);\n"
	"      |           ~~~~~~~~~~~~^~~~\n";
static const char clang_text[] = "b.cpp:9:12: error: use of undeclared identifier 'betta'\n"
				 "    return betta;\n"
				 "           ^~~~~\n"
				 "b.cpp:2:5: note: 'beta' declared here\n"
				 "int beta;\n"
				 "    ^\n"
				 "b.cpp:14:9: warning: expression result unused [-Wunused-value]\n"
				 "  gamma + 1;\n"
				 "  ~~~~~ ^ ~\n"
				 "1 warning and 1 error generated.\n";

static bool has_line(struct fl_slice text, struct fl_slice line)
{
	struct fl_slice at;
	while (fl_slice_line(&text, &at))
		if (fl_slice_eq(at, line))
			return true;
	return false;
}

static void test_interleaved(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= 300; seed++) {
		struct fl_rng rng = fl_rng_new(seed, FL_S("lines"), FL_S(""));
		struct fl_slice texts[] = {fl_slice_str(gcc_text), fl_slice_str(clang_text)}, line;
		struct fl_buf mixed, got, alone[2];
		fl_buf_init(&mixed, OUTPUT_MAX);
		run(texts[0], 0, 0, &alone[0]);
		run(texts[1], 0, 0, &alone[1]);
		while (texts[0].len || texts[1].len) {
			size_t which = fl_rng_below(&rng, 2);
			if (fl_slice_line(&texts[which], &line))
				fl_buf_printf(&mixed, "%.*s\n", FL_ARG(line));
		}
		run(fl_buf_view(&mixed), 1 + seed % 50, 0, &got);
		size_t right = 0;
		for (int i = 0; i < 2; i++) {
			struct fl_slice rest = fl_buf_view(&alone[i]);
			while (fl_slice_line(&rest, &line))
				right += has_line(fl_buf_view(&got), line);
			fl_buf_release(&alone[i]);
		}
		if (right != 4)
			fail_msg("%s\n%s", mixed.data, got.data);
		fl_buf_release(&mixed);
		fl_buf_release(&got);
	}
}

static void test_colours(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"\033[01m\033[Ka.c:1:2:\033[m\033[K \033[01;35m\033[Kwarning: \033[m\033[Kodd "
		"[\033[01;35m\033[K\033]8;;https://x/#-Wodd\a-Wodd\033]8;;\a\033[m\033[K]\n"
		"a.c:1:3: error: \033]8;;https://x\033\\bad\033]8;;\033\\\n",
		2);
	assert_slice(d[0].message, "odd");
	assert_slice(d[0].code, "-Wodd");
	assert_slice(d[1].message, "bad");
	fl_arena_release(&a);
}

static void test_flags(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"C:\\x y\\a.c:1:2: error: a [-Werror=return-type]\n"
		"a.c:1:2: error: b [-Werror,-Wsign-compare]\n"
		"a.c:1:2: warning: c [-Wshadow,Semantic Issue]\n"
		"a.c:1:2: error: d [with T = int]\n"
		"a.c:4: warning: e\n"
		"x86_64-linux-gnu-gcc-12: fatal error: no input files\n"
		"error: f\n"
		"<command-line>: note: g\n"
		"b.c:2:3: internal compiler error: h\n"
		"b.s:2: Error: no such instruction\n",
		9);
	assert_slice(d[0].code, "-Werror=return-type");
	assert_slice(d[0].file, "C:\\x y\\a.c");
	assert_slice(d[1].code, "-Wsign-compare");
	assert_slice(d[2].code, "-Wshadow");
	assert_slice(d[3].message, "d [with T = int]");
	assert_int_equal(d[4].line, 4);
	assert_int_equal(d[4].col, 0);
	assert_slice(d[4].col_unit, "");
	assert_slice(d[5].file, ""); /* a driver is no file */
	assert_slice(d[5].tool, "gcc");
	assert_int_equal(d[5].level, DIAG_FATAL);
	assert_slice(d[6].message, "f");
	assert_slice(note(&d[6], 0)->message, "g");
	assert_int_equal(d[7].level, DIAG_FATAL);
	assert_slice(d[8].message, "no such instruction");
	fl_arena_release(&a);
}

static void test_no_diagnostics(void **state)
{
	(void)state;
	struct fl_buf out;
	static const char text[] = "samu: error: loading 'build.ninja'\n"
				   "  5 | a\n"
				   "See error: 3: no\n"
				   "[1/2] x\n"
				   "[\n"
				   "[{\n"
				   "[{\"kind\": \"other\"";
	run(fl_slice_str(text), 0, 0, &out);
	assert_string_equal(out.data, "rest: samu: error: loading 'build.ninja'\n"
				      "rest:   5 | a\n"
				      "rest: See error: 3: no\n"
				      "rest: [1/2] x\n"
				      "rest: [\n"
				      "rest: [{\n"
				      "rest: [{\"kind\": \"other\"\n");
	fl_buf_release(&out);
}

static void test_note_chains(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"In file included from b.h:3,\n"
		"                 from a.cpp:1:\n"
		"c.h: In instantiation of 'struct s<int>':\n"
		"a.cpp:9:12:   required from here\n"
		"c.h:2:3: error: no\n"
		"c.h:5:6: note: candidate: 'f'\n"
		"c.h:5:6: note:   template argument deduction/substitution failed:\n"
		"In file included from a.cpp:2:\n"
		"d.h:7:8: note: declared here\n"
		"d.h:1:1: note: in expansion of macro 'M'\n"
		"In function 'f',\n"
		"    inlined from 'g at h' at a.cpp:3:4:\n"
		"a.cpp:20:1: warning: next\n",
		2);
	static const struct {
		int kind;
		int64_t parent, line;
		const char *file;
	} want[] = {
		{DIAG_NOTE_INCLUDE, -1, 3, "b.h"},
		{DIAG_NOTE_INCLUDE, -1, 1, "a.cpp"},
		{DIAG_NOTE_TEMPLATE, -1, 0, "c.h"},
		{DIAG_NOTE_TEMPLATE, -1, 9, "a.cpp"},
		{DIAG_NOTE_CANDIDATE, -1, 5, "c.h"},
		{DIAG_NOTE_NOTE, 4, 5, "c.h"},
		{DIAG_NOTE_NOTE, -1, 7, "d.h"},
		{DIAG_NOTE_INCLUDE, 6, 2, "a.cpp"},
		{DIAG_NOTE_MACRO, 6, 1, "d.h"},
	};
	assert_int_equal(d[0].notes.len, sizeof(want) / sizeof(want[0]));
	for (size_t i = 0; i < d[0].notes.len; i++) {
		assert_int_equal(note(&d[0], i)->kind, want[i].kind);
		assert_int_equal(note(&d[0], i)->parent, want[i].parent);
		assert_int_equal(note(&d[0], i)->line, want[i].line);
		assert_slice(note(&d[0], i)->file, want[i].file);
	}
	assert_slice(note(&d[1], 1)->message, "inlined from 'g at h'");
	assert_int_equal(note(&d[1], 1)->line, 3);
	fl_arena_release(&a);
}

static void test_fixits(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"a.c:5:12: error: expected ';'\n"
		"    5 | int n = 3  \n"
		"      |          ^\n"
		"      |          ;\n"
		"a.c:6:1: warning: b\n"
		"    6 | foo(bar, 1);\n"
		"      | ^~~ ~~~\n"
		"      |     |\n"
		"      |     char *\n"
		"      | quux\n"
		"a.c:1:1: note: use it\n"
		"  +++ |+#include <x.h>\n"
		"    1 | int y;\n"
		"a.c:7:1: warning: c\n"
		"        x\n"
		"        ^\n"
		"        zz\n"
		"fix-it:\"a.c\":{7:1-8:2}:\"q\\\"\\303\\251\\n\"\n",
		3);
	assert_int_equal(fixit(&d[0], 0)->col, fixit(&d[0], 0)->end_col);
	assert_slice(fixit(&d[0], 0)->text, ";");
	assert_slice(fixit(&d[1], 0)->text, "quux");
	assert_int_equal(fixit(&d[1], 0)->col, 1);
	assert_int_equal(fixit(&d[1], 0)->end_col, 4);
	assert_slice(fixit(&d[1], 1)->text, "#include <x.h>\n");
	assert_int_equal(fixit(&d[1], 1)->note, 0);
	assert_int_equal(d[2].fixits.len, 1);
	assert_slice(fixit(&d[2], 0)->text, "q\"\xc3\xa9\n");
	assert_int_equal(fixit(&d[2], 0)->end_line, 8);
	fl_arena_release(&a);
}

/* gcc's exact fix-its count bytes; what comes out are display columns, as of all else of gcc. */
static void test_fixits_gcc(void **state)
{
	(void)state;
	struct fl_arena a;
	struct diag_diagnostic *d = parse(&a,
		"a.c: In function 'f':\n"
		"a.c:2:17: error: 'naive' undeclared; did you mean 'na\xc3\xafve'?\n"
		"    2 |         int n = naive, m\n"
		"      |                 ^~~~~\n"
		"      |                 na\xc3\xafve\n"
		"fix-it:\"a.c\":{2:10-2:15}:\"na\\303\\257ve\"\n"
		"fix-it:\"a.c\":{2:18-2:18}:\";\"\n",
		1);
	assert_int_equal(d->fixits.len, 2);
	assert_int_equal(fixit(d, 0)->col, 17);
	assert_int_equal(fixit(d, 0)->end_col, 22);
	assert_int_equal(fixit(d, 1)->col, 25);
	assert_int_equal(fixit(d, 1)->end_col, 25);
	assert_int_equal(d->omitted, 0);
	fl_arena_release(&a);
}

static void test_linker(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"/usr/bin/ld: /tmp/ccAbCd12.o: in function `f(int)':\n"
		"/src/a.cpp:8: undefined reference to `g()'\n"
		"/usr/bin/ld: a.cpp:(.text+0x1b): undefined reference to `h'\n"
		"/usr/bin/ld: b.o:(.data+0x0): multiple definition of `v'; a.o:(.data+0x0): first "
		"defined here\n"
		"/usr/bin/ld: b.o:/src/b.c:1: multiple definition of `w'; a.o:/src/a.c:2: first "
		"defined here\n"
		"(.text+0x17): undefined reference to `main'\n"
		"/usr/bin/ld: cannot find -lx: No such file or directory\n"
		"/usr/bin/ld: a.o: warning: relocation against `v' in read-only section `.text'\n"
		"ld.lld: error: undefined symbol: z\n"
		">>> referenced by a.c:3\n"
		"clang-19: error: linker command failed with exit code 1 (use -v to see "
		"invocation)\n"
		"collect2: error: ld returned 1 exit status\n",
		9);
	assert_slice(d[0].file, "/src/a.cpp");
	assert_int_equal(d[0].line, 8);
	assert_slice(d[0].symbol, "g()");
	assert_slice(note(&d[0], 0)->message, "in function `f(int)'");
	assert_slice(d[1].file, "a.cpp");
	assert_slice(note(&d[1], 0)->file, "/tmp/ccAbCd12.o");
	assert_slice(d[2].symbol, "v");
	assert_slice(d[2].file, "");
	assert_slice(d[2].object, "b.o");
	assert_slice(note(&d[2], 0)->file, "a.o");
	assert_slice(d[3].file, "/src/b.c");
	assert_int_equal(note(&d[3], 0)->line, 2);
	assert_slice(d[4].symbol, "main");
	assert_slice(d[5].symbol, "-lx");
	assert_int_equal(d[6].level, DIAG_WARNING);
	assert_slice(d[7].symbol, "z");
	assert_slice(d[7].file, "a.c");
	assert_int_equal(d[7].line, 3);
	assert_slice(d[8].file, ""); /* collect2 is no file; it had the last word already */
	for (size_t i = 0; i < 9; i++)
		assert_int_equal(d[i].error_class, DIAG_CLASS_LINKER);
	fl_arena_release(&a);
}

static void test_limits(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_buf text;
	struct fl_list list;
	fl_buf_init(&text, OUTPUT_MAX);
	fl_arena_init(&a, OUTPUT_MAX);
	fl_buf_str(&text, "a.c:1:1: error: x\n");
	for (int i = 0; i < 5000; i++)
		fl_buf_str(&text, "a.c:1:1: note: y\n");
	fl_buf_str(&text, "a.c:2:1: error: ");
	fl_buf_fill(&text, 'z', 3 << 20);
	fl_buf_str(&text, "\na.c:3:1: error: end\n");
	assert_int_equal(diag_parse(fl_buf_view(&text), DIAG_FROM_AUTO, &a, &list, NULL), 0);
	assert_int_equal(list.len, 3);
	const struct diag_diagnostic *d = list.items;
	assert_int_equal(d[0].notes.len, 4096);
	assert_int_equal(d[0].omitted, 5000 - 4096);
	assert_true(d[1].message.len > 1000000 && d[1].message.len <= 1 << 20);
	assert_slice(d[2].message, "end");
	fl_arena_release(&a);
	fl_arena_init(&a, 1000);
	struct fl_error err;
	assert_int_equal(
		diag_parse(fl_buf_view(&text), DIAG_FROM_AUTO, &a, &list, &err), FL_ELIMIT);
	fl_arena_release(&a);
	fl_buf_release(&text);
}

/* The fixtures with bytes changed, dropped and doubled at random. */
static void test_garbage(void **state)
{
	(void)state;
	struct fl_buf all, bad, out;

	read_fixtures("{out/*/*,tools/{out,documented}/*}", &all);
	struct fl_rng rng = fl_rng_new(7, FL_S("garbage"), FL_S(""));
	for (int round = 0; round < 20; round++) {
		fl_buf_init(&bad, OUTPUT_MAX);
		for (size_t i = 0; i < all.len; i++) {
			uint64_t what = fl_rng_below(&rng, 100);
			char c = what == 0 ? (char)fl_rng_below(&rng, 256) : all.data[i];
			if (what != 1)
				fl_buf_char(&bad, c);
			if (what == 2)
				fl_buf_char(&bad, c);
		}
		run(fl_buf_view(&bad), 4096, 0, &out);
		assert_true(out.len > 0);
		fl_buf_release(&out);
		fl_buf_release(&bad);
	}
	fl_buf_release(&all);
}

static int stop(void *ctx, const struct diag_diagnostic *d)
{
	(void)d;
	++*(int *)ctx;
	return FL_EREFUSED;
}

static void test_sink_stops(void **state)
{
	(void)state;
	int calls = 0;
	struct diag_sink sink = {.diagnostic = stop, .ctx = &calls};
	struct diag_parser *p;
	struct fl_slice text = FL_S("a.c:1:1: error: x\na.c:1:1: error: y\na.c:1:1: error: z\n");
	assert_int_equal(diag_parser_new(DIAG_FROM_AUTO, &sink, &p, NULL), 0);
	assert_int_equal(diag_parser_feed(p, text, NULL), FL_EREFUSED);
	assert_int_equal(calls, 1);
	diag_parser_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_any_chunking),
		cmocka_unit_test(test_crlf),
		cmocka_unit_test(test_mixed),
		cmocka_unit_test(test_interleaved),
		cmocka_unit_test(test_colours),
		cmocka_unit_test(test_flags),
		cmocka_unit_test(test_no_diagnostics),
		cmocka_unit_test(test_note_chains),
		cmocka_unit_test(test_fixits),
		cmocka_unit_test(test_fixits_gcc),
		cmocka_unit_test(test_linker),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_garbage),
		cmocka_unit_test(test_sink_stops),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Linkers, the assembler, crashes: symbols, objects, places, and where one report ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "diag/linker/demangle.h"
#include "diag/parse.h"

enum { ARENA_MAX = 16 << 20 };

static void assert_slice(struct fl_slice s, const char *want)
{
	if (!fl_slice_eqs(s, want)) {
		print_error("'%.*s' is not '%s'\n", FL_ARG(s), want);
		fail();
	}
}

static const struct diag_diagnostic *parse(struct fl_arena *a, const char *text, size_t count)
{
	struct fl_list list;
	fl_arena_init(a, ARENA_MAX);
	assert_int_equal(diag_parse(fl_slice_str(text), DIAG_FROM_AUTO, a, &list, NULL), 0);
	assert_int_equal(list.len, count);
	return list.items;
}

static const struct diag_note *note(const struct diag_diagnostic *d, size_t i)
{
	assert_true(i < d->notes.len);
	return fl_list_at(&d->notes, &diag_note_shape, i);
}

static void test_demangle(void **state)
{
	(void)state;
	struct fl_buf out;
	fl_buf_init(&out, 1 << 20);
	fl_buf_str(&out, "x ");
	assert_true(diag_demangle(FL_S("_ZN6shapes4areaEii"), &out));
	assert_slice(fl_buf_view(&out), "x shapes::area(int, int)");
	assert_false(diag_demangle(FL_S("area"), &out));
	assert_false(diag_demangle(FL_S("_Z"), &out));
	assert_false(diag_demangle(FL_S("_Z1f\0i"), &out));
	/* each argument is two of the one before: 2^34 names in a few hundred bytes */
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";
	struct fl_buf name;
	fl_buf_init(&name, DIAG_MANGLED_MAX);
	fl_buf_str(&name, "_Z1f1AIiiES_IS0_S0_E");
	for (int i = 1; i < 35; i++)
		fl_buf_printf(&name, "S_IS%c_S%c_E", digits[i], digits[i]);
	assert_false(diag_demangle(fl_buf_view(&name), &out));
	fl_buf_release(&name);
	assert_slice(fl_buf_view(&out), "x shapes::area(int, int)");
	fl_buf_release(&out);
}

static void test_lld(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"ld.lld: error: undefined symbol: _ZN6shapes4areaEii\n"
		">>> referenced by a.cpp:5 (/src/a.cpp:5)\n"
		">>>               a.o:(twice) in archive ./libx.a\n"
		">>> referenced by b.cpp\n"
		">>>               b.o:(main)\n"
		">>> referenced 8 more times\n"
		"\n"
		"ld.lld: error: duplicate symbol: v\n"
		">>> defined at one.c:1 (/src/one.c:1)\n"
		">>>            one.o:(v)\n"
		">>> defined at two.c:2 (/src/two.c:2)\n"
		">>>            two.o:(.data+0x0)\n"
		"mold: error: undefined symbol: w\n"
		">>> referenced by c.o:(.text+0x1)\n"
		"ld.lld: error: layout.ld:5: section pattern is expected\n"
		">>> }\n"
		">>> ^\n"
		"clang-19: error: linker command failed with exit code 1 (use -v to see "
		"invocation)\n",
		4);
	assert_slice(d[0].symbol, "shapes::area(int, int)");
	assert_slice(d[0].raw_symbol, "_ZN6shapes4areaEii");
	assert_slice(d[0].object, "./libx.a(a.o)");
	assert_slice(d[0].file, "/src/a.cpp");
	assert_int_equal(d[0].line, 5);
	assert_slice(d[0].tool, "lld");
	assert_int_equal(note(&d[0], 0)->kind, DIAG_NOTE_FUNCTION);
	assert_slice(note(&d[0], 0)->message, "in function `twice'");
	assert_slice(note(&d[0], 1)->message, "referenced by b.o:(main)");
	assert_slice(note(&d[0], 1)->file, "b.cpp");
	assert_slice(note(&d[0], 2)->message, "referenced 8 more times");
	assert_slice(d[1].object, "two.o");
	assert_int_equal(d[1].line, 2);
	assert_slice(note(&d[1], 0)->file, "/src/one.c");
	assert_slice(d[2].tool, "mold");
	assert_slice(d[2].object, "c.o");
	assert_slice(d[3].file, "layout.ld");
	assert_slice(d[3].source_line, "}");
	assert_slice(d[3].caret, "^");
	fl_arena_release(&a);
}

static void test_gold(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"main.o:main.cpp:function ns::f(int): error: undefined reference to 'g()'\n"
		"/usr/bin/ld.gold: the vtable symbol may be undefined because the class is missing "
		"its key function\n"
		"/src/main.c:5: error: undefined reference to 'cos@@GLIBC_2.2.5'\n"
		"two.o(.text+0x1): error: relocation refers to local symbol \"inner\" [1], which "
		"is "
		"defined in a discarded section\n"
		"  prevailing definition is from one.o\n"
		"ld.gold: error: libp.a(two.o): multiple definition of 'v'\n"
		"ld.gold: libp.a(one.o): previous definition here\n"
		"ld.gold: error: api.map:3:2: syntax error, unexpected LOCAL\n"
		"ld.gold: internal error in format_file_lineno, at x.cc:2713\n"
		"collect2: error: ld returned 1 exit status\n",
		6);
	assert_slice(d[0].symbol, "g()");
	assert_slice(d[0].object, "main.o");
	assert_slice(d[0].file, "main.cpp");
	assert_slice(note(&d[0], 0)->message, "in function `ns::f(int)'");
	assert_int_equal(d[0].notes.len, 2);
	assert_slice(d[1].raw_symbol, "cos");
	assert_int_equal(d[1].line, 5);
	assert_slice(d[2].symbol, "inner");
	assert_slice(d[2].object, "two.o");
	assert_int_equal(d[2].notes.len, 1);
	assert_slice(d[3].object, "libp.a(two.o)");
	assert_slice(note(&d[3], 0)->file, "libp.a(one.o)");
	assert_int_equal(d[4].col, 2);
	assert_int_equal(d[5].level, DIAG_FATAL);
	for (size_t i = 0; i < 6; i++) {
		assert_slice(d[i].tool, "gold");
		/* d[4] is a linker script that cannot be read. */
		assert_int_equal(d[i].error_class, i == 4 ? DIAG_CLASS_SYNTAX : DIAG_CLASS_LINKER);
	}
	fl_arena_release(&a);
}

static void test_bfd(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"/usr/bin/ld: a.o: in function `f':\n"
		"/src/a.c:3: undefined reference to `g'\n"
		"/usr/bin/ld: a.o:/src/a.c:9: more undefined references to `g' follow\n"
		"/usr/bin/ld: b.o (symbol from plugin): in function `h':\n"
		"(.text+0x0): multiple definition of `h'; c.o (symbol from plugin):(.text+0x0): "
		"first defined here\n"
		"`i' referenced in section `.text' of d.o: defined in discarded section "
		"`.text.s[s]' of d.o\n"
		"/usr/bin/ld: cannot find part.o: No such file or directory\n"
		"/usr/bin/ld:api.map:3: syntax error in VERSION script\n"
		"/usr/bin/ld: final link failed: bad value\n"
		"collect2: error: ld returned 1 exit status\n",
		5);
	assert_slice(d[0].object, "a.o");
	assert_slice(note(&d[0], 1)->message, "more undefined references to `g' follow");
	assert_int_equal(note(&d[0], 1)->line, 9);
	assert_slice(d[1].object, "b.o");
	assert_slice(note(&d[1], 1)->file, "c.o");
	assert_slice(d[2].symbol, "i");
	assert_slice(d[2].object, "d.o");
	assert_slice(d[3].symbol, "part.o");
	assert_slice(d[4].file, "api.map");
	assert_int_equal(d[4].line, 3);
	fl_arena_release(&a);
}

static void test_assembler(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"x.c: Assembler messages:\n"
		"x.c:3: Error: bad register name `%nosuch'\n"
		"{standard input}:12: Warning: value truncated\n"
		"x.S:5: Error: number of operands mismatch for `inc'\n"
		"x.S:8:  Info: macro invoked from here\n",
		3);
	assert_slice(d[0].tool, "as");
	assert_int_equal(d[0].error_class, DIAG_CLASS_PLATFORM);
	assert_slice(d[1].file, "{standard input}");
	assert_int_equal(d[1].level, DIAG_WARNING);
	assert_int_equal(note(&d[2], 0)->line, 8);
	fl_arena_release(&a);
}

static void test_crash(void **state)
{
	(void)state;
	struct fl_arena a;
	const struct diag_diagnostic *d = parse(&a,
		"PLEASE submit a bug report to https://x/ and include the crash backtrace.\n"
		"Stack dump:\n"
		"0.\tProgram arguments: clang -c c.cpp\n"
		"1.\tc.cpp:4:2: current parser token 'pragma'\n"
		" #0 0x00007f8a378a5291 llvm::sys::PrintStackTrace(int) (/lib/libLLVM.so+0xea)\n"
		"clang: error: clang frontend command failed with exit code 132 (use -v to see "
		"invocation)\n"
		"Target: x86_64-pc-linux-gnu\n"
		"c.cpp:9:1: error: another\n"
		"x.cpp:3:17: internal compiler error: Segmentation fault\n"
		"0x7fb0f56be04f crash_signal\n"
		"\t../../src/gcc/toplev.cc:322\n"
		"Please submit a full bug report, with preprocessed source.\n"
		"g++: fatal error: Killed signal terminated program cc1plus\n"
		"compilation terminated.\n"
		"cc1plus: out of memory allocating 65536 bytes after a total of 1179648 bytes\n"
		"make: *** [Makefile:3: x.o] Error 1\n",
		5);
	assert_int_equal(d[0].level, DIAG_FATAL);
	assert_slice(d[0].file, "c.cpp");
	assert_int_equal(d[0].line, 4);
	assert_int_equal(d[0].notes.len, 3);
	assert_slice(note(&d[0], 2)->message, "llvm::sys::PrintStackTrace(int)");
	assert_true(fl_slice_starts(d[0].message, "clang frontend command failed"));
	assert_slice(d[1].message, "another");
	assert_slice(note(&d[2], 0)->message, "crash_signal");
	assert_int_equal(note(&d[2], 0)->line, 322);
	assert_int_equal(d[3].level, DIAG_FATAL);
	assert_slice(d[4].tool, "gcc");
	assert_int_equal(d[4].level, DIAG_FATAL);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_demangle),
		cmocka_unit_test(test_lld),
		cmocka_unit_test(test_gold),
		cmocka_unit_test(test_bfd),
		cmocka_unit_test(test_assembler),
		cmocka_unit_test(test_crash),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

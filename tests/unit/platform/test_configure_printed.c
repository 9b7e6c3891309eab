/* What make prints, as a project: golden lines of a small project of automake's kind. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdlib.h>

#include "platform/configure/printed.h"
#include "platform/configure/words.h"

static const char printed[] =
	"make: Entering directory '/box/src'\n"
	"echo \"  CC       main.c\"; gcc -DHAVE_CONFIG_H -I.   -std=gnu99 -g -O2 -MT main.o -MD "
	"-MP "
	"-MF .deps/main.Tpo -c -o main.o main.c\n"
	"Making all in lib\n"
	"make[1]: Entering directory '/box/src/lib'\n"
	"depbase=`echo part.lo | sed 's|[^/]*$|.deps/&|;s|\\.lo$||'`;\\\n"
	"/bin/bash ../libtool  --tag=CC   --mode=compile gcc -DHAVE_CONFIG_H -I. -I..  -msse2 "
	"-std=gnu99 -c -o part.lo part.c &&\\\n"
	"mv -f $depbase.Tpo $depbase.Plo\n"
	"/bin/bash ../libtool  --tag=CC   --mode=link gcc -msse2 -std=gnu99 -version-info 1:0:0 -o "
	"libpart.la -rpath /usr/local/lib part.lo -lz\n"
	"make[1]: Leaving directory '/box/src/lib'\n"
	"gcc -c -D NAME='\"a b\"' -o util.o `test -f 'src/util.c' || echo './'`src/util.c\n"
	"rm -f libutil.a\n"
	"ar cru libutil.a util.o\n"
	"/bin/bash ./libtool --tag=CC --mode=link gcc -g -O2 -o main main.o libutil.a "
	"lib/libpart.la /usr/lib/x86_64-linux-gnu/libpng16.so -lm -pthread\n"
	"cd tools && g++ -std=c++17 -fsanitize=address -o gen gen.cpp helper.cc -ldl\n"
	"cc -c $(CFLAGS) lonely.c\n"
	"gcc -E main.c > main.i\n"
	"make: Leaving directory '/box/src'\n";

/* "name kind: source source; setting setting | a source's own" of each target, a line each. */
static void show(const struct plat_project *p, struct fl_buf *out)
{
	const struct plat_target *t = p->targets.items;
	for (size_t i = 0; i < p->targets.len; i++) {
		const struct plat_source *s = t[i].sources.items;
		const struct plat_setting *v = t[i].settings.items;
		fl_buf_printf(out, "%.*s %d:", FL_ARG(t[i].name), t[i].kind);
		for (size_t j = 0; j < t[i].sources.len; j++)
			fl_buf_printf(out, " %.*s", FL_ARG(s[j].path));
		fl_buf_str(out, ";");
		for (size_t j = 0; j < t[i].settings.len; j++)
			fl_buf_printf(out, " %.*s", FL_ARG(v[j].value));
		fl_buf_str(out, "\n");
	}
}

static void check(struct fl_slice text, const char *expected)
{
	struct fl_arena a;
	struct fl_buf out;
	struct plat_project p;
	fl_arena_init(&a, 4 << 20);
	fl_buf_init(&out, 1 << 16);
	assert_int_equal(plat_printed_read(text, &a, &p, NULL), 0);
	show(&p, &out);
	assert_string_equal(out.data, expected);
	fl_buf_release(&out);
	fl_arena_release(&a);
}

static void test_golden(void **state)
{
	(void)state;
	check(FL_S(printed), "libpart 2: lib/part.c; gcc -DHAVE_CONFIG_H -msse2 -std=gnu99 -lz\n"
			     "libutil 1: src/util.c; gcc -DNAME=\"a b\"\n"
			     "main 0: main.c; gcc -DHAVE_CONFIG_H -std=gnu99 -g -O2 -lpng16 -lm "
			     "-pthread\n"
			     "gen 0: tools/gen.cpp tools/helper.cc; g++ -std=c++17 "
			     "-fsanitize=address -fsanitize=address -ldl\n"
			     "lonely 4: lonely.c; cc\n");
}

static void test_differ(void **state)
{
	(void)state;
	struct fl_arena a;
	struct plat_project p;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(plat_printed_read(FL_S("sub/b.mk:7: update target 'b.o' due to: b.c\n"
						"gcc -O2 -c a.c\ngcc -O2 -mavx2 -c b.c\n"
						"<builtin>: target 'p' does not exist\n"
						"arm-none-eabi-gcc-12 a.o b.o -o p\n"),
				 &a, &p, NULL),
		0);
	const struct plat_target *t = p.targets.items;
	const struct plat_source *s = t->sources.items;
	assert_int_equal(p.targets.len, 1);
	assert_true(!t->at.file.len && !t->at.line);
	assert_int_equal(t->settings.len, 2);
	assert_int_equal(s[0].settings.len, 0);
	assert_int_equal(s[1].settings.len, 1);
	const struct plat_setting *own = s[1].settings.items;
	assert_true(fl_slice_eqs(own->value, "-mavx2"));
	assert_true(own->languages == PLAT_FOR_C && own->what == PLAT_FLAG);
	assert_true(fl_slice_eqs(own->at.file, "sub/b.mk") && own->at.line == 7);
	fl_arena_release(&a);
}

static void test_odd(void **state)
{
	(void)state;
	check(FL_S(""), "");
	check(FL_S("gcc"), "");
	check(FL_S("gcc -c\n"), "");
	check(FL_S("gcc -o\ngcc -c -o\nar\nar cru\ncd\n"), "");
	check(FL_S("gcc -c ../../etc/passwd.c /etc/x.c\n"), "");
	check(FL_S("gcc -c 'a.c\n"), "a 4: a.c; gcc\n");
	check(FL_S("gcc -c `find .`.c $x.c\n"), "");
	check(FL_S("make[1]: Leaving directory '/'\nmake: Leaving directory '/x'\ngcc -c a.c"),
		"a 4: a.c; gcc\n");
	check(FL_S("gcc -c a.c\0b.c"), "");
	check(FL_S("\\\n\\\n\\"), "");
}

static void test_limits(void **state)
{
	(void)state;
	struct fl_arena a;
	struct plat_project p;
	struct fl_buf text;
	fl_buf_init(&text, 64 << 20);
	fl_arena_init(&a, 64 << 20);
	for (int i = 0; i < PLAT_DIRECTORIES_MAX * 2; i++)
		fl_buf_printf(&text, "make[%d]: Entering directory '/box/src/%d'\n", i, i);
	fl_buf_str(&text, "gcc -c a.c\ngcc");
	for (int i = 0; i < 40000; i++)
		fl_buf_str(&text, " x");
	assert_int_equal(plat_printed_read(fl_buf_view(&text), &a, &p, NULL), FL_ELIMIT);
	fl_arena_release(&a);
	fl_buf_clear(&text);
	for (int i = 0; i <= PLAT_COMPILES_MAX; i++)
		fl_buf_printf(&text, "cc -c %d.c\n", i);
	assert_int_equal(plat_printed_read(fl_buf_view(&text), &a, &p, NULL), FL_ELIMIT);
	fl_arena_release(&a);
	fl_buf_release(&text);
}

static void test_words(void **state)
{
	(void)state;
	struct fl_arena a;
	struct fl_slice rest = FL_S("a 'b c'\"d\\\"e\" \\f;&&x `y 'z'`w"), word;
	static const char *const expected[] = {
		"a", "b cd\"e", "f", ";", "&&", "x", "`y 'z'`w", NULL};
	fl_arena_init(&a, 1 << 16);
	for (const char *const *e = expected; *e; e++) {
		assert_int_not_equal(plat_word_next(&rest, &a, &word), PLAT_WORD_END);
		assert_true(fl_slice_eqs(word, *e));
	}
	assert_int_equal(plat_word_next(&rest, &a, &word), PLAT_WORD_END);
	assert_true(fl_slice_eqs(plat_word_library(FL_S("/usr/lib/libz.so.1"), &a), "-lz"));
	assert_true(fl_slice_eqs(plat_word_library(FL_S("/opt/libfoo-2.0.a"), &a), "-lfoo-2.0"));
	assert_true(fl_slice_eqs(plat_word_library(FL_S("-lm"), &a), "-lm"));
	assert_int_equal(plat_word_library(FL_S("-l"), &a).len, 0);
	assert_int_equal(plat_word_library(FL_S("lib/libz.so"), &a).len, 0);
	assert_int_equal(plat_word_library(FL_S("/x/lib.so"), &a).len, 0);
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_golden),
		cmocka_unit_test(test_differ),
		cmocka_unit_test(test_odd),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_words),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

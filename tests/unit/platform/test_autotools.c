/* configure.ac and Makefile.am: what targets are built with, and what is left open. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdio.h>
#include <cmocka.h>

#include "platform/autotools/autotools.h"

struct read {
	struct fl_arena a;
	struct plat_project project;
};

static void read_files(struct read *r, const struct plat_tree_file *files, size_t count)
{
	struct plat_tree tree;
	struct fl_error err = {0};
	fl_arena_init(&r->a, 64 << 20);
	plat_tree_of(&tree, files, count);
	if (plat_autotools_read(&tree, FL_S(""), &r->a, &r->project, &err))
		fail_msg("%s", err.message);
}

static void read_two(struct read *r, const char *script, const char *makefile)
{
	struct plat_tree_file files[] = {{FL_S("configure.ac"), fl_slice_str(script)},
		{FL_S("Makefile.am"), fl_slice_str(makefile)}, {FL_S("a.c"), FL_S("")}};
	read_files(r, files, 3);
}

static const struct plat_target *target(const struct read *r, const char *name)
{
	const struct plat_target *t = r->project.targets.items;
	for (size_t i = 0; i < r->project.targets.len; i++)
		if (fl_slice_eqs(t[i].name, name))
			return &t[i];
	fail_msg("there is no target %s", name);
	return NULL;
}

/* The last setting of that word: '=' it is there, '?' it may be, '-' it is not. */
static char has(const struct plat_target *t, enum plat_what what, const char *value)
{
	const struct plat_setting *s = t->settings.items;
	char found = '-';
	for (size_t i = 0; i < t->settings.len; i++)
		if (s[i].what == what && fl_slice_eqs(s[i].value, value))
			found = s[i].unsure ? '?' : '=';
	return found;
}

static void test_targets(void **state)
{
	struct read r;
	(void)state;
	read_two(&r,
		"AC_PREREQ([2.69])\nAC_INIT([p], [1])\nAC_PROG_CC\nAC_PROG_CXX\n"
		"AX_CXX_COMPILE_STDCXX([20], [noext], [mandatory])\n"
		"PKG_CHECK_MODULES([Z], [zlib >= 1.2, libpng])\n"
		"PKG_CHECK_MODULES([O], [opt], [have_o=yes], [have_o=no])\nAC_OUTPUT\n",
		"AM_CFLAGS = -Wall \\\n\t-mavx2\nbin_PROGRAMS = a b$(EXEEXT) c-d\n"
		"b_SOURCES = b.c x/y.cpp\nb_CFLAGS = -DB $(Z_CFLAGS)\nb_LDADD = libq.la $(Z_LIBS) "
		"$(O_LIBS) -lm\nc_d_SOURCES = $(CD:.x=.c)\nCD = c.x\n"
		"noinst_LTLIBRARIES = libq.la\nlibq_la_SOURCES = q.c\nEXTRA_PROGRAMS = e\n"
		"e_SOURCES = e.c\n");
	const struct plat_target *a = target(&r, "a"), *b = target(&r, "b");
	const struct plat_source *source = a->sources.items;
	assert_true(fl_slice_eqs(source->path, "a.c"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-mavx2"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-g"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-O2"));
	assert_int_equal('=', has(a, PLAT_STANDARD, "c++20"));
	assert_int_equal('-', has(b, PLAT_FLAG, "-mavx2"));
	assert_int_equal('=', has(b, PLAT_LIBRARY, "zlib"));
	assert_int_equal('?', has(b, PLAT_LIBRARY, "opt"));
	assert_int_equal('-', has(a, PLAT_LIBRARY, "zlib"));
	assert_int_equal('=', has(b, PLAT_LINK, "-lm"));
	source = target(&r, "c-d")->sources.items;
	assert_true(fl_slice_eqs(source->path, "c.c"));
	assert_int_equal(PLAT_STATIC_LIBRARY, target(&r, "libq.la")->kind);
	assert_true(target(&r, "e")->unsure);
	fl_arena_release(&r.a);
}

/* gcc is of 2017 by itself, so the macro asks for nothing; "ext" and "noext" do. */
static void test_standards(void **state)
{
	struct read r;
	(void)state;
	read_two(&r, "AC_PROG_CXX\nAX_CXX_COMPILE_STDCXX_11\n", "bin_PROGRAMS = a\n");
	assert_int_equal('-', has(target(&r, "a"), PLAT_STANDARD, "gnu++11"));
	fl_arena_release(&r.a);
	read_two(&r, "AC_PROG_CXX\nAX_CXX_COMPILE_STDCXX(14, ext, mandatory)\n",
		"bin_PROGRAMS = a\n");
	assert_int_equal('=', has(target(&r, "a"), PLAT_STANDARD, "gnu++14"));
	fl_arena_release(&r.a);
	read_two(&r, "AC_PROG_CXX\nif test -f x; then\nAX_CXX_COMPILE_STDCXX(14, ext)\nfi\n",
		"bin_PROGRAMS = a\n");
	assert_int_equal('?', has(target(&r, "a"), PLAT_STANDARD, "gnu++14"));
	fl_arena_release(&r.a);
}

static void test_options_and_conditions(void **state)
{
	struct read r;
	(void)state;
	read_two(&r,
		"AC_PROG_CC\n"
		"AC_ARG_ENABLE([debug], [AS_HELP_STRING([--enable-debug])],\n"
		"  [debug=$enableval], [debug=no])\n"
		"AC_ARG_ENABLE(fast, [  --enable-fast])\n"
		"if test \"x$debug\" = xyes; then\n  CFLAGS=\"$CFLAGS -DDEBUG\"\nelse\n"
		"  CPPFLAGS=\"$CPPFLAGS -DRELEASE\"\nfi\n"
		"AS_IF([test \"x$enable_fast\" != xno], [CFLAGS=\"-DFAST $CFLAGS\"])\n"
		"case $host_os in\n  mingw* | cygwin*) LIBS=\"-lws2_32\" ;;\n"
		"  linux*) LIBS=\"-ldl $LIBS\" ;;\nesac\n"
		"save=$CFLAGS\nif some_program; then\n  saved2=\"$CFLAGS\"\n"
		"  CFLAGS=\"$CFLAGS -DTRY\"\n  AC_MSG_CHECKING([x])\n  CFLAGS=\"$saved2\"\n"
		"  CPPFLAGS=\"$CPPFLAGS -DMAYBE\"\nfi\n"
		"AM_CONDITIONAL([DEBUG], [test \"$debug\" = yes])\n"
		"AM_CONDITIONAL([OTHER], [some_program])\n",
		"bin_PROGRAMS = a\nif DEBUG\na_CFLAGS = -DX\nelse\na_CFLAGS = -DY\nendif\n"
		"if OTHER\nbin_PROGRAMS += o\nendif\nif !DEBUG\nAM_CPPFLAGS = -DN\nendif\n");
	const struct plat_target *a = target(&r, "a");
	assert_int_equal('=', has(a, PLAT_FLAG, "-DRELEASE"));
	assert_int_equal('-', has(a, PLAT_FLAG, "-DDEBUG"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-DFAST"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-g"));
	assert_int_equal('=', has(a, PLAT_LINK, "-ldl"));
	assert_int_equal('-', has(a, PLAT_LINK, "-lws2_32"));
	assert_int_equal('?', has(a, PLAT_FLAG, "-DMAYBE"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-DY"));
	assert_int_equal('-', has(a, PLAT_FLAG, "-DX"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-DN"));
	assert_true(target(&r, "o")->unsure);
	fl_arena_release(&r.a);
}

/* What checks find on the host (platform/host): their actions, and the variables they leave. */
static void test_checks(void **state)
{
	static const struct {
		const char *text;
		char is;
	} rows[] = {
		{"AC_CHECK_FUNC([qsort_r], [X=-DX])", '='},
		{"AC_CHECK_FUNC([strlcpy], [], [X=-DX])", '='},
		{"AC_CHECK_FUNC([strlcpy], [X=-DX])", '-'},
		{"AC_CHECK_FUNC([cbrt], [X=-DX])", '?'},
		{"LIBS=-lm\nAC_CHECK_FUNC([cbrt], [X=-DX])", '='},
		{"LIBS=-lbsd\nAC_CHECK_FUNC([strlcpy], [X=-DX])", '?'},
		{"AC_CHECK_FUNCS([strlcpy fork])\nif test \"x$ac_cv_func_fork\" = xyes; then "
		 "X=-DX; fi",
			'='},
		{"AC_CHECK_FUNCS([strlcpy fork])\nif test x$ac_cv_func_strlcpy = xyes; then X=-DX; "
		 "fi",
			'-'},
		{"AC_CHECK_HEADERS([windows.h sys/epoll.h], [X=-DX], [X=-DY])", '='},
		{"AC_CHECK_HEADERS([sys/epoll.h windows.h], [X=-DX], [X=-DY])", '-'},
		{"AC_CHECK_HEADERS([sys/epoll.h windows.h], [X=-DX; break], [X=-DY])", '='},
		{"AC_CHECK_HEADERS([poll.h])\nif test $ac_cv_header_poll_h = yes; then X=-DX; fi",
			'='},
		{"AC_CHECK_HEADER([zlib.h], [X=-DX])", '?'},
		{"AC_CHECK_HEADER([filesystem], [X=-DX])", '?'},
		{"AC_CHECK_DECLS([strdup, strlcpy])\ncase $ac_cv_have_decl_strdup in yes) X=-DX;; "
		 "esac",
			'='},
		{"AC_CHECK_DECL([strlcpy], [X=-DX])", '-'},
		{"AC_CHECK_DECL([O_NOATIME], [X=-DX])", '?'},
		{"AC_CHECK_SIZEOF([long int])\nif test $ac_cv_sizeof_long_int = 8; then X=-DX; fi",
			'='},
		{"AC_CHECK_LIB([m], [cbrt], [X=-DX])", '='},
		{"AC_CHECK_LIB([socket], [socket], [X=-DX])", '-'},
		{"AX_CHECK_COMPILE_FLAG([-Weverything], [X=-DX])", '-'},
		{"AX_CHECK_COMPILE_FLAG([-Wold-style-cast], [X=-DX])", '='},
		{"AX_CHECK_COMPILE_FLAG([-Wold-style-cast], [X=-DX], [], [-Werror])", '?'},
		{"AX_CHECK_LINK_FLAG([-Wl,--as-needed], [X=-DX])", '='},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct read r;
		char text[512];
		snprintf(text, sizeof(text), "AC_PROG_CC\n%s\nCPPFLAGS=\"$X\"\n", rows[i].text);
		read_two(&r, text, "bin_PROGRAMS = a\n");
		char is = has(target(&r, "a"), PLAT_FLAG, "-DX");
		if (is != rows[i].is)
			fail_msg("%s: %c", rows[i].text, is);
		fl_arena_release(&r.a);
	}
}

static void test_own_macros_and_directories(void **state)
{
	static const struct plat_tree_file files[] = {
		{FL_LIT("configure.ac"),
			FL_LIT("AC_DEFUN([MY_FLAGS], [CFLAGS=\"-std=gnu99\"])\nMY_FLAGS\n"
			       "AC_PROG_CC\nAC_CHECK_LIB([ssl], [f], [], [AC_MSG_ERROR([no])])\n"
			       "AC_CHECK_LIB([foo], [f])\nMY_OTHER\n"
			       "if test -n \"$x\"; then sub=yes; fi\n")},
		{FL_LIT("m4/other.m4"),
			FL_LIT("AC_DEFUN([MY_OTHER],\n[CPPFLAGS=\"$CPPFLAGS -DOTHER\"\n])\n")},
		{FL_LIT("Makefile.am"), FL_LIT("SUBDIRS = . src ../out\n")},
		{FL_LIT("src/Makefile.am"),
			FL_LIT("include $(top_srcdir)/more.mk\nsbin_PROGRAMS = d\n"
			       "d_SOURCES = d.c $(top_srcdir)/lib/e.c\n")},
		{FL_LIT("more.mk"), FL_LIT("AM_CPPFLAGS = -I$(srcdir)/inc -DMORE\n")},
	};
	struct read r;
	(void)state;
	read_files(&r, files, 5);
	const struct plat_target *d = target(&r, "d");
	const struct plat_source *s = d->sources.items;
	assert_true(fl_slice_eqs(s[0].path, "src/d.c"));
	assert_true(fl_slice_eqs(s[1].path, "lib/e.c"));
	assert_int_equal('=', has(d, PLAT_FLAG, "-std=gnu99"));
	assert_int_equal('-', has(d, PLAT_FLAG, "-O2"));
	assert_int_equal('=', has(d, PLAT_FLAG, "-DOTHER"));
	assert_int_equal('=', has(d, PLAT_FLAG, "-DMORE"));
	assert_int_equal('=', has(d, PLAT_FLAG, "-Isrc/inc"));
	assert_int_equal('=', has(d, PLAT_LINK, "-lssl"));
	assert_int_equal('?', has(d, PLAT_LINK, "-lfoo"));
	fl_arena_release(&r.a);
}

static void test_hostile(void **state)
{
	static const char *const scripts[] = {"AC_DEFUN([A], [A B])\nAC_DEFUN([B], [A B])\nA\n",
		"if if if if case x in", "X=\"$X $X\"\nX=\"$X $X a\"\nX=\"$X $X\"",
		"AC_CHECK_LIB((((([[[[", "m4_include([configure.ac])\n",
		"case $x in a) b) ;; esac fi done esac\n",
		"a && b || fi && if x; then y && fi\nX=1\n", "X=`a\nY=\"$(b\nZ='", "AS_IF([", "\\"};
	static const char *const makefiles[] = {"A = $(B) $(B)\nB = $(C) $(C)\nC = $(D) $(D)\nD = "
						"$(A) $(A) x\nbin_PROGRAMS = $(A)\n",
		"include Makefile.am\n", "if X\nif X\nendif\nendif\nendif\n",
		"SUBDIRS = . .. ./. a/..\n", "bin_PROGRAMS = $(\n", "A = @\n",
		"bin_PROGRAMS = @A@ a@B@ ${C\nC=\\\n", "= x\n:= y\n+=\n",
		"bin_PROGRAMS = /a ../b\n", "x"};
	(void)state;
	for (size_t i = 0; i < 10; i++) {
		struct read r;
		read_two(&r, scripts[i], makefiles[i]);
		fl_arena_release(&r.a);
	}
	/* Each variable is twice the one before it. */
	char text[4096] = "bin_PROGRAMS = $(V40)\nV0 = a b\n";
	for (int i = 1; i <= 40; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text),
			"V%d = $(V%d) $(V%d) $(V%d)\n", i, i - 1, i - 1, i - 1);
	struct read r;
	read_two(&r, "AC_INIT\n", text);
	fl_arena_release(&r.a);
	struct plat_tree tree;
	struct fl_arena a;
	struct plat_project p;
	fl_arena_init(&a, 1 << 20);
	plat_tree_of(&tree, NULL, 0);
	assert_int_equal(FL_ENOTFOUND, plat_autotools_read(&tree, FL_S(""), &a, &p, NULL));
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_targets),
		cmocka_unit_test(test_standards),
		cmocka_unit_test(test_options_and_conditions),
		cmocka_unit_test(test_checks),
		cmocka_unit_test(test_own_macros_and_directories),
		cmocka_unit_test(test_hostile),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

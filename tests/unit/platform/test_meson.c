/* Meson's build files: what targets are built with, and what is left open. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <cmocka.h>

#include "platform/meson/meson.h"
#include "platform/meson/syntax.h"

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
	if (plat_meson_read(&tree, FL_S(""), &r->a, &r->project, &err))
		fail_msg("%s", err.message);
}

static void read_text(struct read *r, const char *text)
{
	struct plat_tree_file file = {FL_S("meson.build"), fl_slice_str(text)};
	read_files(r, &file, 1);
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

static void test_defaults(void **state)
{
	struct read r;
	(void)state;
	read_text(&r, "project('p', 'c', 'cpp', meson_version: '>= 0.50',\n"
		      "  default_options: ['c_std=gnu11', 'cpp_std=c++17'])\n"
		      "executable('a', 'a.c', 'b.cpp', override_options: ['cpp_std=c++20'])\n"
		      "library('l', files('l.c'), c_args: ['-mavx2', '-DX'])\n");
	const struct plat_target *a = target(&r, "a"), *l = target(&r, "l");
	assert_int_equal(PLAT_PROGRAM, a->kind);
	assert_int_equal(PLAT_SHARED_LIBRARY, l->kind);
	assert_int_equal(3, a->at.line);
	assert_int_equal(2, a->sources.len);
	assert_int_equal('=', has(a, PLAT_STANDARD, "c++20"));
	assert_int_equal('-', has(a, PLAT_STANDARD, "c++17"));
	assert_int_equal('=', has(a, PLAT_STANDARD, "gnu11"));
	assert_int_equal('=', has(l, PLAT_STANDARD, "c++17"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-g"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-O0"));
	assert_int_equal('=', has(l, PLAT_FLAG, "-mavx2"));
	assert_int_equal('-', has(a, PLAT_FLAG, "-mavx2"));
	assert_int_equal('=', has(a, PLAT_BUILD, "meson"));
	fl_arena_release(&r.a);
}

static void test_build_types(void **state)
{
	struct read r;
	(void)state;
	read_text(&r, "project('p', 'c', default_options: ['buildtype=release', "
		      "'b_sanitize=address', 'b_ndebug=if-release', 'warning_level=3'])\n"
		      "executable('a', 'a.c')\n");
	const struct plat_target *a = target(&r, "a");
	assert_int_equal('=', has(a, PLAT_FLAG, "-O3"));
	assert_int_equal('-', has(a, PLAT_FLAG, "-g"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-DNDEBUG"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-fsanitize=address"));
	assert_int_equal('=', has(a, PLAT_LINK, "-fsanitize=address"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-Wpedantic"));
	fl_arena_release(&r.a);
}

static void test_dependencies(void **state)
{
	struct read r;
	(void)state;
	read_text(&r, "project('p', 'c')\n"
		      "z = dependency('zlib', version: '>=1.2')\n"
		      "png = dependency('libpng', required: false)\n"
		      "off = dependency('gtk4', required: get_option('none'))\n"
		      "m = meson.get_compiler('c').find_library('m', required: false)\n"
		      "core = static_library('core', 'c.c', dependencies: z)\n"
		      "d = declare_dependency(link_with: core, compile_args: '-DCORE',\n"
		      "  dependencies: [png, dependency('threads')])\n"
		      "executable('a', 'a.c', dependencies: [d, m])\n"
		      "executable('b', 'b.c', link_with: core)\n"
		      "executable('c', 'd.c', dependencies: off)\n");
	const struct plat_target *a = target(&r, "a"), *b = target(&r, "b");
	assert_int_equal('=', has(a, PLAT_FLAG, "-DCORE"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-pthread"));
	assert_int_equal('?', has(a, PLAT_LIBRARY, "libpng"));
	assert_int_equal('=', has(a, PLAT_LIBRARY, "zlib"));
	assert_int_equal('=', has(a, PLAT_LINK, "-lm"));
	assert_int_equal('=', has(b, PLAT_LIBRARY, "zlib"));
	assert_int_equal('-', has(b, PLAT_FLAG, "-DCORE"));
	assert_int_equal('?', has(target(&r, "c"), PLAT_LIBRARY, "gtk4"));
	const struct plat_setting *s = target(&r, "core")->settings.items;
	for (size_t i = 0; i < target(&r, "core")->settings.len; i++)
		if (s[i].what == PLAT_LIBRARY)
			assert_true(fl_slice_eqs(s[i].version, ">=1.2"));
	fl_arena_release(&r.a);
}

/* What branches agree on is known, all else is unsure; a branch that gives up is not taken. */
static void test_unknown_conditions(void **state)
{
	struct read r;
	(void)state;
	read_text(&r, "project('p', 'c')\n"
		      "cc = meson.get_compiler('c')\n"
		      "args = ['-DA']\n"
		      "if cc.compiles('int x;')\n  args += '-DB'\n  x = 'same'\nelse\n"
		      "  x = 'same'\nendif\n"
		      "if not cc.has_header('never-heard-of.h')\n  args = ['-DDEAD']\n"
		      "  error('no')\nendif\n"
		      "if x == 'same'\n  args += '-DC'\nendif\n"
		      "foreach f : ['-DD', '-DE']\n"
		      "  if cc.links('int main;')\n    continue\n  endif\n"
		      "  args += f\nendforeach\n"
		      "executable('a', 'a.c', c_args: args)\n"
		      "if cc.links('x')\n  executable('b', 'b.c')\nendif\n"
		      "if host_machine.system() == 'windows'\n  executable('w', 'w.c')\nendif\n");
	const struct plat_target *a = target(&r, "a");
	assert_int_equal('=', has(a, PLAT_FLAG, "-DA"));
	assert_int_equal('?', has(a, PLAT_FLAG, "-DB"));
	assert_int_equal('=', has(a, PLAT_FLAG, "-DC"));
	assert_int_equal('?', has(a, PLAT_FLAG, "-DD"));
	assert_int_equal('-', has(a, PLAT_FLAG, "-DDEAD"));
	assert_true(target(&r, "b")->unsure);
	assert_false(a->unsure);
	assert_int_equal(2, r.project.targets.len);
	fl_arena_release(&r.a);
}

/* What the compiler is asked is known of the host (platform/host), or left open. */
static void test_checks(void **state)
{
	static const struct {
		const char *condition;
		char is;
	} rows[] = {
		{"cc.has_argument('-Wold-style-cast')", '-'},
		{"cxx.has_argument('-Wold-style-cast')", '='},
		{"cc.has_argument('-Wno-never-heard-of')", '-'},
		{"cc.has_argument('-fsanitize=address')", '='},
		{"cc.has_function('qsort_r')", '='},
		{"cc.has_function('strlcpy')", '-'},
		{"cc.has_function('strlcpy', dependencies: dependency('bsd'))", '?'},
		{"cc.has_function('memmem', prefix: '#include <string.h>')", '-'},
		{"cc.has_function('memmem', prefix: '#define _GNU_SOURCE\\n#include <string.h>')",
			'='},
		{"cc.has_function('cbrt')", '?'},
		{"cc.has_function('strlcpy', prefix: '#include <bsd/string.h>')", '?'},
		{"cc.has_header('sys/epoll.h')", '='},
		{"cc.has_header('avx2intrin.h')", '='},
		{"cc.check_header('avx2intrin.h')", '?'},
		{"cc.has_header_symbol('fcntl.h', 'open')", '='},
		{"cc.has_header_symbol('string.h', 'strlcpy')", '-'},
		{"cc.has_header_symbol('fcntl.h', 'O_CLOEXEC')", '?'},
		{"cc.has_link_argument('-Wl,-dead_strip')", '-'},
		{"cc.sizeof('long double') == 16", '='},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct read r;
		char text[512];
		snprintf(text, sizeof(text),
			"project('p', 'c', 'cpp')\ncc = meson.get_compiler('c')\n"
			"cxx = meson.get_compiler('cpp')\na = []\nif %s\n  a += '-DX'\nendif\n"
			"executable('a', 'a.c', c_args: a)\n",
			rows[i].condition);
		read_text(&r, text);
		char is = has(target(&r, "a"), PLAT_FLAG, "-DX");
		if (is != rows[i].is)
			fail_msg("%s: %c", rows[i].condition, is);
		fl_arena_release(&r.a);
	}
}

/* A break that may be taken: what was set before it stays possible. */
static void test_break(void **state)
{
	struct read r;
	(void)state;
	read_text(&r, "project('p', 'c')\ncc = meson.get_compiler('c')\nstd = '-DNONE'\n"
		      "foreach f : ['-march=x', '-march=y']\n  if cc.has_argument(f)\n    std = "
		      "f\n    break\n"
		      "  endif\nendforeach\nexecutable('a', 'a.c', c_args: [std])\n");
	const struct plat_target *a = target(&r, "a");
	assert_int_equal('?', has(a, PLAT_FLAG, "-DNONE"));
	assert_int_equal('?', has(a, PLAT_FLAG, "-march=x"));
	assert_int_equal('?', has(a, PLAT_FLAG, "-march=y"));
	fl_arena_release(&r.a);
}

static void test_files_and_options(void **state)
{
	static const struct plat_tree_file files[] = {
		{FL_LIT("meson.build"),
			FL_LIT("project('p', 'c')\nadd_project_arguments('-DALL', language: 'c')\n"
			       "d = {'k': 'src'}\nsubdir(d['k'])\n"
			       "sub = subproject('s', default_options: ['on=true'])\n"
			       "executable('m', 'm.c', dependencies: "
			       "sub.get_variable('s_dep'))\n")},
		{FL_LIT("meson_options.txt"),
			FL_LIT("option('fast', type: 'boolean', value: false)\n"
			       "option('x', type: 'feature')\n"
			       "option('lvl', type: 'combo', choices: ['one', 'two'])\n")},
		{FL_LIT("src/meson.build"),
			FL_LIT("a = []\nif get_option('fast')\n  a += '-DFAST'\nendif\n"
			       "if get_option('x').allowed()\n  a += '-DX'\nendif\n"
			       "a += f'-D@lvl@' + '_@0@'.format(get_option('lvl').to_upper())\n"
			       "a += '-DV=' + run_command('x').stdout()\n"
			       "executable('s', 'a.c', '../b.c', c_args: a)\n")},
		{FL_LIT("subprojects/s/meson.build"),
			FL_LIT("project('s', 'c')\nif get_option('on')\n"
			       "  s_dep = declare_dependency(compile_args: '-DS')\nendif\n")},
		{FL_LIT("subprojects/s/meson_options.txt"),
			FL_LIT("option('on', type: 'boolean', value: false)\n")},
	};
	struct read r;
	(void)state;
	read_files(&r, files, 5);
	const struct plat_target *s = target(&r, "s");
	const struct plat_source *sources = s->sources.items;
	assert_true(fl_slice_eqs(sources[0].path, "src/a.c"));
	assert_true(fl_slice_eqs(sources[1].path, "b.c"));
	assert_true(fl_slice_eqs(s->at.file, "src/meson.build"));
	assert_int_equal('=', has(s, PLAT_FLAG, "-DALL"));
	assert_int_equal('-', has(s, PLAT_FLAG, "-DFAST"));
	assert_int_equal('=', has(s, PLAT_FLAG, "-DX"));
	assert_int_equal('?', has(s, PLAT_FLAG, "-DV="));
	assert_int_equal('=', has(target(&r, "m"), PLAT_FLAG, "-DS"));
	fl_arena_release(&r.a);
}

static void test_methods(void **state)
{
	struct read r;
	(void)state;
	read_text(&r,
		"project('p', 'c', version: '1.2.3')\n"
		"v = meson.project_version().split('.')\n"
		"a = ['-DV' + v[-1], '-D@0@'.format('x-y'.underscorify()), '-D' + "
		"'a/b'.replace('/', '_')]\n"
		"a += '1.10'.version_compare('>1.9') ? '-DNEW' : '-DOLD'\n"
		"a += 'lib.so'.endswith('.so') and not ('q' in ['r']) ? '-DYES' : '-DNO'\n"
		"a += '-DS' + '_'.join(['p', 'q']) + 'abcd'.substring(1, -1) + (7 / 2 * "
		"2).to_string()\n"
		"foreach k, n : {'one': 1, 'two': 2}\n  a += '-D' + k + n.to_string()\nendforeach\n"
		"a += '''-Draw\\n'''\n"
		"executable('a', 'a.c', kwargs: {'c_args': a})\n");
	const struct plat_target *t = target(&r, "a");
	static const char *const want[] = {"-DV3", "-Dx_y", "-Da_b", "-DNEW", "-DYES", "-DSp_qbc6",
		"-Done1", "-Dtwo2", "-Draw\\n"};
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++)
		if (has(t, PLAT_FLAG, want[i]) != '=')
			fail_msg("%s is missing", want[i]);
	fl_arena_release(&r.a);
}

static void test_mistakes(void **state)
{
	static const char *const texts[] = {"project('p', 'c')\nexecutable('a', 'a.c'\n",
		"project('p')\nif true\n", "project('p')\nx = [1, 2\n", "project('p')\n'unclosed\n",
		"project('p')\nx = (((((\n", "project('p')\nendif\n", "project('p')\n\0x"};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct read r;
		read_text(&r, texts[i]);
		if (i < 6)
			assert_int_equal(1, r.project.skipped_count);
		fl_arena_release(&r.a);
	}
	struct plat_tree tree;
	struct fl_arena a;
	struct plat_project p;
	fl_arena_init(&a, 1 << 20);
	plat_tree_of(&tree, NULL, 0);
	assert_int_equal(FL_ENOTFOUND, plat_meson_read(&tree, FL_S(""), &a, &p, NULL));
	fl_arena_release(&a);
}

/* What grows without end is cut, in bounded time. */
static void test_hostile(void **state)
{
	static const char *const texts[] = {
		"project('p')\nx = ['a', 'b']\nforeach i : range(60)\n  x += x\nendforeach\n"
		"executable('a', x)\n",
		"project('p')\nx = 'aa'\nforeach i : range(60)\n  x += x\nendforeach\n",
		"project('p')\nforeach a : range(60000)\nforeach b : range(60000)\nx = 1\n"
		"endforeach\nendforeach\n",
		"project('p')\nsubdir('.')\nsubdir('.')\n",
		"project('p')\nd = []\nforeach i : range(9000)\n"
		"  d = declare_dependency(dependencies: [d, d])\nendforeach\n"
		"executable('a', dependencies: d)\n",
		"project('p')\nx = []\nforeach i : range(3000)\n  if unknown()\n    x += "
		"i.to_string()\n"
		"  else\n    x += 'e'\n  endif\nendforeach\nexecutable('a', x)\n"};
	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct read r;
		read_text(&r, texts[i]);
		fl_arena_release(&r.a);
	}
	char *deep = malloc(200001);
	assert_non_null(deep);
	memset(deep, '(', 200000);
	deep[200000] = '\0';
	struct fl_arena a;
	uint32_t line = 0;
	fl_arena_init(&a, 64 << 20);
	plat_mes_parse(fl_slice_str(deep), &a, &line);
	assert_int_equal(1, line);
	fl_arena_release(&a);
	free(deep);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_defaults),
		cmocka_unit_test(test_build_types),
		cmocka_unit_test(test_dependencies),
		cmocka_unit_test(test_unknown_conditions),
		cmocka_unit_test(test_checks),
		cmocka_unit_test(test_break),
		cmocka_unit_test(test_files_and_options),
		cmocka_unit_test(test_methods),
		cmocka_unit_test(test_mistakes),
		cmocka_unit_test(test_hostile),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

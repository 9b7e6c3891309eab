/* Projects: what compilers and runs were asked, and what becomes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "datasets/project/runs.h"
#include "datasets/project/units.h"
#include "datasets/project/written.h"

static struct fl_arena arena;

static int setup(void **state)
{
	(void)state;
	fl_arena_init(&arena, 16 << 20);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	fl_arena_release(&arena);
	return 0;
}

static struct fl_list texts(const char *const *strings)
{
	size_t n = 0;
	while (strings[n])
		n++;
	struct fl_slice *s = fl_arena_array(&arena, n, sizeof(*s));
	for (size_t i = 0; i < n; i++)
		s[i] = fl_slice_str(strings[i]);
	return (struct fl_list){s, n};
}

static void are(const struct fl_list *list, const char *expected)
{
	char all[2000] = "";
	for (size_t i = 0; i < list->len; i++) {
		struct fl_slice s = tg_text_at(list, i);
		snprintf(all + strlen(all), sizeof(all) - strlen(all), "%s%.*s", i ? "|" : "",
			FL_ARG(s));
	}
	assert_string_equal(all, expected);
}

static void paths(void **state)
{
	static const struct {
		const char *cwd, *path, *at;
		bool inside;
	} cases[] = {
		{"", "a.c", "a.c", true},
		{"src", "../lib//./a.c", "lib/a.c", true},
		{"src", "/box/x/y", "x/y", true},
		{"src", "..", "", true},
		{"", "../../a.c", "", false},
		{"", "/boxer/a.c", "", false},
		{"", "/usr/include/a.h", "", false},
		{"", ".watch/watch.c", "", false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		bool inside;
		struct fl_slice s = ds_path_at(
			&arena, fl_slice_str(cases[i].cwd), fl_slice_str(cases[i].path), &inside);
		assert_true(fl_slice_eqs(s, cases[i].at));
		assert_int_equal(inside, cases[i].inside);
	}
}

static void calls(void **state)
{
	static const char *const compile[] = {"gcc", "/box/src", "-g", "-O2", "-I.", "-I", "../inc",
		"-isystem", "/usr/include/x", "-DA=\"b c\"", "-D", "B", "-include", "../config.h",
		"-std=c99", "-MF", "a.d", "-c", "a.c", "-o", "../obj/a.o", "-fwrapv", NULL};
	static const char *const ar[] = {"ar", "/box", "crs", "libx.a", "obj/a.o", NULL};
	static const char *const list[] = {"ar", "/box", "t", "libx.a", "obj/a.o", NULL};
	static const char *const both[] = {
		"gcc", "/box/src", "main.c", "-o", "../prog", "-L..", "-lx", NULL};
	struct ds_call c[4] = {
		{.argv = texts(compile),
			.deps = FL_S("a.o: a.c ../inc/a.h \\\n /usr/include/stdio.h\n")},
		{.argv = texts(ar)}, {.argv = texts(list)}, {.argv = texts(both)}};
	struct ds_watched w = {.calls = {c, 4}};
	struct ds_units u;
	(void)state;
	assert_int_equal(ds_units_of(&w, &arena, &u, NULL), 0);
	assert_int_equal(u.units.len, 2);
	assert_int_equal(u.archives.len, 1);
	assert_int_equal(u.links.len, 1);
	const struct ds_unit *units = u.units.items;
	assert_true(fl_slice_eqs(units[0].source, "src/a.c"));
	assert_true(fl_slice_eqs(units[0].object, "obj/a.o"));
	assert_true(fl_slice_eqs(units[1].source, "src/main.c"));
	assert_int_equal(units[1].object.len, 0);
	assert_true(fl_slice_eqs(((const struct ds_link *)u.links.items)->output, "prog"));
	struct fl_list flags = ds_unit_flags(&units[0], &arena),
		       deps = ds_call_deps(&units[0], &arena);
	are(&flags, "-Isrc|-Iinc|-isystem/usr/include/x|-DA=\"b "
		    "c\"|-DB|-includeconfig.h|-std=c99|-fwrapv");
	are(&deps, "src/a.c|inc/a.h");
	are(&((const struct ds_archive *)u.archives.items)->members, "obj/a.o");
}

static void runs(void **state)
{
	static const char *const first[] = {"-f", "data.txt", "--in=../x", NULL};
	static const char *const away[] = {"/box/tests/out", NULL};
	static const char *const other[] = {"data.txt", NULL};
	struct ds_run_file files[] = {
		{FL_S("data.txt"), FL_S("tests/data.txt"), FL_S("1"), true},
		{FL_S("../x"), FL_S("x"), FL_S("2"), true},
		{FL_S("own.cfg"), FL_S("tests/own.cfg"), FL_S("3"), true},
	};
	struct ds_run_file changed = {FL_S("data.txt"), FL_S("tests/data.txt"), FL_S("9"), true};
	struct ds_run_file above = {FL_S("../y"), FL_S("y"), FL_S("2"), true};
	struct fl_slice exe = FL_S("src/prog"), cwd = FL_S("tests");
	struct ds_run all[] = {
		{FL_S("0"), exe, cwd, texts(first), FL_S("in"), {files, 3}, 0, false},
		{FL_S("1"), exe, cwd, texts(first), FL_S("in"), {files, 3}, 0,
			false}, /* the same */
		{FL_S("2"), exe, cwd, texts(first), FL_S("no"), {files, 3}, 1, false}, /* failed */
		{FL_S("3"), exe, cwd, texts(away), FL_S(""), {0}, 0,
			false}, /* a place that is gone */
		{FL_S("4"), exe, cwd, texts(other), FL_S(""), {&changed, 1}, 0,
			false}, /* another content */
		{FL_S("5"), exe, cwd, {0}, FL_S(""), {&above, 1}, 0,
			false}, /* found from elsewhere */
		{FL_S("6"), FL_S("src/.libs/lt-prog"), cwd, {0}, FL_S("libtool"), {0}, 0, false},
		{FL_S("7"), FL_S("src/lt-prog"), cwd, {0}, FL_S("libtool"), {0}, 0, false},
		{FL_S("8"), FL_S("other"), cwd, {0}, FL_S("x"), {0}, 0, false},
		{FL_S("9"), FL_S("mute"), cwd, {0}, FL_S("x"), {0}, 0, true},
	};
	struct ds_watched w = {.runs = {all, sizeof(all) / sizeof(*all)}};
	struct fl_vec program;
	struct fl_list found;
	(void)state;
	fl_vec_init(&program, sizeof(struct tg_file), 20);
	assert_int_equal(ds_runs_of(&w, exe, &program, &arena, &found, NULL), 0);
	const struct tg_input *r = found.items;
	assert_int_equal(found.len, 2);
	are(&r[0].args, "-f|tests/data.txt|--in=x");
	assert_true(fl_slice_eqs(r[0].input, "in"));
	assert_true(fl_slice_eqs(r[1].input, "libtool"));
	assert_int_equal(program.len, 3);
	const struct tg_file *f = fl_vec_at(&program, 2);
	assert_true(fl_slice_eqs(f->path, "own.cfg"));
	assert_true(fl_slice_eqs(f->content, "3"));
	/* Of a program that never says anything, no fault would show. */
	assert_int_equal(ds_runs_of(&w, FL_S("mute"), &program, &arena, &found, NULL), 0);
	assert_int_equal(found.len, 0);
	fl_vec_release(&program);
}

static void damaged_archive(void **state)
{
	struct ds_watched w = {0};
	char block[1024] = "runs/0000/argv";
	(void)state;
	assert_int_equal(ds_watch_read(fl_slice(block, 0), &arena, &w, NULL), 0);
	assert_int_equal(w.runs.len, 0);
	strcpy(block + 124, "00000000100");
	block[156] = '0';
	assert_int_equal(ds_watch_read(fl_slice(block, 512), &arena, &w, NULL), FL_EPARSE);
	/* A run without a program. */
	memset(block + 512, 'x', 64);
	assert_int_equal(ds_watch_read(fl_slice(block, 1024), &arena, &w, NULL), FL_EPARSE);
	strcpy(block + 124, "00000000020");
	memcpy(block + 512, "/box/a/b\0/box/c", 16);
	assert_int_equal(ds_watch_read(fl_slice(block, 1024), &arena, &w, NULL), 0);
	assert_int_equal(w.runs.len, 1);
	assert_true(fl_slice_eqs(((const struct ds_run *)w.runs.items)->exe, "a/b"));
	assert_true(fl_slice_eqs(((const struct ds_run *)w.runs.items)->cwd, "c"));
}

/* Faults go neither into tests nor into what a program wrote. */
static void who_wrote(void **state)
{
	static const struct {
		const char *text;
		bool generated;
	} cases[] = {
		{"/* DO NOT EDIT. This is auto-generated from feature.sh */\n#define A 1\n", true},
		{"/* Automatically generated. */\nint a;\n", true},
		{"/* A Bison parser, made by GNU Bison 3.8. */\nint a;\n#line 70 \"./a.y\"\n",
			true},
		{"int a;\n  #  line 3\nint b;\n", true},
		{"# 1 \"a.c\"\nint a;\n", true},
		{"/* Keys are generated when they are asked for. */\nint a;\n", false},
		{"#define line 3\n#if 1\n#endif\nint a; /* line 3 */\n", false},
		{"#\n", false},
		{"", false},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		assert_int_equal(cases[i].generated, ds_is_generated(fl_slice_str(cases[i].text)));
	assert_true(ds_is_test(FL_S("lib/tests/list.c")));
	assert_true(ds_is_test(FL_S("src/list_check.c")));
	assert_false(ds_is_test(FL_S("src/latest/list.h")));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(who_wrote),
		cmocka_unit_test_setup_teardown(paths, setup, teardown),
		cmocka_unit_test_setup_teardown(calls, setup, teardown),
		cmocka_unit_test_setup_teardown(runs, setup, teardown),
		cmocka_unit_test_setup_teardown(damaged_archive, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

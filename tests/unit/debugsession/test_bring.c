/* What a program's project is, where files are, what they link to, and how their names are written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"
#include "debugsession/bring/place.h"
#include "debugsession/bring/project.h"
#include "debugsession/bring/runpath.h"
#include "debugsession/console/words.h"

static char top[] = "/tmp/faultline-bring-XXXXXX";

static void sh(const char *script)
{
	const char *const argv[] = {"sh", "-ec", script, NULL};
	struct fl_process_spec spec = {.argv = argv, .cwd = top};
	struct fl_process_result r;
	assert_int_equal(fl_process_run(&spec, NULL, NULL, &r, NULL), 0);
	assert_int_equal(r.exit_status, 0);
}

static int make_files(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(top));
	sh("umask 022; mkdir -p git/.git git/a/b make/build/src make/deep alone/x "
	   "meson/out/meson-info\n"
	   "mkdir -p cmake/src cmake/build/sub open/build odd\n"
	   "touch make/Makefile make/build/Makefile make/build/src/Makefile meson/meson.build\n"
	   "touch cmake/CMakeLists.txt open/Makefile git/a/Makefile git/a/b/f alone/x/f\n"
	   "printf '# x\\nCMAKE_HOME_DIRECTORY:INTERNAL=%s/cmake\\n' \"$PWD\" "
	   ">cmake/build/CMakeCache.txt\n"
	   "printf '{\"directories\": {\"build\": \"/b\", \"source\": \"/else where/meson\"}}' "
	   ">meson/out/meson-info/meson-info.json\n"
	   "printf 'CMAKE_HOME_DIRECTORY:INTERNAL=relative\\n' >odd/CMakeCache.txt\n"
	   "chmod 777 open; ln -s git/a in; ln -s \"$PWD/git/a\" whole; ln -s /etc away; ln -s "
	   "../alone git/out\n");
	return 0;
}

static int remove_files(void **state)
{
	(void)state;
	sh("rm -rf \"$PWD\"");
	return 0;
}

static const char *path(const char *rest)
{
	static char paths[4][PATH_MAX];
	static unsigned next;
	char *p = paths[next++ % 4];
	snprintf(p, PATH_MAX, "%s%s", top, rest);
	return p;
}

static void a_project_is_what_lies_above(void **state)
{
	static const struct {
		const char *dir, *root, *sources;
		bool flat;
	} rows[] = {
		{"/git/a/b", "/git", "", false}, /* version control goes before */
		{"/make/build/src", "/make", "", false}, /* one above the other */
		{"/make/deep", "/make", "", false},
		{"/alone/x", "/alone/x", "", true},
		{"/cmake/build/sub", "/cmake/build", "/cmake", false},
		{"/cmake/src", "/cmake", "", false},
		{"/meson/out", "/meson/out", "!/else where/meson", false},
		{"/open/build", "/open/build", "", true}, /* anybody could have put that there */
		{"/open", "/open", "", true},
		{"/odd", "/odd", "", true},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dbg_project p;
		dbg_project_find(path(rows[i].dir), top, &p);
		const char *sources = rows[i].sources;
		const char *want = *sources == '!' ? sources + 1 : *sources ? path(sources) : "";
		if (strcmp(p.root, path(rows[i].root)) != 0 || strcmp(p.sources, want) != 0 ||
			p.flat != rows[i].flat)
			fail_msg("%s: %s, sources \"%s\", %sflat", rows[i].dir, p.root, p.sources,
				p.flat ? "" : "not ");
	}
	struct dbg_project p;
	dbg_project_find(path("/git/a/b"), path("/git/a"), &p); /* not above the top */
	assert_string_equal(p.root, path("/git/a"));
	assert_true(dbg_project_has_build_file(path("/cmake")));
	assert_false(dbg_project_has_build_file(path("/alone")));
}

static void files_are_beneath_roots(void **state)
{
	char git[PATH_MAX], link[PATH_MAX];
	snprintf(git, sizeof(git), "%s/git", top);
	snprintf(link, sizeof(link), "%s/in", top);
	const char *const one[] = {git, NULL}, *const two[] = {link, git, NULL},
			  *const none[] = {NULL};
	const struct {
		const char *const *roots;
		const char *path, *real;
		int rc;
	} rows[] = {
		{one, "/git/a/b/f", "/git/a/b/f", 0},
		{one, "/git", "/git", 0},
		{one, "/git/./a/../a/b/f", "/git/a/b/f", 0},
		{one, "/git/../alone/x/f", NULL, FL_EREFUSED},
		{one, "/git/out/x/f", NULL, FL_EREFUSED},
		{one, "/alone/x/f", NULL, FL_EREFUSED},
		{one, "/gitalong", NULL, FL_EREFUSED},
		{one, "/git/none", NULL, FL_ENOTFOUND},
		{two, "/in/b/f", "/git/a/b/f", 0},
		{none, "/git/a/b/f", NULL, FL_EREFUSED},
		{NULL, "/whole/b/f", "/git/a/b/f", 0},
		{NULL, "/none", NULL, FL_ENOTFOUND},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct dbg_place p;
		struct fl_error err = {0};
		int rc = dbg_place_find(rows[i].roots, path(rows[i].path), &p, &err);
		if (rc != rows[i].rc || (rc == 0 && strcmp(p.real, path(rows[i].real)) != 0))
			fail_msg("%s: %d %s, %s", rows[i].path, rc, rc ? "" : p.real, err.message);
		if (rc == 0)
			assert_non_null(dbg_place_below(p.root, p.real));
		else
			assert_true(err.message[0]);
	}
	assert_null(dbg_place_below("/a/b", "/a/bc"));
	assert_string_equal(dbg_place_below("/a/b", "/a/b"), "");
	assert_string_equal(dbg_place_below("/", "/a"), "a");
}

/* The dynamic section as the linker wrote it; readelf(1) is the second way to it. */
static void libraries_are_read(void **state)
{
	struct fl_buf needed, dirs;
	(void)state;
	sh("echo 'int f(void) { return 1; }' >l.c; gcc -shared -fPIC l.c -o liblisted.so\n"
	   "echo 'int f(void); int main(void) { return f(); }' >m.c\n"
	   "gcc m.c -L. -llisted '-Wl,-rpath,/one dir/x:$ORIGIN/lib:${ORIGIN}/y' -o listed\n"
	   "head -c 700 listed >cut; readelf -d listed | grep -q 'one dir'");
	fl_buf_init(&needed, 1 << 16);
	fl_buf_init(&dirs, 1 << 16);
	int fd = open(path("/listed"), O_RDONLY);
	dbg_runpath_read(fd, "/here", &needed, &dirs);
	close(fd);
	assert_non_null(strstr(needed.data, "liblisted.so\n"));
	assert_non_null(strstr(needed.data, "libc.so.6\n"));
	assert_string_equal(dirs.data, "/one dir/x\n/here/lib\n/here/y\n");
	fl_buf_clear(&needed);
	fl_buf_clear(&dirs);
	static const char *const bad[] = {"/cut", "/m.c", "/git"};
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		fd = open(path(bad[i]), O_RDONLY);
		dbg_runpath_read(fd, "/here", &needed, &dirs);
		close(fd);
		assert_int_equal(needed.len + dirs.len, 0);
	}
	fl_buf_release(&needed);
	fl_buf_release(&dirs);
}

static void names_survive_commands(void **state)
{
	static const char *const names[] = {
		"/a/b", "/my dir/x", "/a\"b'c\\d", " ", "'", "\\\\", "tab\there", "/\xc3\xa9/\xff"};
	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		struct fl_buf line, back;
		fl_buf_init(&line, 4096);
		fl_buf_init(&back, 4096);
		dbg_words_escape(&line, fl_slice_str(names[i]));
		fl_buf_str(&line, " rest");
		struct fl_slice rest = fl_buf_view(&line);
		assert_true(dbg_words_unescape(&rest, &back));
		assert_string_equal(back.data, names[i]);
		assert_true(fl_slice_eqs(rest, " rest"));
		fl_buf_release(&line);
		fl_buf_release(&back);
	}
	struct fl_buf word;
	fl_buf_init(&word, 4096);
	struct fl_slice s = FL_S("\"my dir/\"x'y z' 0x10");
	assert_true(dbg_words_unescape(&s, &word));
	assert_string_equal(word.data, "my dir/xy z");
	s = FL_S("'open");
	assert_false(dbg_words_unescape(&s, &word));
	s = FL_S("");
	assert_false(dbg_words_unescape(&s, &word));
	fl_buf_release(&word);
}

static void a_missing_source_is_no_source(void **state)
{
	static const char *const missing[] = {"12\tin ../src/main.c\n",
		"12\t../src/main.c: No such file or directory.\n",
		"warning: 79\t./nptl/x.c: No such file or directory\n",
		"\nBreakpoint 1, main () at ../src/a b.c:7\n7\tin ../src/a b.c\n"};
	static const char *const there[] = {"12\tint x;\n", "12\tin main.c for it\n13\tint x;\n",
		"7\tin /* a.b */ x;\n", "", "$1 = 5\n", "0x00001 in main () at a.c:3\n3\tx = 2;\n",
		"1\t// x: No such file or directory.\n2\tint x;\n"};
	(void)state;
	for (size_t i = 0; i < sizeof(missing) / sizeof(*missing); i++)
		assert_true(dbg_words_no_source(fl_slice_str(missing[i]), NULL));
	for (size_t i = 0; i < sizeof(there) / sizeof(*there); i++)
		assert_false(dbg_words_no_source(fl_slice_str(there[i]), NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_project_is_what_lies_above),
		cmocka_unit_test(files_are_beneath_roots),
		cmocka_unit_test(libraries_are_read),
		cmocka_unit_test(names_survive_commands),
		cmocka_unit_test(a_missing_source_is_no_source),
	};
	return cmocka_run_group_tests(tests, make_files, remove_files);
}

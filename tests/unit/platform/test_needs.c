/* What debian/control, pkg-config files and CI files say that a project is built with. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "platform/needs/needs.h"

struct state {
	struct fl_arena a;
	struct plat_tree tree;
};

static void of(struct state *s, const char *directory, const char *path, const char *text)
{
	struct plat_tree_file file = {fl_slice_str(path), fl_slice_str(text)};
	struct plat_tree_file *kept = fl_arena_alloc(&s->a, sizeof(*kept));
	*kept = file;
	plat_tree_of(&s->tree, kept, 1);
	assert_int_equal(0, plat_needs_read(&s->tree, fl_slice_str(directory), &s->a, NULL));
}

static bool package(const struct state *s, const char *name)
{
	return plat_tree_has_package(&s->tree, PLAT_NAMED_PACKAGE, fl_slice_str(name));
}

static int setup(void **state)
{
	static struct state s;
	fl_arena_init(&s.a, 1 << 20);
	*state = &s;
	return 0;
}

static int teardown(void **state)
{
	fl_arena_release(&((struct state *)*state)->a);
	return 0;
}

static void test_control(void **state)
{
	struct state *s = *state;
	of(s, "", "debian/control",
		"Source: p\nBuild-Depends: debhelper-compat (= 13),\n zlib1g-dev (>= 1:1.2),\n"
		"# libspeex-dev,\n libfoobar-dev | libgit2-dev, libdrm-dev [hurd-any],\n"
		" libcmocka-dev <!nocheck>, libxml2-dev <cross>,\n"
		" libasound2-dev [linux-any], ${x:libjpeg-dev}\n"
		"Standards-Version: 4\n libuv1-dev\nBuild-Depends-Arch: libgtk-3-dev\n"
		"\nPackage: q\nDepends: libcurl4-gnutls-dev\n");
	assert_true(package(s, "ZLIB"));
	assert_true(package(s, "ZLIB::ZLIB"));
	assert_true(package(s, "zlib"));
	assert_true(plat_tree_has_package(&s->tree, PLAT_NAMED_LINK, FL_S("z")));
	assert_true(plat_tree_has_package(&s->tree, PLAT_NAMED_HEADER, FL_S("zlib.h")));
	assert_false(plat_tree_has_package(&s->tree, PLAT_NAMED_HEADER, FL_S("curl/curl.h")));
	assert_true(package(s, "foobar"));
	assert_true(package(s, "cmocka"));
	assert_true(package(s, "alsa"));
	assert_true(package(s, "gtk+-3.0"));
	assert_true(package(s, "pangocairo")); /* comes along */
	assert_true(package(s, "glib-2.0"));
	static const char *const none[] = {
		"libgit2", "libdrm", "speex", "libxml-2.0", "libjpeg", "libuv", "libcurl", ""};
	for (size_t i = 0; i < 8; i++)
		assert_false(package(s, none[i]));
}

static void test_directory(void **state)
{
	struct state *s = *state;
	of(s, "a/b", "a/b/debian/control", "Source: p\nBuild-Depends: libpng-dev\n");
	assert_true(package(s, "PNG"));
	of(s, "", "a/b/debian/control", "Source: p\nBuild-Depends: libpng-dev\n");
	assert_null(s->tree.packages);
	assert_false(package(s, "PNG"));
}

static void test_pc(void **state)
{
	struct state *s = *state;
	of(s, "", "p.pc.in",
		"prefix=@prefix@\nRequires: glib-2.0 >= 2.40, zlib\nRequires.private: @X@ ${Y}\n"
		"Libs: -L${libdir} -lp -lpng\n");
	assert_true(package(s, "glib-2.0"));
	assert_true(package(s, "ZLIB"));
	assert_false(package(s, "libpng"));
	assert_false(package(s, "2.40"));
}

static void test_scripts(void **state)
{
	struct state *s = *state;
	of(s, "", ".github/workflows/ci.yml",
		"jobs:\n  build:\n    steps:\n"
		"      - run: sudo apt-get install -y libpng-dev:i386 \\\n"
		"          libx11-dev  # libgtk-3-dev\n");
	assert_true(package(s, "PNG"));
	assert_true(package(s, "x11"));
	assert_false(package(s, "gtk+-3.0"));
	of(s, "", "Dockerfile", "FROM alpine\nRUN apk add libpng-dev\n");
	assert_false(package(s, "PNG"));
	of(s, "", "Dockerfile", "FROM debian\nRUN apt-get install \"libpng-dev=1.6\"\n");
	assert_true(package(s, "PNG"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_control, setup, teardown),
		cmocka_unit_test_setup_teardown(test_directory, setup, teardown),
		cmocka_unit_test_setup_teardown(test_pc, setup, teardown),
		cmocka_unit_test_setup_teardown(test_scripts, setup, teardown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

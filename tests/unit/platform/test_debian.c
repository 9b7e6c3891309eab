/* debian/control and pkg-config files: what they name is weak evidence. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "platform/debian/debian.h"

static const struct plat_setting *setting(
	const struct plat_project *p, enum plat_what what, const char *value)
{
	const struct plat_setting *s = p->settings.items;
	for (size_t i = 0; i < p->settings.len; i++)
		if (s[i].what == what && fl_slice_eqs(s[i].value, value))
			return &s[i];
	return NULL;
}

static void test_control(void **state)
{
	static const struct plat_tree_file files[] = {{FL_LIT("debian/control"),
		FL_LIT("Source: p\nBuild-Depends: debhelper-compat (= 13),\n zlib1g-dev (>= "
		       "1:1.2),\n"
		       " libfoo-dev | libbar-dev, libwin-dev [hurd-any],\n libtest-dev <!nocheck>\n"
		       "Standards-Version: 4\n\nPackage: q\nDepends: libno-dev\n")}};
	struct plat_tree tree;
	struct fl_arena a;
	struct plat_project p;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	plat_tree_of(&tree, files, 1);
	assert_int_equal(0, plat_debian_read(&tree, FL_S(""), &a, &p, NULL));
	assert_int_equal(2, p.settings.len);
	const struct plat_setting *z = setting(&p, PLAT_LIBRARY, "zlib");
	assert_non_null(z);
	assert_true(z->unsure);
	assert_true(fl_slice_eqs(z->version, ">= 1:1.2"));
	assert_int_equal(3, z->at.line);
	assert_non_null(setting(&p, PLAT_LIBRARY, "foo"));
	assert_int_equal(FL_ENOTFOUND, plat_debian_read(&tree, FL_S("x"), &a, &p, NULL));
	fl_arena_release(&a);
}

static void test_pc(void **state)
{
	static const struct plat_tree_file files[] = {{FL_LIT("p.pc.in"),
		FL_LIT("prefix=@prefix@\nRequires: glib-2.0 >= 2.40, zlib\nRequires.private: @X@\n"
		       "Libs: -L${libdir} -lp -lm\nCflags: -I${includedir} -DP_API\n")}};
	struct plat_tree tree;
	struct fl_arena a;
	struct plat_project p;
	(void)state;
	fl_arena_init(&a, 1 << 20);
	plat_tree_of(&tree, files, 1);
	assert_int_equal(0, plat_pc_read(&tree, FL_S(""), &a, &p, NULL));
	assert_int_equal(5, p.settings.len);
	assert_true(fl_slice_eqs(setting(&p, PLAT_LIBRARY, "glib-2.0")->version, ">= 2.40"));
	assert_non_null(setting(&p, PLAT_LIBRARY, "zlib"));
	assert_non_null(setting(&p, PLAT_LINK, "-lm"));
	assert_non_null(setting(&p, PLAT_FLAG, "-DP_API"));
	plat_tree_of(&tree, NULL, 0);
	assert_int_equal(FL_ENOTFOUND, plat_pc_read(&tree, FL_S(""), &a, &p, NULL));
	fl_arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_control),
		cmocka_unit_test(test_pc),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

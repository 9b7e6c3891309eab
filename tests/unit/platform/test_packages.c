/*
 * What the readers of build files make of a package that is known to be there, of modules of the
 * project's own, and of Qt's commands: each against the same files with nothing known.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "platform/autotools/autotools.h"
#include "platform/cmake/cmake.h"
#include "platform/meson/meson.h"

struct read {
	struct fl_arena a;
	struct plat_project project;
};

/* Packages that tests say are there. */
static bool is_there(const struct plat_packages *p, enum plat_named by, struct fl_slice name)
{
	static const char *const packages[] = {"ZLIB", "zlib", "Boost", "Own"};
	(void)p;
	switch (by) {
	case PLAT_NAMED_PACKAGE: return fl_slice_is_one(name, packages, 4);
	case PLAT_NAMED_LINK: return fl_slice_eqs(name, "z");
	default: return fl_slice_eqs(name, "zlib.h");
	}
}

static const struct plat_packages there = {is_there};

typedef int (*reader)(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err);

static void read_files(
	struct read *r, reader read, const struct plat_tree_file *files, size_t count, bool known)
{
	struct plat_tree tree;
	struct fl_error err = {0};
	fl_arena_init(&r->a, 64 << 20);
	plat_tree_of(&tree, files, count);
	tree.packages = known ? &there : NULL;
	if (read(&tree, FL_S(""), &r->a, &r->project, &err))
		fail_msg("%s", err.message);
}

/* The last setting of that word: '=' it is there, '?' it may be, '-' it is not; '!' no target. */
static char has(const struct read *r, const char *name, enum plat_what what, const char *value)
{
	const struct plat_target *t = r->project.targets.items;
	for (size_t i = 0; i < r->project.targets.len; i++) {
		const struct plat_setting *s = t[i].settings.items;
		char found = '-';
		if (!fl_slice_eqs(t[i].name, name))
			continue;
		for (size_t k = 0; k < t[i].settings.len; k++)
			if (s[k].what == what && fl_slice_eqs(s[k].value, value))
				found = s[k].unsure || s[k].optional ? '?' : '=';
		return t[i].unsure ? '?' : found;
	}
	return '!';
}

/* Of a target "a": what a setting is, with the packages there and without. */
static void gives(reader read, const struct plat_tree_file *files, size_t count,
	enum plat_what what, const char *value, const char *answers)
{
	struct read r;
	for (int known = 1; known >= 0; known--) {
		read_files(&r, read, files, count, known);
		char got = has(&r, "a", what, value);
		if (got != answers[1 - known])
			fail_msg("%s: '%c', not '%c' (%s)", value, got, answers[1 - known],
				known ? "it is there" : "nothing is known");
		fl_arena_release(&r.a);
	}
}

static void of_cmake(const char *text, enum plat_what what, const char *value, const char *answers)
{
	struct plat_tree_file files[] = {{FL_LIT("CMakeLists.txt"), fl_slice_str(text)},
		{FL_LIT("a.c"), FL_LIT("")}, {FL_LIT("src/CMakeLists.txt"), FL_LIT("")},
		{FL_LIT("m/FindOwn.cmake"),
			FL_LIT("find_path(OWN_INCLUDE_DIR own.h)\n"
			       "find_library(OWN_LIBRARY NAMES libown.a own)\n"
			       "include(FindPackageHandleStandardArgs)\n"
			       "find_package_handle_standard_args(Own DEFAULT_MSG OWN_LIBRARY "
			       "OWN_INCLUDE_DIR)\n"
			       "if(OWN_FOUND AND NOT TARGET Own::Own)\n"
			       "add_library(Own::Own INTERFACE IMPORTED)\n"
			       "set_property(TARGET Own::Own PROPERTY INTERFACE_LINK_LIBRARIES "
			       "${OWN_LIBRARY})\nendif()\n")},
		{FL_LIT("m/FindOdd.cmake"), FL_LIT("execute_process(COMMAND x OUTPUT_VARIABLE l)\n"
						   "set(ODD_LIBRARIES ${l})\n")}};
	gives(plat_cmake_read, files, sizeof files / sizeof files[0], what, value, answers);
}

#define CMAKE                                                                      \
	"cmake_minimum_required(VERSION 3.10)\nproject(p)\nset(CMAKE_MODULE_PATH " \
	"${CMAKE_SOURCE_DIR}/m)\n"

static void test_cmake(void **state)
{
	(void)state;
	of_cmake(CMAKE "find_package(ZLIB)\nif(ZLIB_FOUND)\nadd_library(a a.c)\n"
		       "target_link_libraries(a ${ZLIB_LIBRARIES})\nendif()\n",
		PLAT_LIBRARY, "ZLIB", "=?");
	of_cmake(CMAKE "find_package(PkgConfig)\npkg_check_modules(Z IMPORTED_TARGET zlib)\n"
		       "add_library(a a.c)\nif(TARGET PkgConfig::Z)\n"
		       "target_link_libraries(a PkgConfig::Z)\nendif()\n",
		PLAT_LIBRARY, "zlib", "=?");
	of_cmake(CMAKE "find_library(Z NAMES nothing.a z zlib)\nadd_library(a a.c)\n"
		       "target_link_libraries(a ${Z})\n",
		PLAT_LINK, "-lz", "=?");
	of_cmake(CMAKE "find_path(Z zlib.h)\nadd_library(a a.c)\nif(Z)\n"
		       "target_compile_options(a PRIVATE -mavx2)\nendif()\n",
		PLAT_FLAG, "-mavx2", "=?");
	of_cmake(CMAKE
		"find_package(Boost REQUIRED COMPONENTS python)\nadd_library(a a.c)\n"
		"if(TARGET Boost::python)\ntarget_link_libraries(a Boost::python)\nendif()\n",
		PLAT_LIBRARY, "Boost", "==");
	/* what an error rules out is known behind it */
	of_cmake(CMAKE "find_package(Foo)\nif(NOT Foo_FOUND OR NOT UNIX)\nmessage(FATAL_ERROR x)\n"
		       "endif()\nadd_library(a a.c)\nif(Foo_FOUND)\n"
		       "target_compile_options(a PRIVATE -mavx2)\nendif()\n",
		PLAT_FLAG, "-mavx2", "==");
}

static void test_modules(void **state)
{
	(void)state;
	of_cmake(CMAKE "find_package(Own)\nadd_library(a a.c)\nif(OWN_FOUND)\n"
		       "target_link_libraries(a ${OWN_LIBRARY})\nendif()\n",
		PLAT_LINK, "-lown", "=?");
	of_cmake(CMAKE "find_package(Own REQUIRED)\nadd_library(a a.c)\n"
		       "target_link_libraries(a Own::Own)\n",
		PLAT_LINK, "-lown", "==");
	of_cmake(CMAKE "find_package(Odd REQUIRED)\nadd_library(a a.c)\n"
		       "target_link_libraries(a ${ODD_LIBRARIES})\n",
		PLAT_LIBRARY, "Odd", "==");
	/* names of variables that are made of a package's */
	of_cmake(CMAKE "find_package(PkgConfig)\npkg_check_modules(P REQUIRED gtk+-2.0)\n"
		       "foreach(c ${P_LIBRARIES})\nfind_library(G_${c} NAMES ${c})\n"
		       "list(APPEND G ${G_${c}})\nendforeach()\nadd_library(a a.c)\n"
		       "target_link_libraries(a ${G})\n",
		PLAT_LIBRARY, "gtk+-2.0", "==");
}

static void test_qt(void **state)
{
	(void)state;
	of_cmake(CMAKE "find_package(Qt6 REQUIRED COMPONENTS Widgets)\n"
		       "qt_add_executable(a MANUAL_FINALIZATION a.c)\n"
		       "target_link_libraries(a PRIVATE Qt::Widgets)\n",
		PLAT_LIBRARY, "Qt6", "==");
	of_cmake(CMAKE "find_package(Qt6 REQUIRED COMPONENTS BuildInternals)\n"
		       "qt_internal_add_module(a SOURCES a.c DEFINES X LIBRARIES Qt::CorePrivate "
		       "-lz)\nqt_internal_extend_target(a CONDITION QT_FEATURE_x COMPILE_OPTIONS "
		       "-mavx2)\n",
		PLAT_LINK, "-lz", "==");
	of_cmake(CMAKE "qt_internal_add_module(a SOURCES a.c)\n"
		       "qt_internal_extend_target(a CONDITION APPLE COMPILE_OPTIONS -mavx2)\n"
		       "qt_internal_extend_target(a CONDITION NOT APPLE COMPILE_OPTIONS -mavx)\n",
		PLAT_FLAG, "-mavx", "==");
	of_cmake(CMAKE "qt_internal_add_module(a SOURCES a.c)\n"
		       "qt_internal_extend_target(a CONDITION APPLE COMPILE_OPTIONS -mavx2)\n",
		PLAT_FLAG, "-mavx2", "--");
}

static void test_kde(void **state)
{
	(void)state;
	of_cmake(CMAKE
		"find_package(ECM REQUIRED NO_MODULE)\ninclude(KDEInstallDirs)\n"
		"include(KDECMakeSettings)\nfind_package(Qt${QT_MAJOR_VERSION} REQUIRED Core)\n"
		"kcoreaddons_add_plugin(a SOURCES a.c INSTALL_NAMESPACE x)\n"
		"target_link_libraries(a Qt${QT_MAJOR_VERSION}::Core)\n",
		PLAT_LIBRARY, "Qt5", "==");
	of_cmake(CMAKE "include(ECMSetupVersion)\necm_setup_version(1.2 VARIABLE_PREFIX MINE)\n"
		       "add_library(a a.c)\nif(MINE_VERSION)\n"
		       "target_compile_options(a PRIVATE -mavx2)\nendif()\n",
		PLAT_FLAG, "-mavx2", "??");
}

static void of_meson(const char *text, enum plat_what what, const char *value, const char *answers)
{
	struct plat_tree_file files[] = {
		{FL_LIT("meson.build"), fl_slice_str(text)}, {FL_LIT("a.c"), FL_LIT("")}};
	gives(plat_meson_read, files, 2, what, value, answers);
}

static void test_meson(void **state)
{
	(void)state;
	of_meson("project('p', 'c')\nz = dependency('zlib', required: false)\nif z.found()\n"
		 "executable('a', 'a.c', dependencies: z)\nendif\n",
		PLAT_LIBRARY, "zlib", "=?");
	of_meson("project('p', 'c')\nz = dependency('zlib', 'nothing', required: false)\n"
		 "executable('a', 'a.c', dependencies: z)\n",
		PLAT_LIBRARY, "zlib", "=?");
	of_meson("project('p', 'c')\nz = meson.get_compiler('c').find_library('z', required: "
		 "false)\n"
		 "executable('a', 'a.c', dependencies: z)\n",
		PLAT_LINK, "-lz", "=?");
	of_meson(
		"project('p', 'c')\nz = dependency('zlib').partial_dependency(compile_args: true)\n"
		"executable('a', 'a.c', dependencies: z)\n",
		PLAT_LIBRARY, "zlib", "--");
	of_meson("project('p', 'c')\nz = dependency('zlib').partial_dependency(links: true)\n"
		 "executable('a', 'a.c', dependencies: z)\n",
		PLAT_LIBRARY, "zlib", "==");
}

static void of_autotools(
	const char *script, enum plat_what what, const char *value, const char *answers)
{
	struct plat_tree_file files[] = {{FL_LIT("configure.ac"), fl_slice_str(script)},
		{FL_LIT("Makefile.am"), FL_LIT("bin_PROGRAMS = a\na_SOURCES = a.c\n"
					       "a_LDADD = $(Z_LIBS) $(BOOST_SYSTEM_LIB) $(LIBZ) "
					       "$(GSL_LIBS) $(SQLITE3_LDFLAGS)\n")},
		{FL_LIT("a.c"), FL_LIT("")}};
	gives(plat_autotools_read, files, 3, what, value, answers);
}

static void test_autotools(void **state)
{
	(void)state;
	of_autotools("AC_PROG_CC\nPKG_CHECK_MODULES([Z], [zlib], [], [:])\n", PLAT_LIBRARY, "zlib",
		"=?");
	of_autotools("AC_PROG_CC\nAC_CHECK_LIB([z], [deflate])\n", PLAT_LINK, "-lz", "=?");
	of_autotools("AC_PROG_CC\nAX_BOOST_BASE\nAX_BOOST_SYSTEM\n", PLAT_LIBRARY, "boost", "==");
	of_autotools("AC_PROG_CC\nif pkg-config --atleast-version 1.2 zlib; then\n"
		     "CFLAGS=\"$CFLAGS -mavx2\"\nfi\n",
		PLAT_FLAG, "-mavx2", "=?");
}

/* Macros that stand for one package, and what they are called under. */
static void test_macros(void **state)
{
	(void)state;
	of_autotools("AC_PROG_CC\nAC_LIB_LINKFLAGS([z])\n", PLAT_LINK, "-lz", "=?");
	of_autotools("AC_PROG_CC\nAM_PATH_GSL([1.0])\n", PLAT_LIBRARY, "gsl", "??");
	of_autotools("AC_PROG_CC\nAM_PATH_GSL([1.0], [], [AC_MSG_ERROR([no])])\n", PLAT_LIBRARY,
		"gsl", "==");
	of_autotools("AC_PROG_CC\nAX_LIB_SQLITE3([3])\n", PLAT_LIBRARY, "sqlite3", "??");
	of_autotools("AC_PROG_CC\nAC_SEARCH_LIBS([deflate], [z], [], [AC_MSG_ERROR([no])])\n",
		PLAT_LINK, "-lz", "==");
	of_autotools("AC_PROG_CC\nx=yes\nAS_VAR_IF([x], [yes], [CFLAGS=\"$CFLAGS -mavx2\"])\n",
		PLAT_FLAG, "-mavx2", "==");
	of_autotools("AC_PROG_CC\nx=no\nAS_VAR_IF([x], [yes], [CFLAGS=\"$CFLAGS -mavx2\"])\n",
		PLAT_FLAG, "-mavx2", "--");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cmake),
		cmocka_unit_test(test_modules),
		cmocka_unit_test(test_qt),
		cmocka_unit_test(test_kde),
		cmocka_unit_test(test_meson),
		cmocka_unit_test(test_autotools),
		cmocka_unit_test(test_macros),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

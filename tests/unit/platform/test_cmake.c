/* The static reader of CMake: its language, its conditions, and what targets get. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

#include "platform/cmake/cmake.h"

/* A project that is read: what its message() calls were given, and its targets. */
struct read {
	struct fl_arena arena;
	struct fl_buf said;
	struct plat_project project;
	int rc;
};

static void hear(void *user, struct plat_place at, struct fl_slice name,
	const struct fl_slice *arguments, size_t count, bool certain)
{
	struct fl_buf *said = user;
	(void)at;
	if (!fl_slice_eqs(name, "message"))
		return;
	fl_buf_str(said, certain ? "" : "?");
	for (size_t i = 0; i < count; i++) {
		fl_buf_str(said, i ? "|" : "");
		fl_buf_slice(said, arguments[i]);
	}
	fl_buf_char(said, '\n');
}

static void read_files(struct read *r, const struct plat_tree_file *files, size_t count)
{
	struct plat_tree t;
	struct fl_error err;
	plat_tree_of(&t, files, count);
	fl_arena_init(&r->arena, 64 << 20);
	fl_buf_init(&r->said, 1 << 20);
	r->rc = plat_cmake_run(&t, FL_S(""), hear, &r->said, &r->arena, &r->project, &err);
}

static void read_text(struct read *r, const char *text)
{
	struct plat_tree_file files[] = {{FL_LIT("CMakeLists.txt"), fl_slice_str(text)},
		{FL_LIT("a.c"), FL_LIT("")}, {FL_LIT("a.cc"), FL_LIT("")},
		{FL_LIT("src/b.cc"), FL_LIT("")}, {FL_LIT("src/deep/c.cc"), FL_LIT("")},
		{FL_LIT("cmake/Own.cmake"), FL_LIT("set(own ${CMAKE_CURRENT_LIST_DIR})\n")},
		{FL_LIT("sub/CMakeLists.txt"),
			FL_LIT("set(x in)\nset(y up PARENT_SCOPE)\nadd_library(s ../a.c)\n"
			       "message(${CMAKE_CURRENT_SOURCE_DIR})\n")}};
	read_files(r, files, sizeof files / sizeof files[0]);
}

static void release(struct read *r)
{
	fl_buf_release(&r->said);
	fl_arena_release(&r->arena);
}

static void says(const char *text, const char *expected)
{
	struct read r;
	read_text(&r, text);
	assert_int_equal(r.rc, 0);
	assert_string_equal(r.said.data, expected);
	release(&r);
}

static void words(void **state)
{
	(void)state;
	says("message(a \"b c\" [=[d]]e]=] # no\n f)", "a|b c|d]]e|f\n");
	says("#[[ no\n ]]message([[\nx]])", "x\n");
	says("message(-DX=\"a b\" a\\ b \"a\\\nb\" \\${x})", "-DX=\"a b\"|a b|ab|${x}\n");
	says("set(a b)\nset(b c)\nmessage(${${a}} \"${a}${none}\" $ENV{NONE}x)", "c|b|x\n");
	says("set(l 1 2)\nlist(APPEND l 3)\nmessage(\"${l}\")", "1;2;3\n");
	says("set(a b CACHE STRING x)\nset(a c CACHE STRING x)\nmessage(${a})\nset(a d)\n"
	     "message(${a})\nunset(a)\nmessage(${a})",
		"b\nd\nb\n");
}

static void refusals(void **state)
{
	static const char *const texts[] = {"message(", "x", "if(1)\n", "endif()", "message(\"",
		"if(1)\nendforeach()", "message([[)", "(x)"};
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct read r;
		read_text(&r, texts[i]);
		assert_int_equal(r.rc, FL_EPARSE);
		release(&r);
	}
}

static void conditions(void **state)
{
	static const struct {
		const char *condition, *answer;
	} rows[] = {{"1", "y"}, {"0", "n"}, {"ON AND NOT OFF", "y"}, {"x-NOTFOUND", "n"},
		{"none", "n"}, {"v", "y"}, {"\"v\"", "n"}, {"DEFINED v AND NOT DEFINED w", "y"},
		{"v STREQUAL abc", "y"}, {"\"${v}\" STREQUAL \"v\"", "n"},
		{"abc MATCHES \"^a(.)c$\"", "y"}, {"10 GREATER 9 AND 9 LESS_EQUAL 9", "y"},
		{"1.10 VERSION_GREATER 1.9", "y"}, {"0 AND 0 OR 1", "y"}, {"0 AND (0 OR 1)", "n"},
		{"b IN_LIST l", "y"}, {"d IN_LIST l", "n"},
		{"EXISTS ${CMAKE_SOURCE_DIR}/src/b.cc", "y"},
		{"EXISTS ${CMAKE_SOURCE_DIR}/src/no.cc", "n"}, {"TARGET none", "n"},
		{"COMMAND message", "y"}, {"UNIX AND NOT WIN32", "y"}, {"POLICY CMP0054", "y"},
		{"5 EQUAL 5.0", "y"}, {"2x EQUAL 2", "n"}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char text[400], expected[8];
		snprintf(text, sizeof text,
			"cmake_minimum_required(VERSION 3.10)\nset(v abc)\nset(l a b c)\n"
			"if(%s)\nmessage(y)\nelse()\nmessage(n)\nendif()",
			rows[i].condition);
		snprintf(expected, sizeof expected, "%s\n", rows[i].answer);
		says(text, expected);
	}
}

static void loops_and_calls(void **state)
{
	(void)state;
	says("foreach(i RANGE 1 3)\nif(i EQUAL "
	     "2)\ncontinue()\nendif()\nmessage(${i})\nendforeach()",
		"1\n3\n");
	says("set(l a b)\nforeach(i IN LISTS l ITEMS c)\nmessage(${i})\nendforeach()", "a\nb\nc\n");
	says("set(n 0)\nwhile(n LESS 3)\nmath(EXPR n \"${n}+1\")\nendwhile()\nmessage(${n})",
		"3\n");
	says("function(f a)\nset(o ${a}${ARGC} PARENT_SCOPE)\nset(q 1)\nmessage(\"${ARGN}\")\n"
	     "return()\nmessage(no)\nendfunction()\nf(x y z)\nmessage(\"${o}${q}\")",
		"y;z\nx3\n");
	says("macro(m a)\nset(o ${a})\nmessage(${ARGN} ${ARGV1})\nendmacro()\nM(x "
	     "y)\nmessage(${o})",
		"y|y\nx\n");
	says("function(f)\ncmake_parse_arguments(A \"O\" \"S\" \"L\" ${ARGN})\n"
	     "message(\"${A_O} ${A_S} ${A_L} ${A_UNPARSED_ARGUMENTS}\")\nendfunction()\n"
	     "f(u O S 1 L 2 3)",
		"TRUE 1 2;3 u\n");
	says("function(f)\nf()\nendfunction()\nf()", "");
}

static void texts(void **state)
{
	(void)state;
	says("string(REPLACE b x o abc)\nstring(TOUPPER ${o} p)\nmessage(${o} ${p})", "axc|AXC\n");
	says("string(REGEX REPLACE \"([a-z]+)-([0-9]+)\" \"\\\\2\\\\1\" o \"ab-12 "
	     "c-3\")\nmessage(${o})",
		"12ab 3c\n");
	says("string(REGEX MATCH \"[0-9]+(\\\\.[0-9]+)*\" o \"v1.2.3x\")\nmessage(${o} "
	     "${CMAKE_MATCH_1})",
		"1.2.3|.3\n");
	says("string(REGEX MATCHALL \"a|b+\" o abbc)\nmessage(\"${o}\")", "a;bb\n");
	says("set(l c a b a)\nlist(REMOVE_DUPLICATES l)\nlist(SORT l)\nlist(LENGTH l n)\n"
	     "list(GET l -1 e)\nlist(FIND l b f)\nmessage(\"${l} ${n} ${e} ${f}\")",
		"a;b;c 3 c 1\n");
	says("math(EXPR x \"(1 + 2) * 3 << 1\")\nmessage(${x})", "18\n");
	says("get_filename_component(n a/b.x.cc NAME_WE)\nget_filename_component(d a/b.cc "
	     "DIRECTORY)\n"
	     "message(${n} ${d})",
		"b|a\n");
	says("file(GLOB g RELATIVE ${CMAKE_SOURCE_DIR} src/*.cc)\n"
	     "file(GLOB_RECURSE h RELATIVE ${CMAKE_SOURCE_DIR} src/*.cc)\nmessage(\"${g} ${h}\")",
		"src/b.cc src/b.cc;src/deep/c.cc\n");
	says("list(APPEND CMAKE_MODULE_PATH "
	     "${CMAKE_SOURCE_DIR}/cmake)\ninclude(Own)\nmessage(${own})\n"
	     "set(x out)\nadd_subdirectory(sub)\nmessage(${x} ${y})",
		"/source/cmake\n/source/sub\nout|up\n");
}

static void not_known(void **state)
{
	(void)state;
	/* both ways are gone, and what they agree on is known */
	says("find_package(Foo)\nset(a 1)\nif(Foo_FOUND)\nset(a 1)\nset(b "
	     "2)\nmessage(in)\nendif()\n"
	     "message(${a} \"${b}\")",
		"?in\n?1|\002"
		"2\n");
	/* a way that ends in an error is not the one */
	says("find_package(Foo)\nif(NOT Foo_FOUND)\nmessage(FATAL_ERROR no)\nelse()\nset(a "
	     "1)\nendif()\n"
	     "message(${a})\nif(Foo_FOUND)\nmessage(yes)\nendif()",
		"?FATAL_ERROR|no\n1\nyes\n");
	says("find_package(Foo REQUIRED)\nif(Foo_FOUND)\nmessage(yes)\nendif()", "yes\n");
	says("find_package(Foo)\nif(Foo_FOUND)\nreturn()\nendif()\nmessage(a)", "?a\n");
	says("find_package(Foo)\nif(Foo_FOUND OR 1)\nmessage(a)\nendif()", "a\n");
	says("unheard_of(XX y)\nmessage(\"${XX}\")", "?\001\n");
	says("include(CheckCCompilerFlag)\ncheck_c_compiler_flag(-Wall A)\n"
	     "check_c_compiler_flag(-Weverything B)\ncheck_c_compiler_flag(-march=zz "
	     "C)\nmessage(\"${A}${B}\" \"${C}\")",
		"?1|\001\n");
}

/* What checks find on the host (platform/host), as far as it is known. */
static void checks(void **state)
{
	(void)state;
	says("check_cxx_compiler_flag(-Wold-style-cast A)\ncheck_c_compiler_flag(-Wold-style-cast "
	     "B)\n"
	     "check_compiler_flag(CXX -Wno-heard-of C)\ncheck_c_compiler_flag(-Wformat-security "
	     "D)\n"
	     "message(\"${A}|${B}|${C}|${D}\")",
		"1||1|1\n");
	says("check_c_compiler_flag(-fsanitize=address A)\nset(CMAKE_REQUIRED_FLAGS "
	     "-fsanitize=address)\n"
	     "check_c_compiler_flag(-fsanitize=address B)\nmessage(\"${A}|${B}\")",
		"|1\n");
	says("check_function_exists(qsort_r A)\ncheck_function_exists(strlcpy B)\n"
	     "check_function_exists(cbrt C)\nset(CMAKE_REQUIRED_LIBRARIES m)\n"
	     "check_function_exists(cbrt D)\ncheck_function_exists(strlcat E)\n"
	     "message(\"${A}|${B}|${C}|${D}|${E}\")",
		"?1||\001|1|\001\n");
	says("check_symbol_exists(strdup string.h A)\ncheck_symbol_exists(memmem string.h B)\n"
	     "set(CMAKE_REQUIRED_DEFINITIONS -D_GNU_SOURCE)\ncheck_symbol_exists(memmem string.h "
	     "C)\n"
	     "check_symbol_exists(strlcpy string.h D)\ncheck_symbol_exists(strlcpy bsd/string.h "
	     "E)\n"
	     "message(\"${A}|${B}|${C}|${D}|${E}\")",
		"?1||1||\001\n");
	says("check_include_file(sys/epoll.h A)\ncheck_include_files(\"stdio.h;windows.h\" B)\n"
	     "check_include_file_cxx(filesystem C)\ncheck_include_file(foo/bar.h D)\n"
	     "message(\"${A}|${B}|${C}|${D}\")",
		"?1||1|\001\n");
	says("check_library_exists(m cbrt \"\" A)\ncheck_library_exists(socket f \"\" B)\n"
	     "check_type_size(time_t C)\ncheck_linker_flag(C -Wl,-dead_strip D)\n"
	     "message(\"${A}|${B}|${C}|${HAVE_C}|${D}\")",
		"1||8|1|\n");
}

/* The values of a kind for a language, those that are not sure with a '?'. */
static void settings_are(
	const struct plat_target *t, enum plat_what what, int language, const char *expected)
{
	struct fl_buf b;
	const struct plat_setting *s = t->settings.items;
	fl_buf_init(&b, 1 << 16);
	for (size_t i = 0; i < t->settings.len; i++)
		if (s[i].what == what && ((int)s[i].languages & language)) {
			fl_buf_str(&b, b.len ? " " : "");
			fl_buf_str(&b, s[i].unsure ? "?" : "");
			fl_buf_slice(&b, s[i].value);
		}
	assert_string_equal(b.data, expected);
	fl_buf_release(&b);
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

static void standards(void **state)
{
	static const struct {
		const char *text, *standard;
	} rows[] = {{"", ""}, {"set(CMAKE_CXX_STANDARD 11)\n", "gnu++11"},
		{"set(CMAKE_CXX_STANDARD 17)\n", "gnu++17"},
		{"set(CMAKE_CXX_STANDARD 17)\nset(CMAKE_CXX_EXTENSIONS OFF)\n", "gnu++17"},
		{"set(CMAKE_CXX_STANDARD 17)\nset(CMAKE_CXX_EXTENSIONS OFF)\n"
		 "set(CMAKE_CXX_STANDARD_REQUIRED ON)\n",
			"c++17"},
		{"set(CMAKE_CXX_STANDARD 14)\nset(CMAKE_CXX_EXTENSIONS OFF)\n", "c++14"},
		{"cmake_policy(VERSION 3.22)\nset(CMAKE_CXX_STANDARD 17)\nset(CMAKE_CXX_EXTENSIONS "
		 "OFF)\n",
			"c++17"},
		{"set(CMAKE_CXX_STANDARD 20)\n", "gnu++20"},
		{"find_package(ECM REQUIRED)\ninclude(KDECompilerSettings)\n", "gnu++11"},
		{"find_package(ECM 5.90)\ninclude(KDECompilerSettings)\n", "c++17"},
		{"find_package(ECM 6.1)\ninclude(KDECompilerSettings)\n", "?"},
		{"find_package(ECM ${unheard})\ninclude(KDECompilerSettings)\n", "gnu++11"},
		{"include(Unheard)\nfind_package(ECM "
		 "${UNHEARD_MIN})\ninclude(KDECompilerSettings)\n",
			"?"},
		{"set(CMAKE_CXX_STANDARD 14)\ninclude(KDECompilerSettings)\n", "gnu++14"},
		{"find_package(X)\nif(X_FOUND)\nset(CMAKE_CXX_STANDARD 20)\nendif()\n", "?"}};
	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		char text[400];
		struct read r;
		snprintf(text, sizeof text,
			"cmake_minimum_required(VERSION 3.10)\nproject(p)\n%sadd_executable(t "
			"a.cc)",
			rows[i].text);
		read_text(&r, text);
		settings_are(target(&r, "t"), PLAT_STANDARD, PLAT_FOR_CXX, rows[i].standard);
		release(&r);
	}
}

static void features(void **state)
{
	struct read r;
	(void)state;
	read_text(&r, "project(p)\nadd_library(l INTERFACE)\ntarget_compile_features(l INTERFACE "
		      "cxx_std_20)\n"
		      "add_executable(t a.cc)\ntarget_link_libraries(t PRIVATE l)\n"
		      "add_executable(u a.cc a.c)\ntarget_compile_features(u PUBLIC cxx_std_11)");
	settings_are(target(&r, "t"), PLAT_STANDARD, PLAT_FOR_CXX, "gnu++20");
	settings_are(target(&r, "u"), PLAT_STANDARD, PLAT_FOR_CXX, "gnu++17");
	settings_are(target(&r, "u"), PLAT_STANDARD, PLAT_FOR_C, "");
	release(&r);
}

static void flags_and_links(void **state)
{
	struct read r;
	(void)state;
	read_text(&r,
		"project(p)\nif(NOT CMAKE_BUILD_TYPE)\nset(CMAKE_BUILD_TYPE Release)\nendif()\n"
		"find_package(ZLIB 1.2 REQUIRED)\nfind_package(PNG)\nfind_package(Threads)\n"
		"pkg_check_modules(FOO REQUIRED IMPORTED_TARGET libfoo>=2)\n"
		"add_library(base STATIC a.c)\ntarget_compile_options(base PUBLIC -mavx PRIVATE "
		"-mfma)\n"
		"target_link_libraries(base PRIVATE m)\n"
		"add_executable(t a.cc)\n"
		"target_compile_options(t PRIVATE $<$<COMPILE_LANGUAGE:C>:-no> "
		"$<$<CXX_COMPILER_ID:GNU>:-yes;-too> $<$<CONFIG:Debug>:-g>)\n"
		"target_link_libraries(t base ZLIB::ZLIB PkgConfig::FOO)\n"
		"if(PNG_FOUND)\ntarget_link_libraries(t ${PNG_LIBRARIES})\nendif()\n"
		"string(APPEND CMAKE_CXX_FLAGS \" -fsanitize=address\")");
	const struct plat_target *t = target(&r, "t");
	settings_are(t, PLAT_FLAG, PLAT_FOR_CXX, "-fsanitize=address -O3 -DNDEBUG -yes -too -mavx");
	settings_are(t, PLAT_LIBRARY, PLAT_FOR_CXX, "ZLIB libfoo ?PNG");
	settings_are(t, PLAT_LINK, PLAT_FOR_CXX, "-lm");
	settings_are(t, PLAT_BUILD_TYPE, PLAT_FOR_CXX, "Release");
	settings_are(target(&r, "base"), PLAT_FLAG, PLAT_FOR_C, "-O3 -DNDEBUG -mavx -mfma");
	release(&r);
}

/* What a link needs is there; of several names one is; some modules set other variables. */
static void packages(void **state)
{
	struct read r;
	(void)state;
	read_text(&r, "pkg_check_modules(J IMPORTED_TARGET "
		      "json-c)\nfind_package(Qt5Core)\nfind_package(KF5 COMPONENTS Crash)\n"
		      "find_package(PythonLibs REQUIRED)\n"
		      "find_library(LAME NAMES lame mp3lame PATHS /opt)\n"
		      "add_executable(t a.cc)\n"
		      "target_link_libraries(t PkgConfig::J Qt5::Core KF5::Crash ${PYTHON_LIBRARY} "
		      "${LAME})");
	const struct plat_target *t = target(&r, "t");
	const struct plat_setting *s = t->settings.items;
	settings_are(t, PLAT_LIBRARY, PLAT_FOR_CXX, "json-c Qt5 KF5::Crash PythonLibs");
	settings_are(t, PLAT_LINK, PLAT_FOR_CXX, "?-llame ?-lmp3lame");
	for (size_t i = 0; i < t->settings.len; i++)
		assert_false(s[i].optional);
	release(&r);
	read_text(&r, "add_subdirectory(/elsewhere out)\nfind_package(Qt5Core)\n"
		      "add_executable(t a.cc)\ntarget_link_libraries(t Qt5::Core fmt::fmt)");
	settings_are(target(&r, "t"), PLAT_LIBRARY, PLAT_FOR_CXX, "Qt5 ?fmt::fmt");
	release(&r);
	read_text(&r, "ecm_add_tests(a.cc src/b.cc LINK_LIBRARIES ZLIB::ZLIB GUI)\n"
		      "ecm_add_test(a.c a.cc TEST_NAME two LINK_LIBRARIES PNG::PNG)");
	settings_are(target(&r, "a"), PLAT_LIBRARY, PLAT_FOR_CXX, "ZLIB::ZLIB");
	settings_are(target(&r, "b"), PLAT_LIBRARY, PLAT_FOR_CXX, "ZLIB::ZLIB");
	settings_are(target(&r, "two"), PLAT_LIBRARY, PLAT_FOR_CXX, "PNG::PNG");
	assert_int_equal(2, target(&r, "two")->sources.len);
	release(&r);
	read_text(&r, "set(all a.cc)\nki18n_wrap_ui(all a.ui)\nqt5_wrap_cpp(moc a.h)\n"
		      "add_executable(t ${all} ${moc})");
	assert_int_equal(1, target(&r, "t")->sources.len);
	assert_false(target(&r, "t")->sources_unsure);
	release(&r);
}

static void hostile(void **state)
{
	static const char *const texts[] = {"include(CMakeLists.txt)", "add_subdirectory(.)",
		"set(a xxxxxxxxxxxxxxxx)\nforeach(i RANGE 60)\nset(a ${a}${a})\nendforeach()",
		"while(1)\nset(a \"${a}x\")\nendwhile()",
		"function(f)\nf()\nf()\nendfunction()\nf()",
		"function(add_executable)\necm_add_tests(a b c)\nendfunction()\necm_add_tests(a b)",
		"foreach(a RANGE 9999)\nforeach(b RANGE 9999)\nset(c "
		"1)\nendforeach()\nendforeach()",
		"string(REGEX MATCH \"(a*)*b\" o aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa)"};
	(void)state;
	for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
		struct read r;
		read_text(&r, texts[i]);
		assert_int_equal(r.rc, 0);
		release(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(words), cmocka_unit_test(refusals),
		cmocka_unit_test(conditions), cmocka_unit_test(loops_and_calls),
		cmocka_unit_test(texts), cmocka_unit_test(not_known), cmocka_unit_test(checks),
		cmocka_unit_test(standards), cmocka_unit_test(features),
		cmocka_unit_test(flags_and_links), cmocka_unit_test(packages),
		cmocka_unit_test(hostile)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

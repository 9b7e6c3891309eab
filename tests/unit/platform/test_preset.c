/* CMakePresets.json, and what is set by hand, as CMake's and Meson's readers take them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>

#include "platform/cmake/cmake.h"
#include "platform/meson/meson.h"

#define PRESETS FL_LIT("CMakePresets.json")

struct presets {
	struct fl_arena arena;
	struct plat_tree tree;
	struct fl_list given;
	struct fl_error err;
	int rc;
};

static void choose(
	struct presets *p, const struct plat_tree_file *files, size_t count, const char *name)
{
	plat_tree_of(&p->tree, files, count);
	fl_arena_init(&p->arena, 16 << 20);
	p->given = (struct fl_list){0};
	p->rc = plat_cmake_preset(
		&p->tree, fl_slice(NULL, 0), fl_slice_str(name), &p->arena, &p->given, &p->err);
}

static void choose_in(struct presets *p, const char *text, const char *name)
{
	const struct plat_tree_file file = {PRESETS, fl_slice_str(text)};
	choose(p, &file, 1, name);
}

/* NULL: it is not given */
static const struct plat_given *given(const struct presets *p, const char *name)
{
	const struct plat_given *all = p->given.items;
	for (size_t i = 0; i < p->given.len; i++)
		if (fl_slice_eqs(all[i].name, name))
			return &all[i];
	return NULL;
}

static void assert_given(const struct presets *p, const char *name, const char *value)
{
	const struct plat_given *g = given(p, name);
	assert_non_null(g);
	assert_int_equal(g->value.len, strlen(value));
	assert_memory_equal(g->value.ptr, value, g->value.len);
}

static const char family[] =
	"{\"version\": 4, \"include\": [\"sub/more.json\"], \"configurePresets\": [\n"
	"{\"name\": \"base\", \"hidden\": true, \"generator\": \"Ninja\",\n"
	" \"toolchainFile\": \"${sourceDir}/cmake/arm.cmake\",\n"
	" \"cacheVariables\": {\"A\": \"base\", \"B\": true, \"G\": \"${generator}\"}},\n"
	"{\"name\": \"debug\", \"inherits\": [\"base\", \"more\"], \"cacheVariables\":\n"
	" {\"A\": {\"type\": \"STRING\", \"value\": \"${presetName}$x${dollar}{y}\"}, \"B\": "
	"null,\n"
	"  \"C\": false, \"E\": \"$env{HOME}/x\"}}]}";
static const char more[] = "{\"version\": 4, \"include\": [\"../CMakePresets.json\"],\n"
			   "\"configurePresets\": [{\"name\": \"more\", \"hidden\": true,\n"
			   "\"cacheVariables\": {\"A\": \"m\", \"M\": \"${fileDir}\"}}]}";
static const struct plat_tree_file family_files[] = {
	{PRESETS, FL_LIT(family)}, {FL_LIT("sub/more.json"), FL_LIT(more)}};

static void test_inherits(void **state)
{
	struct presets p;
	(void)state;
	choose(&p, family_files, 2, "debug");
	assert_int_equal(p.rc, 0);
	assert_given(&p, "A", "debug$x${y}");
	assert_null(given(&p, "B"));
	assert_given(&p, "C", "FALSE");
	assert_given(&p, "E", "\x01/x");
	assert_given(&p, "G", "Ninja");
	assert_given(&p, "M", "/source/sub");
	assert_given(&p, "CMAKE_TOOLCHAIN_FILE", "/source/cmake/arm.cmake");
	assert_int_equal(given(&p, "A")->at.line, 5);
	assert_int_equal(given(&p, "CMAKE_TOOLCHAIN_FILE")->at.line, 2);
	fl_arena_release(&p.arena);
}

static void test_refused(void **state)
{
	static const struct {
		const char *text, *name;
		int code;
		const char *says;
	} rows[] = {
		{family, "base", FL_ENOTFOUND, "sub/more.json"},
		{"{\"configurePresets\": [{\"name\": \"a\"}, {\"name\": \"b\"}]}", "c",
			FL_ENOTFOUND, "there are: a, b"},
		{"{\"configurePresets\": [{\"name\": \"a\", \"hidden\": true}]}", "a", FL_ENOTFOUND,
			"no configure preset \"a\""},
		{"[1]", "a", FL_EPARSE, "it is no object"},
		{"{\"configurePresets\": [{\"name\": ", "a", FL_EPARSE, "CMakePresets.json"},
		{"{\"configurePresets\": [{\"name\": \"a\", \"inherits\": \"a\"}]}", "a", FL_EPARSE,
			"CMakePresets.json:1: it inherits itself"},
		{"{\"configurePresets\": [\n{\"name\": \"a\", \"inherits\": [\"b\"]}]}", "a",
			FL_EPARSE, "CMakePresets.json:2: it inherits \"b\""},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct presets p;
		choose_in(&p, rows[i].text, rows[i].name);
		assert_int_equal(p.rc, rows[i].code);
		assert_non_null(strstr(p.err.message, rows[i].says));
		fl_arena_release(&p.arena);
	}
}

/* The flags of the one target, joined; the system, where one is set. */
static void read_project(const struct plat_tree_file *files, size_t count,
	const struct plat_given *set, size_t set_count, bool meson, char *ret_said, size_t size)
{
	struct plat_tree tree;
	struct plat_project project;
	struct fl_arena a;
	struct fl_error err;
	fl_arena_init(&a, 64 << 20);
	plat_tree_of(&tree, files, count);
	tree.given = (struct fl_list){(void *)(uintptr_t)set, set_count};
	int rc = meson ? plat_meson_read(&tree, FL_S(""), &a, &project, &err)
		       : plat_cmake_read(&tree, FL_S(""), &a, &project, &err);
	assert_int_equal(rc, 0);
	const struct plat_target *targets = project.targets.items;
	size_t len = 0;
	ret_said[0] = '\0';
	for (int of_target = 0; of_target < 2; of_target++) {
		const struct fl_list *l =
			of_target && project.targets.len ? &targets[0].settings : &project.settings;
		const struct plat_setting *s = l->items;
		for (size_t i = 0; i < l->len; i++)
			if (!s[i].unsure &&
				(s[i].what == PLAT_FLAG || s[i].what == PLAT_SYSTEM ||
					s[i].what == PLAT_STANDARD || s[i].what == PLAT_BUILD_TYPE))
				len += (size_t)snprintf(
					ret_said + len, size - len, "%.*s ", FL_ARG(s[i].value));
	}
	fl_arena_release(&a);
}

static void test_set_by_hand(void **state)
{
	static const struct plat_tree_file cmake = {FL_LIT("CMakeLists.txt"),
		FL_LIT("cmake_minimum_required(VERSION 3.20)\nproject(p C)\n"
		       "option(WIDE \"\" OFF)\nset(KIND none CACHE STRING \"\")\n"
		       "add_executable(p a.c)\nif(WIDE)\n  target_compile_options(p PRIVATE "
		       "-mavx2 -D${KIND})\nendif()\n")};
	static const struct plat_given set[] = {{FL_LIT("WIDE:BOOL"), FL_LIT("ON"), {{0}, 0}},
		{FL_LIT("KIND"), FL_LIT("mine"), {{0}, 0}},
		{FL_LIT("CMAKE_BUILD_TYPE"), FL_LIT("Debug"), {{0}, 0}}};
	char said[512];
	(void)state;
	read_project(&cmake, 1, set, 3, false, said, sizeof(said));
	assert_non_null(strstr(said, "-mavx2"));
	assert_non_null(strstr(said, "-Dmine"));
	assert_non_null(strstr(said, "Debug"));
	read_project(&cmake, 1, NULL, 0, false, said, sizeof(said));
	assert_null(strstr(said, "-mavx2"));
}

static void test_meson_options(void **state)
{
	static const struct plat_tree_file files[] = {
		{FL_LIT("meson.build"),
			FL_LIT("project('p', 'c', default_options: ['c_std=c99'])\n"
			       "f = []\nif get_option('wide')\n  f += '-mavx2'\nendif\n"
			       "executable('p', 'a.c', c_args: f)\n")},
		{FL_LIT("meson_options.txt"),
			FL_LIT("option('wide', type: 'boolean', value: false)\n")}};
	static const struct plat_given set[] = {{FL_LIT("wide"), FL_LIT("true"), {{0}, 0}},
		{FL_LIT("c_std"), FL_LIT("c11"), {{0}, 0}}};
	char said[512];
	(void)state;
	read_project(files, 2, set, 2, true, said, sizeof(said));
	assert_non_null(strstr(said, "-mavx2"));
	assert_non_null(strstr(said, "c11"));
	read_project(files, 2, NULL, 0, true, said, sizeof(said));
	assert_null(strstr(said, "-mavx2"));
	assert_non_null(strstr(said, "c99"));
}

/* The toolchain file that all presets name is used without being asked for; else none is. */
static void test_toolchain_of_all(void **state)
{
	static const char one[] =
		"{\"configurePresets\": ["
		"{\"name\": \"b\", \"hidden\": true, \"toolchainFile\": \"arm.cmake\"},"
		"{\"name\": \"x\", \"inherits\": \"b\"}, {\"name\": \"y\", \"inherits\": \"b\"}]}";
	static const char two[] =
		"{\"configurePresets\": ["
		"{\"name\": \"x\", \"toolchainFile\": \"arm.cmake\"}, {\"name\": \"y\"}]}";
	char said[512];
	(void)state;
	for (int i = 0; i < 2; i++) {
		const struct plat_tree_file files[] = {{PRESETS, fl_slice_str(i ? two : one)},
			{FL_LIT("arm.cmake"), FL_LIT("set(CMAKE_SYSTEM_NAME Generic)\n")},
			{FL_LIT("CMakeLists.txt"),
				FL_LIT("project(p C)\nadd_executable(p a.c)\n")}};
		read_project(files, 3, NULL, 0, false, said, sizeof(said));
		assert_int_equal(strstr(said, "Generic") != NULL, i == 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_inherits),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_set_by_hand),
		cmocka_unit_test(test_meson_options),
		cmocka_unit_test(test_toolchain_of_all),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/*
 * Projects that are configured in a box. Those of cmake and meson are left out where these are not
 * installed, and all where there are no boxes.
 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/configure/configure.h"

struct file {
	const char *name, *text;
};

static void directory_make(char *root, const struct file *files)
{
	char path[512];
	strcpy(root, "/tmp/fl-configure-XXXXXX");
	assert_non_null(mkdtemp(root));
	for (; files->name; files++) {
		snprintf(path, sizeof(path), "%s/%s", root, files->name);
		FILE *f = fopen(path, "w");
		assert_non_null(f);
		fputs(files->text, f);
		fclose(f);
	}
}

static void directory_remove(const char *root, const struct file *files)
{
	char path[512];
	for (; files->name; files++) {
		snprintf(path, sizeof(path), "%s/%s", root, files->name);
		unlink(path);
	}
	assert_int_equal(rmdir(root), 0);
}

static bool has_setting(const struct fl_list *settings, const char *value)
{
	const struct plat_setting *s = settings->items;
	for (size_t i = 0; i < settings->len; i++)
		if (fl_slice_eqs(s[i].value, value))
			return true;
	return false;
}

/* A target of one source with these settings; wanted: what plat_configure() returns. */
static void check(const struct file *files, int wanted, const char *source, const char *const *has)
{
	char root[64];
	struct fl_arena a;
	struct fl_error err = {0};
	struct plat_project p = {0};
	struct plat_configure_opts opts = {.cpu_ms = 60000};
	fl_arena_init(&a, 64 << 20);
	directory_make(root, files);
	int rc = plat_configure(root, &opts, &a, &p, &err);
	directory_remove(root, files);
	if (rc == FL_EMISSING || rc == FL_EHOST) {
		fl_arena_release(&a);
		print_message("%s\n", err.message);
		skip();
	}
	if (rc != wanted)
		print_message("%s\n", err.message);
	assert_int_equal(rc, wanted);
	if (rc == 0) {
		const struct plat_target *t = p.targets.items;
		assert_int_equal(p.targets.len, 1);
		assert_true(fl_slice_eqs(t->name, "small"));
		assert_true(
			fl_slice_eqs(((const struct plat_source *)t->sources.items)->path, source));
		for (; *has; has++)
			assert_true(has_setting(&t->settings, *has));
	}
	fl_arena_release(&a);
}

static void test_cmake(void **state)
{
	(void)state;
	static const struct file files[] = {
		{"CMakeLists.txt", "cmake_minimum_required(VERSION 3.10)\nproject(small C)\n"
				   "set(CMAKE_C_STANDARD 11)\nadd_executable(small main.c)\n"
				   "target_compile_options(small PRIVATE -msse4.2)\n"
				   "target_link_libraries(small m)\n"},
		{"main.c", "int main(void){return 0;}\n"}, {NULL, NULL}};
	check(files, 0, "main.c", (const char *const[]){"-std=gnu11", "-msse4.2", "-lm", NULL});
}

static void test_meson(void **state)
{
	(void)state;
	static const struct file files[] = {
		{"meson.build", "project('small', 'c', default_options: 'c_std=c99')\n"
				"m = meson.get_compiler('c').find_library('m')\n"
				"executable('small', 'main.c', dependencies: m)\n"},
		{"main.c", "int main(void){return 0;}\n"}, {NULL, NULL}};
	check(files, 0, "main.c", (const char *const[]){"-std=c99", "-g", "-lm", NULL});
}

static void test_make(void **state)
{
	(void)state;
	static const struct file files[] = {
		{"Makefile", "CFLAGS = -std=gnu11 -mavx\nsmall: main.o\n\t$(CC) -o $@ $^ -lm\n"},
		{"main.c", "int main(void){return 0;}\n"}, {NULL, NULL}};
	check(files, 0, "main.c", (const char *const[]){"-std=gnu11", "-mavx", "-lm", NULL});
}

static void test_configure_script(void **state)
{
	(void)state;
	static const struct file files[] = {
		{"configure", "#!/bin/sh\nsed s/@STD@/c99/ Makefile.in > Makefile\n"},
		{"Makefile.in", "small: main.c\n\tcc -std=@STD@ -o $@ main.c\n"},
		{"main.c", "int main(void){return 0;}\n"}, {NULL, NULL}};
	check(files, 0, "main.c", (const char *const[]){"-std=c99", NULL});
}

static void test_refused(void **state)
{
	(void)state;
	static const struct file none[] = {{"main.c", "int x;\n"}, {NULL, NULL}};
	static const struct file fails[] = {
		{"configure", "echo no such library >&2; exit 1\n"}, {NULL, NULL}};
	check(none, FL_ENOTFOUND, "", NULL);
	check(fails, FL_EREFUSED, "", NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cmake),
		cmocka_unit_test(test_meson),
		cmocka_unit_test(test_make),
		cmocka_unit_test(test_configure_script),
		cmocka_unit_test(test_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Trees of build files: the same answers from a directory and from memory, and nothing outside. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "platform/model/tree.h"

static const struct plat_tree_file files[] = {
	{FL_LIT("CMakeLists.txt"), FL_LIT("project(x)\n")},
	{FL_LIT("src/CMakeLists.txt"), FL_LIT("add_library(a a.c)\n")},
	{FL_LIT("src/a.c"), FL_LIT("int a;\n")},
	{FL_LIT("src/deep/b.c"), FL_LIT("")},
};

enum { FILES = sizeof(files) / sizeof(files[0]) };

static void check(struct plat_tree *t)
{
	struct fl_arena a;
	struct fl_slice text;
	struct fl_list names;
	fl_arena_init(&a, 1 << 20);
	assert_int_equal(plat_tree_read(t, FL_S("src/../CMakeLists.txt"), &a, &text, NULL), 0);
	assert_true(fl_slice_eqs(text, "project(x)\n"));
	assert_int_equal(plat_tree_read(t, FL_S("./src//a.c"), &a, &text, NULL), 0);
	assert_true(fl_slice_eqs(text, "int a;\n"));
	assert_int_equal(plat_tree_read(t, FL_S("none"), &a, &text, NULL), FL_ENOTFOUND);
	assert_int_equal(plat_tree_read(t, FL_S("src"), &a, &text, NULL), FL_ENOTFOUND);
	assert_int_equal(plat_tree_read(t, FL_S(""), &a, &text, NULL), FL_ENOTFOUND);
	assert_int_equal(
		plat_tree_read(t, FL_S("../CMakeLists.txt"), &a, &text, NULL), FL_ENOTFOUND);
	assert_int_equal(plat_tree_read(t, FL_S("/etc/passwd"), &a, &text, NULL), FL_ENOTFOUND);
	assert_int_equal(plat_tree_list(t, FL_S("src"), &a, &names, NULL), 0);
	const struct plat_entry *e = names.items;
	assert_int_equal(names.len, 3);
	assert_true(fl_slice_eqs(e[0].name, "CMakeLists.txt") && !e[0].is_directory);
	assert_true(fl_slice_eqs(e[1].name, "a.c") && !e[1].is_directory);
	assert_true(fl_slice_eqs(e[2].name, "deep") && e[2].is_directory);
	assert_int_equal(plat_tree_list(t, FL_S(""), &a, &names, NULL), 0);
	assert_int_equal(names.len, 2);
	assert_int_equal(plat_tree_list(t, FL_S("none"), &a, &names, NULL), FL_ENOTFOUND);
	assert_int_equal(plat_tree_list(t, FL_S(".."), &a, &names, NULL), FL_ENOTFOUND);
	assert_true(plat_tree_has_file(t, FL_S("src/a.c")));
	assert_false(plat_tree_has_file(t, FL_S("src")));
	assert_false(plat_tree_has_file(t, FL_S("../src/a.c")));
	assert_true(plat_tree_has_directory(t, FL_S("src/deep")));
	assert_false(plat_tree_has_directory(t, FL_S("src/a.c")));
	assert_false(plat_tree_has_directory(t, FL_S("none")));
	fl_arena_release(&a);
}

static void test_memory(void **state)
{
	(void)state;
	struct plat_tree t;
	plat_tree_of(&t, files, FILES);
	check(&t);
	plat_tree_release(&t);
}

static void write_file(int root, const struct plat_tree_file *file)
{
	int fd = openat(root, file->path.ptr, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, file->text.ptr, file->text.len), file->text.len);
	close(fd);
}

static void test_directory(void **state)
{
	(void)state;
	char name[] = "/tmp/test_treeXXXXXX";
	assert_non_null(mkdtemp(name));
	int root = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(mkdirat(root, "src", 0755), 0);
	assert_int_equal(mkdirat(root, "src/deep", 0755), 0);
	for (size_t i = 0; i < FILES; i++)
		write_file(root, &files[i]);
	assert_int_equal(symlinkat("/etc/passwd", root, "src/link"), 0);
	assert_int_equal(symlinkat(".", root, "src/loop"), 0);
	assert_int_equal(mkfifoat(root, "src/pipe", 0600), 0);
	struct plat_tree t;
	struct fl_error err;
	assert_int_equal(plat_tree_open(&t, name, &err), 0);
	check(&t);
	struct fl_arena a;
	struct fl_slice text;
	fl_arena_init(&a, 1 << 20);
	assert_int_not_equal(plat_tree_read(&t, FL_S("src/link"), &a, &text, NULL), 0);
	assert_int_not_equal(plat_tree_read(&t, FL_S("src/pipe"), &a, &text, NULL), 0);
	assert_false(plat_tree_has_file(&t, FL_S("src/link")));
	assert_false(plat_tree_has_file(&t, FL_S("src/pipe")));
	fl_arena_release(&a);
	plat_tree_release(&t);
	static const char *const made[] = {"src/link", "src/loop", "src/pipe"};
	for (size_t i = 0; i < 3; i++)
		unlinkat(root, made[i], 0);
	for (size_t i = 0; i < FILES; i++)
		unlinkat(root, files[i].path.ptr, 0);
	unlinkat(root, "src/deep", AT_REMOVEDIR);
	unlinkat(root, "src", AT_REMOVEDIR);
	close(root);
	assert_int_equal(rmdir(name), 0);
	assert_int_equal(plat_tree_open(&t, name, &err), FL_ENOTFOUND);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_directory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

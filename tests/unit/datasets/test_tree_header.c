/* Whose a header of a tree is: by namesakes, its directory, the whole tree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "datasets/tree/header.h"

enum { FILES = 8 };

static const struct {
	const char *files[FILES], *header;
	bool cxx;
} cases[] = {
	{{"src/list.cpp", "src/a.c", "src/b.c"}, "src/list.h", true},
	{{"src/list.cpp", "src/a.c", "src/b.c"}, "include/list.h", true},
	{{"src/list.c", "src/a.cpp", "src/b.cpp"}, "src/list.h", false},
	/* of both: one of C can be included by both */
	{{"list.c", "list.cc"}, "list.h", false},
	{{"gui/a.cpp", "lib/a.c", "lib/b.c"}, "gui/window.h", true},
	{{"gui/a.cpp", "gui/b.cpp", "lib/a.c"}, "lib/types.h", false},
	{{"src/a.cpp", "src/b.cxx", "x/c.c"}, "include/types.h", true},
	{{"src/a.c", "src/b.c", "x/c.cc"}, "include/types.h", false},
	{{"src/a.hpp", "README"}, "include/types.h", false},
	{{NULL}, "types.h", false},
	{{"src/.h.cpp", "src/h.c"}, "src/h.h", false},
};

struct listed {
	struct ds_tree tree;
	const char *const *files;
};

static int list(struct ds_tree *t, struct fl_arena *a, struct fl_vec *paths, struct fl_error *err)
{
	const struct listed *l = (const struct listed *)t;
	(void)a;
	(void)err;
	for (size_t i = 0; i < FILES && l->files[i]; i++) {
		struct fl_slice *at = fl_vec_add(paths);
		*at = fl_slice_str(l->files[i]);
	}
	return 0;
}

static int read_none(struct ds_tree *t, struct fl_slice path, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	(void)t;
	(void)path;
	(void)a;
	(void)ret_text;
	(void)err;
	return DS_TREE_ABSENT;
}

static void close_none(struct ds_tree *t)
{
	(void)t;
}

static void whose_it_is(void **state)
{
	static const struct ds_tree_ops ops = {
		.read = read_none, .list = list, .close = close_none};
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct listed l = {.files = cases[i].files};
		struct fl_error err;
		bool cxx = !cases[i].cxx;
		ds_tree_init(&l.tree, &ops);
		assert_int_equal(
			ds_tree_header_is_cxx(&l.tree, fl_slice_str(cases[i].header), &cxx, &err),
			0);
		if (cxx != cases[i].cxx)
			fail_msg("%zu: %s", i, cases[i].header);
		ds_tree_close(&l.tree);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whose_it_is),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}

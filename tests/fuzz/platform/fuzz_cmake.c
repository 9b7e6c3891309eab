/*
 * A tree of CMake files: texts parted by lines "== PATH", the first is the root's. Bounded time and
 * memory, and no crash, whatever they are.
 */
#include <stdlib.h>

#include "files.h"
#include "platform/cmake/cmake.h"

enum { FILES_MAX = 8 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct fl_slice rest = fl_slice((const char *)data, size), line;
	struct plat_tree_file files[FILES_MAX] = {{FL_LIT("CMakeLists.txt"), {NULL, 0}}};
	size_t count = 0;
	struct plat_tree tree;
	struct plat_project project;
	struct fl_list given;
	struct fl_arena a;
	files[0].text = rest;
	while (fl_slice_line(&rest, &line)) {
		if (!fl_slice_starts(line, "== ") || count + 1 == FILES_MAX)
			continue;
		files[count].text.len = (size_t)(line.ptr - files[count].text.ptr);
		files[++count] = (struct plat_tree_file){fl_slice_skip(line, 3), rest};
	}
	plat_tree_of(&tree, files, count + 1);
	tree.packages = &fuzz_packages;
	fl_arena_init(&a, (size_t)64 << 20);
	plat_cmake_preset(&tree, FL_S(""), FL_S("a"), &a, &given, NULL);
	plat_cmake_read(&tree, FL_S(""), &a, &project, NULL);
	fl_arena_release(&a);
	return 0;
}

/* The files of a project from one input. */
#ifndef FUZZ_PLATFORM_FILES_H
#define FUZZ_PLATFORM_FILES_H

#include "base/path.h"
#include "platform/model/project.h"
#include "platform/model/tree.h"

enum { FUZZ_FILES_MAX = 16 };

/* Every second package is there. */
static inline bool fuzz_has(const struct plat_packages *p, enum plat_named by, struct fl_slice name)
{
	(void)p;
	return (name.len + (size_t)by) % 2;
}

static const struct plat_packages fuzz_packages = {fuzz_has};

typedef int (*fuzz_reader)(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err);

static inline void fuzz_files(
	const uint8_t *data, size_t size, const char *first, fuzz_reader reader)
{
	struct fl_slice rest = fl_slice((const char *)data, size), line;
	struct plat_tree_file files[FUZZ_FILES_MAX] = {{fl_slice_str(first), rest}};
	size_t count = 1;
	struct fl_slice start = rest;
	files[0].text.len = 0;
	while (fl_slice_line(&rest, &line)) {
		bool begins = fl_slice_starts(line, "==== ") && count < FUZZ_FILES_MAX &&
			      fl_path_is_straight(fl_slice_skip(line, 5));
		if (begins) {
			files[count++].path = fl_slice_skip(line, 5);
			start = rest;
			files[count - 1].text = fl_slice(start.ptr, 0);
		} else {
			files[count - 1].text.len = (size_t)(line.ptr + line.len - start.ptr);
		}
	}
	struct plat_tree tree;
	struct fl_arena a;
	struct plat_project project;
	struct fl_error err;
	fl_arena_init(&a, 64 << 20);
	plat_tree_of(&tree, files, count);
	tree.packages = &fuzz_packages;
	(void)reader(&tree, FL_S(""), &a, &project, &err);
	fl_arena_release(&a);
}

#endif

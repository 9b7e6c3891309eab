/*
 * A project as its files tell it: the readers of build files that find theirs are run, and what
 * they say is made one index. The table of readers is handed in.
 */
#ifndef FL_PLATFORM_RESOLVE_LOAD_H
#define FL_PLATFORM_RESOLVE_LOAD_H

#include "platform/model/tree.h"
#include "platform/resolve/index.h"

/*
 * Read the build files of a directory of the tree. All in the arena. Fails only where it read
 * nothing that is of use. FL_ENOTFOUND: the marker is of another system; that is no failure.
 */
typedef int (*plat_read)(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret_project, struct fl_error *err);

/*
 * A reader, and the files that call it, with the directory that they stand in where it is not the
 * project's ("build/compile_commands.json"). NULL-terminated; the first that is there counts.
 */
struct plat_reader {
	const char *const *markers;
	plat_read read;
	enum plat_from from;
};

/*
 * Rows that end with a NULL read, the best first. needs: finds out what packages the project of
 * a directory is built with (platform/needs), before its files are read. mark: adds to a project
 * of a build system what its words say of machine and mode. Either may be NULL.
 */
struct plat_readers {
	const struct plat_reader *rows;
	int (*needs)(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
		struct fl_error *err);
	int (*mark)(struct plat_tree *tree, struct fl_arena *a, struct plat_project *project,
		struct fl_error *err);
};

/* Does the directory of the tree have a marker of any reader? */
bool plat_load_has_project(
	const struct plat_readers *readers, struct plat_tree *tree, struct fl_slice directory);

enum { PLAT_LOAD_FAILED_MAX = 8 };

struct plat_loaded {
	struct plat_index *index;
	struct plat_known known[PLAT_KNOWN_MAX]; /* what the readers read */
	size_t known_count;
	struct fl_error failed[PLAT_LOAD_FAILED_MAX]; /* of those that did not */
	size_t failed_count;
};

/*
 * Load the project of a directory. A reader that fails is noted and passed over; with none at all
 * the index knows nothing. Of the build systems that are read the first that has targets counts,
 * and none where `configured` is given: what the project's own said (else NULL). compilers as
 * plat_index_new(). The index lives in the arena.
 */
int plat_load(const struct plat_readers *readers, const struct plat_project *configured,
	struct plat_tree *tree, struct fl_slice directory, const struct plat_compiler *compilers,
	struct fl_arena *a, struct plat_loaded *ret_loaded, struct fl_error *err);

#endif

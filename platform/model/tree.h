/*
 * The files of a project, as the readers of build files see them: texts by path beneath its root.
 * Nothing outside the root is opened, no link is followed, and what is read is bounded, since the
 * project is a stranger's. A tree in memory serves tests and fuzzers.
 */
#ifndef FL_PLATFORM_TREE_H
#define FL_PLATFORM_TREE_H

#include "platform/model/project.h"

enum {
	PLAT_FILE_MAX = 4 << 20, /* bytes of one file that is read */
	PLAT_TREE_MAX = 64 << 20, /* bytes that are read of one tree */
	PLAT_ENTRIES_MAX = 1 << 16 /* names of one directory */
};

struct plat_entry {
	struct fl_slice name;
	bool is_directory; /* else a regular file; what is neither is left out */
};

struct plat_tree_file {
	struct fl_slice path, text;
};

/* By what a package is asked for: "ZLIB", "zlib"; "z" of -lz; "zlib.h". */
enum plat_named { PLAT_NAMED_PACKAGE, PLAT_NAMED_LINK, PLAT_NAMED_HEADER };

/* Packages that a project is known to be built with (platform/needs). */
struct plat_packages {
	bool (*has)(const struct plat_packages *p, enum plat_named by, struct fl_slice name);
};

/* What whoever configures says: a variable of CMake's cache, an option of Meson. */
struct plat_given {
	struct fl_slice name, value;
	struct plat_place at; /* the file "": the user's own word */
};

struct plat_tree {
	struct fl_list given; /* struct plat_given, a name once; the caller's */
	struct plat_own_memo *own; /* platform/resolve/own.h; NULL: its answers are not kept */
	const struct plat_packages *packages; /* NULL: nothing is known of them */
	int root; /* a directory's descriptor; -1: the files in memory are the tree */
	const struct plat_tree_file *files;
	size_t file_count;
	size_t bytes_read;
};

/* The tree beneath a directory. FL_ENOTFOUND: there is none of that name. */
int plat_tree_open(struct plat_tree *t, const char *directory, struct fl_error *err);

/* The tree of files in memory, which stay the caller's. Their paths are straight (base/path.h). */
void plat_tree_of(struct plat_tree *t, const struct plat_tree_file *files, size_t count);

void plat_tree_release(struct plat_tree *t);

/*
 * The text of a file in the arena. path is relative to the root and may have "." and "..".
 * FL_ENOTFOUND: there is no such regular file, or the path leads out of the tree; FL_ELIMIT: it is
 * larger than PLAT_FILE_MAX, or PLAT_TREE_MAX is passed; FL_EIO.
 */
int plat_tree_read(struct plat_tree *t, struct fl_slice path, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err);

/*
 * What a directory holds, sorted by name: a list of struct plat_entry in the arena. Errors as
 * plat_tree_read(), FL_ELIMIT for more than PLAT_ENTRIES_MAX names.
 */
int plat_tree_list(struct plat_tree *t, struct fl_slice path, struct fl_arena *a,
	struct fl_list *ret_entries, struct fl_error *err);

/* Is the package known to be there? false: that is not known. */
bool plat_tree_has_package(const struct plat_tree *t, enum plat_named by, struct fl_slice name);

/* Is there a regular file, or a directory, of that path? */
bool plat_tree_has_file(struct plat_tree *t, struct fl_slice path);
bool plat_tree_has_directory(struct plat_tree *t, struct fl_slice path);

#endif

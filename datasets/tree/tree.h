/*
 * A tree of sources: a directory, the tree of a commit, or one of these with other texts in places.
 * Nothing in it is trusted. Paths are straight (base/path.h); links are never followed, and what is
 * no regular file is not there.
 */
#ifndef FL_DATASETS_TREE_H
#define FL_DATASETS_TREE_H

#include "base/arena.h"
#include "base/model.h"

/* Bytes of a file that is read; files that are known by name; levels of directories. */
enum { DS_TREE_FILE_MAX = 1 << 20, DS_TREE_FILES_MAX = 1 << 18, DS_TREE_LEVELS_MAX = 64 };

/* What reading a file comes to, beside a code. */
enum ds_tree_found { DS_TREE_ABSENT, DS_TREE_FOUND, DS_TREE_LARGE };

struct ds_tree;

/* A kind of tree. */
struct ds_tree_ops {
	/* As ds_tree_read(), of a path that is straight. */
	int (*read)(struct ds_tree *t, struct fl_slice path, struct fl_arena *a,
		struct fl_slice *ret_text, struct fl_error *err);
	/* Add the paths of all files (struct fl_slice, in the arena), in any order. */
	int (*list)(
		struct ds_tree *t, struct fl_arena *a, struct fl_vec *paths, struct fl_error *err);
	void (*close)(struct ds_tree *t);
	/* Is a path that is listed there? NULL: all are. */
	bool (*has)(struct ds_tree *t, struct fl_slice path);
};

/* What trees of every kind begin with. */
struct ds_tree {
	const struct ds_tree_ops *ops;
	struct fl_arena arena; /* of the paths */
	struct fl_list paths; /* struct fl_slice, by their last parts, then whole */
	bool listed;
};

/* Begin a tree of that kind; ds_tree_close() ends it. */
void ds_tree_init(struct ds_tree *t, const struct ds_tree_ops *ops);

/*
 * The tree of that directory. Its files are listed here, names that begin with a point left out, so
 * that processes forked later share the list. FL_ELIMIT when there are too many. The caller closes
 * it.
 */
int ds_tree_open(const char *dir, struct ds_tree **ret_tree, struct fl_error *err);

/* List its files now, which is else done when the list is first needed. */
int ds_tree_list(struct ds_tree *t, struct fl_error *err);

/* NULL is allowed. */
void ds_tree_close(struct ds_tree *t);

/* Is the path one of its files? Of a tree that is not listed yet it may be. */
bool ds_tree_has(struct ds_tree *t, struct fl_slice path);

/*
 * Read a file. enum ds_tree_found, with *ret_text in the arena where it is FOUND; or a code. A path
 * that is not straight is ABSENT.
 */
int ds_tree_read(struct ds_tree *t, struct fl_slice path, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err);

/*
 * The one file whose path ends in that name, whole parts compared. FOUND with *ret_path in the
 * tree, ABSENT where there is none or more than one, or a code.
 */
int ds_tree_only(
	struct ds_tree *t, struct fl_slice name, struct fl_slice *ret_path, struct fl_error *err);

/*
 * The path that a file has in the tree which a stranger names so: as it is, or without its first
 * part (the a/ and b/ of diffs, the top directory of an archive) where only that is there. Empty
 * when no file can stand there: it leaves the tree, or ds_tree_is_plain() does not hold.
 */
int ds_tree_place(struct ds_tree *t, struct fl_slice name, struct fl_arena *a,
	struct fl_slice *ret_path, struct fl_error *err);

/*
 * Can a compiler be given that path, and a record name it? Straight, UTF-8 without control
 * characters, quotes, colons and backslashes; no part begins with '-' or a blank, or ends in one.
 */
bool ds_tree_is_plain(struct fl_slice path);

/*
 * *ret_licence: of a file of that path and text: by a tag in it, or by a file with a licence
 * (datasets/quality/licence_text.h) beside it or above, or "". In the arena.
 */
int ds_tree_licence(struct ds_tree *t, struct fl_slice path, struct fl_slice text,
	struct fl_arena *a, struct fl_slice *ret_licence, struct fl_error *err);

#endif

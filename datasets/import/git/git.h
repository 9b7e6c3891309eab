/*
 * What a git repository holds, read from its objects alone: the gateway to libgit2. Nothing of the
 * repository is run and nothing of its configuration is honoured (no hooks, filters, attributes,
 * grafts, alternates), no other place is read and nothing is written. Links and what is neither
 * file nor directory among its objects are refused before any is opened; objects that are not what
 * their ids say, or too large, are errors.
 *
 * Formats: gitrepository-layout(5), gitformat-pack(5), of repositories with SHA-1.
 */
#ifndef FL_DATASETS_IMPORT_GIT_GIT_H
#define FL_DATASETS_IMPORT_GIT_GIT_H

#include "datasets/tree/tree.h"

struct ds_git;

struct ds_git_id {
	unsigned char bytes[20];
};

/* Commits of a history; levels of directories; bytes of an object that is no file. */
enum { DS_GIT_COMMITS_MAX = 1 << 21, DS_GIT_OBJECT_MAX = 64 << 20 };

/*
 * Open a repository, bare or with a work tree, by its directory. FL_EINVAL: it is none, or one that
 * keeps its objects elsewhere (a linked work tree, a clone that shares them). The caller closes it.
 * A process that is forked needs one of its own.
 */
int ds_git_open(const char *dir, struct ds_git **ret_git, struct fl_error *err);

/* NULL is allowed. */
void ds_git_close(struct ds_git *g);

/*
 * What its remote "origin" is called, the last two parts of its address without ".git", else its
 * directory's name. In the arena.
 */
struct fl_slice ds_git_name(const struct ds_git *g, struct fl_arena *a);

/*
 * Add the ids of the commits that HEAD leads to (struct ds_git_id), a parent before its children,
 * else by time: the last `most` of them (0: all), of those none older than `since` (seconds since
 * 1970).
 */
int ds_git_history(const struct ds_git *g, size_t most, int64_t since, struct fl_vec *ids,
	struct fl_error *err);

struct ds_git_commit {
	struct ds_git_id tree, parent; /* parent: of a commit that has one */
	size_t parents;
	struct fl_slice message;
};

/* In the arena. */
int ds_git_commit(const struct ds_git *g, const struct ds_git_id *id, struct fl_arena *a,
	struct ds_git_commit *ret_commit, struct fl_error *err);

/* A regular file that both trees have, with other bytes. */
struct ds_git_change {
	struct fl_slice path;
	struct ds_git_id before, after;
};

/*
 * What differs between two trees: *ret_changes (struct ds_git_change), in the order of their paths
 * in the trees. *ret_count counts files that are new, gone or no longer files, too; when it passes
 * `most`, the list is cut there. In the arena.
 */
int ds_git_changes(const struct ds_git *g, const struct ds_git_id *before,
	const struct ds_git_id *after, size_t most, struct fl_arena *a, struct fl_list *ret_changes,
	size_t *ret_count, struct fl_error *err);

/* The bytes of a file by its id: FOUND, LARGE above `most` bytes, or a code. In the arena. */
int ds_git_text(const struct ds_git *g, const struct ds_git_id *id, size_t most, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err);

/* The tree of that id, for as long as the repository is open. The caller closes it. */
int ds_git_tree(struct ds_git *g, const struct ds_git_id *id, struct ds_tree **ret_tree,
	struct fl_error *err);

/* The id in hex, in the arena. */
struct fl_slice ds_git_hex(const struct ds_git_id *id, struct fl_arena *a);

#endif

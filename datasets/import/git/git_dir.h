/* The directory of a git repository, as far as it is read without libgit2. */
#ifndef FL_DATASETS_IMPORT_GIT_GIT_DIR_H
#define FL_DATASETS_IMPORT_GIT_GIT_DIR_H

#include "base/arena.h"

struct ds_git_dir {
	struct fl_slice path; /* of the repository's own directory: DIR, or DIR/.git */
	struct fl_slice head; /* the commit of HEAD in hex; "": there is none yet */
	struct fl_slice name; /* ds_git_name() */
};

/*
 * Look at it: its objects are all files and directories of its own. In the arena. FL_EINVAL: it is
 * no repository, or one that ds_git_open() refuses.
 */
int ds_git_dir_read(
	const char *dir, struct fl_arena *a, struct ds_git_dir *ret_dir, struct fl_error *err);

#endif

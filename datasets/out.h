/*
 * The directory that a dataset is written to: ours alone until it is closed. Where a dataset is to
 * be replaced, the new one is made in a directory within, and the old one stays whole until then.
 */
#ifndef FL_DATASETS_OUT_H
#define FL_DATASETS_OUT_H

#include <stdbool.h>

#include "base/error.h"

struct ds_out {
	char *path; /* as it was given; NULL: not open */
	char *dir; /* where to write shards and manifest: path, or a directory within */
	int fd; /* of path, locked */
	bool made; /* the directory was not there before */
	bool replaces; /* there is a dataset in path, and the new one is made within */
	bool stuck; /* said by a commit that failed: what is there of the new one stays */
};

/* What is not open. */
#define DS_OUT_NONE      \
	{                \
		.fd = -1 \
	}

/*
 * Make the directory, if need be, and lock it. A dataset in it stays until ds_out_commit()
 * (overwrite); one without records is removed unasked, and so are shards that no manifest has
 * (datasets/shard.h says how they are called). All other files stay. A file system without locks
 * is taken as it is. FL_EINVAL: it holds a dataset and is not to be overwritten, is written to by
 * another process, or cannot be made. FL_EIO: nothing can be written there.
 */
int ds_out_open(const char *path, bool overwrite, struct ds_out *ret_out, struct fl_error *err);

/*
 * The new dataset is whole: it takes the place of the old one, its manifest last, so that what is
 * half moved is no dataset. Nothing to do where there was none. FL_EIO, or killed: who opens the
 * directory next goes on with it.
 */
int ds_out_commit(struct ds_out *out, struct fl_error *err);

/*
 * Give it free; what was not committed is removed, and a directory that was made for it and has
 * nothing in it. One that is not open is allowed.
 */
void ds_out_close(struct ds_out *out);

#endif

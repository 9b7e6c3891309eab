/* The directory that a dataset is written to: ours alone until it is closed. */
#ifndef FL_DATASETS_OUT_H
#define FL_DATASETS_OUT_H

#include "base/error.h"

/*
 * Make the directory, if need be, lock it, and remove the dataset in it (overwrite), the manifest
 * first; one without records is removed unasked, and so are shards that no manifest has
 * (datasets/shard.h says how they are called). All other files stay. *ret_fd is the directory;
 * closing it gives it free. A file system without locks is taken as it is. FL_EINVAL: it holds a
 * dataset and is not to be overwritten, is written to by another process, or cannot be made.
 */
int ds_out_open(const char *out, bool overwrite, int *ret_fd, struct fl_error *err);

#endif

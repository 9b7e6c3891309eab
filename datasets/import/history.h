/*
 * Rows of a git repository: of each commit with one parent that changes at most DS_HISTORY_FILES
 * files, each C or C++ file that was there before and is there after, as it is in the parent and in
 * the commit. Commits come as ds_git_history() has them, files by their paths. What a file includes
 * is that of the commit's tree, for both sides: a header that the commit mends has been mended, and
 * where the side before then compiles, it is no pair.
 */
#ifndef FL_DATASETS_IMPORT_HISTORY_H
#define FL_DATASETS_IMPORT_HISTORY_H

#include "datasets/import/rows.h"

enum { DS_HISTORY_FILES = 100 };

/* Of the directory opts->input. FL_EINVAL: it is no repository (datasets/import/git/git.h). */
int ds_history_open(
	const struct ds_rows_opts *opts, struct ds_rows **ret_rows, struct fl_error *err);

#endif

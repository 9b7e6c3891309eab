/*
 * Rows of patches over a tree: the tree is as it was before the first of them, and they are applied
 * in their order. A row is a C or C++ file that a patch changes, as it is before and after that
 * patch; what it includes is of the tree after it. A file of which a part does not fit stays as it
 * was. Patches are
 *
 *	DIR/series		names of patches beside it, a line each, "-pN" behind, as quilt and
 *				Debian have it
 *	DIR			without a series: its *.patch and *.diff, by their names
 *	FILE			one text, of one patch or of several (patches.h)
 */
#ifndef FL_DATASETS_IMPORT_SERIES_H
#define FL_DATASETS_IMPORT_SERIES_H

#include "datasets/import/rows.h"

/* Is it such a directory, or a file that is named or begins as a patch? */
bool ds_series_is(const char *path);

/*
 * opts->input over opts->tree, all read and applied here, so that processes that are forked share
 * it. FL_ENOTFOUND or FL_EIO: a patch cannot be read; FL_EINVAL: there is none.
 */
int ds_series_open(
	const struct ds_rows_opts *opts, struct ds_rows **ret_rows, struct fl_error *err);

#endif

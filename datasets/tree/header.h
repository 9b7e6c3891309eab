/*
 * Whose a header is whose name and text leave it open (".h" is C's and C++'s): of what includes it,
 * and that is known by the names of sources.
 */
#ifndef FL_DATASETS_TREE_HEADER_H
#define FL_DATASETS_TREE_HEADER_H

#include "datasets/tree/tree.h"

/*
 * Is the header at that path of C++? By the sources that have its name but for its ending, else by
 * those of its directory, else by all of the tree: where more of them are C++. Errors are those of
 * listing the tree.
 */
int ds_tree_header_is_cxx(
	struct ds_tree *t, struct fl_slice path, bool *ret_cxx, struct fl_error *err);

#endif

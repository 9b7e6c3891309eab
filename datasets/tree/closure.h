/*
 * What a file includes of the tree that it stands in, and what that includes, all the way: read off
 * the lines, whatever conditionals they stand in. Names that macros make are not seen.
 *
 * A name is looked for
 *
 *   1. of "quotes": beside the file that includes it
 *   2. of <angles>: nowhere, when the system has it
 *   3. in the directories of -I that earlier names have brought, in their order
 *   4. in the file's own directory and each one above it up to the root, and, of each of these, in
 *      its include, inc and src
 *   5. wherever the tree has the one file whose path ends in that name
 *
 * and the first file that is there is taken; one of 4 and 5 brings its directory of -I. A name with
 * ".." is looked for beside the file alone.
 */
#ifndef FL_DATASETS_CLOSURE_H
#define FL_DATASETS_CLOSURE_H

#include "datasets/tree/tree.h"

/* Files, their bytes together, and directories of -I. */
enum { DS_CLOSURE_FILES_MAX = 400, DS_CLOSURE_BYTES_MAX = 4 << 20, DS_CLOSURE_DIRS_MAX = 64 };

struct ds_closure {
	struct fl_list files; /* struct tg_file, without the file itself */
	struct fl_list dirs; /* struct fl_slice, relative to the root; ".": the root */
};

/*
 * The closure of a file of that path, whose text is one of `texts` (the sides of a pair): what any
 * of them includes. In the arena. FL_ELIMIT when a maximum is passed, or a header has more than
 * DS_TREE_FILE_MAX bytes; the message says which.
 */
int ds_closure(struct ds_tree *t, struct fl_slice path, const struct fl_slice *texts, size_t count,
	struct fl_arena *a, struct ds_closure *ret_closure, struct fl_error *err);

#endif

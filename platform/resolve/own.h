/* Libraries that a text seems to include, and includes from its own project. */
#ifndef FL_PLATFORM_RESOLVE_OWN_H
#define FL_PLATFORM_RESOLVE_OWN_H

#include "platform/facts/facts.h"
#include "platform/model/tree.h"

enum { PLAT_OWN_DIRECTORIES_MAX = 32 /* above a file that are looked in */ };

/*
 * Take the libraries out of a text's facts whose header lies in the tree: beside the file, or in a
 * directory above it, or in "include", "src", "source" or "lib" of such a one. file: relative to
 * the tree's root. Paths that are tried are at most 4096 bytes long.
 */
void plat_own_headers_drop(struct plat_tree *tree, struct fl_slice file, struct plat_facts *facts);

/*
 * For tree->own: what was found out of a directory and a header is kept in the arena, of a tree
 * that does not change. NULL: the arena is full.
 */
struct plat_own_memo *plat_own_memo_new(struct fl_arena *a);

#endif

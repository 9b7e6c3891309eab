/* Paths as texts, with '/' between their parts: nothing is looked up. */
#ifndef FL_BASE_PATH_H
#define FL_BASE_PATH_H

#include "base/arena.h"

/* What is behind the last '/': all of it where there is none. */
static inline struct fl_slice fl_path_name(struct fl_slice path)
{
	return fl_slice_skip(path, (size_t)(fl_slice_rchr(path, '/') + 1));
}

/* What is before the last '/': "" where there is none. */
static inline struct fl_slice fl_path_directory(struct fl_slice path)
{
	ptrdiff_t slash = fl_slice_rchr(path, '/');
	return fl_slice_head(path, slash < 0 ? 0 : (size_t)slash);
}

/*
 * The path without ".", ".." and empty parts, so without a '/' at either end, in the arena, with a
 * NUL behind it. A ".." that has nothing before it, as above "/", is left out; *ret_leaves (may be
 * NULL) says whether there was one. The empty slice when the arena is full, too.
 */
struct fl_slice fl_path_straight(struct fl_arena *a, struct fl_slice path, bool *ret_leaves);

/* Is it already so: relative, not empty, and every part of it a word other than "." and ".."? */
bool fl_path_is_straight(struct fl_slice path);

#endif

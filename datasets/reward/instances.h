/*
 * Which containers of the standard library a source has, of types of the library's and built-in
 * ones: `std::map<std::string, int>`. Candidates of one problem mostly have the same, and most of
 * what a compiler does for them is to make their members, which can be done once for all of them.
 *
 * What comes out is written by us from a table of names; nothing of the source stands in it.
 */
#ifndef FL_DATASETS_INSTANCES_H
#define FL_DATASETS_INSTANCES_H

#include "base/slice.h"

struct fl_arena;

enum { DS_INSTANCES_MAX = 24 };

/*
 * An explicit instantiation a line, in the order in which the source first names them, at most
 * DS_INSTANCES_MAX; "": there are none. Whether names are of the library, and whether all members
 * of such a container can be made, only a compiler tells. The text lives in the arena.
 * https://eel.is/c++draft/temp.explicit
 */
struct fl_slice ds_instances_of(struct fl_slice source, struct fl_arena *a);

#endif

/*
 * Headers of libstdc++ and libc++ under their bare names, as Valgrind gives them unless it is asked
 * for directories: "std::vector<int>::push_back(int const&)" of "stl_vector.h".
 */
#ifndef FL_SANITIZE_LIBSTDCXX_H
#define FL_SANITIZE_LIBSTDCXX_H

#include "base/slice.h"

/*
 * Is the function, with or without parameters and return type, the library's own? name: of the
 * file, without a directory. Both count: a program has its own std::hash<point> in its "point.h",
 * and its own "stl_tree.h".
 */
bool san_function_is_libstdcxx(struct fl_slice function, struct fl_slice name);

#endif

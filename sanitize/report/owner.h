/*
 * Whose code it is, by what it is: a path by the directories that only a library, a compiler or a
 * distribution has, a module by its name, a function by its prefix. Where a build stands (/usr/src,
 * /build, /opt, a path that begins with "..") says nothing. One table each, in owner.c.
 */
#ifndef FL_SANITIZE_OWNER_H
#define FL_SANITIZE_OWNER_H

#include "base/slice.h"

enum san_owner {
	SAN_OWNER_PROGRAM,
	SAN_OWNER_LIBRARY, /* headers and sources of a library, the compiler's own headers */
	SAN_OWNER_RUNTIME /* libc, the compiler's and the sanitizers' runtimes */
};

/*
 * What the user says: globs of paths and modules, "*" and "?" for any text and any character, "/"
 * among them. One that begins with neither "/" nor "*" counts from any part of a path on. `own`
 * goes before `system`, both before the tables. NULL-terminated; NULL: none.
 */
struct san_owners {
	const char *const *own, *const *system;
};

/* said may be NULL. */
enum san_owner san_path_owner(struct fl_slice path, const struct san_owners *said);

/*
 * Of a function in this source; where the path has no directory, the function tells, too:
 * "std::vector<int>::push_back(int const&)" in "stl_vector.h" is a library's.
 */
enum san_owner san_source_owner(
	struct fl_slice function, struct fl_slice path, const struct san_owners *said);

/*
 * A row of the table of paths, for who checks or lists it: a piece of a path ("*" for any text),
 * from the root if it begins with "/". False: there are not so many.
 */
bool san_owner_row(size_t row, const char **ret_path, enum san_owner *ret_owner);

/* A library of the system, by its path or by its name alone. */
bool san_module_is_system(struct fl_slice module, const struct san_owners *said);

/* Is the function part of a sanitizer's runtime, an allocation function or a piece of libc? */
bool san_function_is_runtime(struct fl_slice function);

/* Of a function of which no file is known: can it be libc's, by its name? */
bool san_function_is_libc(struct fl_slice function);

#endif

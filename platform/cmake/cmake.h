/*
 * What a project's CMake files say, without running CMake: the language is lexed and evaluated over
 * the files of the tree, as CMake 3.25 would on Linux, x86_64, with gcc 12, no build type, an empty
 * cache and every option at its default (cmake-language(7), cmake-commands(7)).
 *
 * Evaluation is three-valued. What depends on the machine (a package that is optional, a check that
 * compiles something) is not known: both ways of an if() are gone, what they do is `unsure`, and
 * the variables that they set keep what the ways agree on. A way that ends in
 * message(FATAL_ERROR) is one that a project which configures does not take.
 */
#ifndef FL_PLATFORM_CMAKE_H
#define FL_PLATFORM_CMAKE_H

#include "platform/model/project.h"
#include "platform/model/tree.h"

enum {
	PLAT_CMAKE_COMMANDS_MAX = 1 << 20, /* that are evaluated */
	PLAT_CMAKE_MEMORY_MAX = 256 << 20, /* bytes that evaluation takes */
	PLAT_CMAKE_VALUE_MAX = 1 << 20, /* bytes of one value; a longer one is not known */
	PLAT_CMAKE_DEPTH_MAX = 200 /* calls, includes and blocks inside each other */
};

/*
 * Read the project whose root CMakeLists.txt is in the directory. Everything returned lives in the
 * arena. What cannot be followed is in ret->skipped. When one of the maxima above is passed, what
 * was read until then is given, and all of it is unsure.
 * FL_ENOTFOUND: there is no CMakeLists.txt; FL_EPARSE: it is not one; FL_ENOMEM, FL_ELIMIT: the
 * arena is full; FL_EIO.
 */
int plat_cmake_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err);

/*
 * An evaluated command, as `cmake --trace-expand` has it; certain: its arguments are known and it
 * runs. In an argument \x01 stands for text that is not known, \x02 before an item of a list for
 * one that may be missing, \x03 before the name of a package for its libraries.
 */
typedef void (*plat_cmake_trace)(void *user, struct plat_place at, struct fl_slice name,
	const struct fl_slice *arguments, size_t count, bool certain);

/*
 * What a configure preset of the directory's CMakePresets.json, with what it inherits and includes,
 * puts into the cache (cmake-presets(7)): a list of struct plat_given in the arena, for
 * tree->given. What is taken from the environment is not known. FL_ENOTFOUND: there is no such
 * file, or no preset of that name that may be chosen; the message names those that may.
 * FL_EPARSE: a file is not of the form, or it inherits itself; FL_ELIMIT, FL_EIO.
 */
int plat_cmake_preset(struct plat_tree *tree, struct fl_slice directory, struct fl_slice name,
	struct fl_arena *a, struct fl_list *ret_given, struct fl_error *err);

/* The same as plat_cmake_read(), and each command goes to trace: for tests. */
int plat_cmake_run(struct plat_tree *tree, struct fl_slice directory, plat_cmake_trace trace,
	void *user, struct fl_arena *a, struct plat_project *ret, struct fl_error *err);

#endif

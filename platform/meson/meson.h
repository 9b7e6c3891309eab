/*
 * A project that Meson builds, read without running anything: its meson.build files and options are
 * evaluated as far as they do not depend on the machine.
 * Source: https://mesonbuild.com/Syntax.html and Reference-manual.html.
 *
 * Options have the defaults that the project states, else Meson's (buildtype "debug", so "-O0 -g").
 * The system is Linux on x86_64, the compiler gcc 12: what these are known to have or to lack
 * decides has_argument(), has_header() and the like. Whether an optional dependency is there, what
 * a program prints and what a check compiles is not known: what depends on it is `unsure`.
 *
 * A target's settings: PLAT_BUILD, PLAT_BUILD_TYPE, PLAT_STANDARD where c_std or cpp_std is set,
 * then flags in Meson's order. PLAT_LIBRARY is a dependency by the name that the file gives,
 * find_library() a PLAT_LINK "-lNAME". Include directories are "-I" and a path from the root.
 */
#ifndef FL_PLATFORM_MESON_MESON_H
#define FL_PLATFORM_MESON_MESON_H

#include "platform/model/project.h"
#include "platform/model/tree.h"

/*
 * The project in a directory of the tree ("" for its root). All of it lives in the arena.
 * FL_ENOTFOUND: the directory has no meson.build; FL_EPARSE: it has no project();
 * FL_ELIMIT, FL_ENOMEM: the arena is full, or the project is larger than platform/meson/interp.h
 * allows.
 */
int plat_meson_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err);

#endif

/*
 * The compilers that are here: gcc and clang of any version, by the names of their drivers in
 * /usr/bin, which is what a box shows.
 */
#ifndef FL_SANITIZE_TOOLS_H
#define FL_SANITIZE_TOOLS_H

#include "sanitize/run/build.h"

/*
 * The toolchain of a driver's name: "gcc", "g++-12", "clang-19"; clang's with its symbolizer where
 * there is one. Names live in the arena. FL_EINVAL when it is no such name, FL_EMISSING when the
 * driver for that language is not installed.
 */
int san_toolchain_find(const char *name, enum san_language language, struct fl_arena *a,
	struct san_toolchain *ret_tools, struct fl_error *err);

/* The newest clang that is there; FL_EMISSING: none. */
int san_toolchain_newest_clang(enum san_language language, struct fl_arena *a,
	struct san_toolchain *ret_tools, struct fl_error *err);

/* Is there a program of that name in /usr/bin? */
bool san_tool_installed(const char *name);

#endif

/*
 * Weak evidence of what a project is built with, where its own build files say little: the packages
 * that debian/control needs for a build (Debian policy, chapter 7) and the pkg-config files of its
 * root directory (pc(5)). Nothing of it belongs to a target, and all of it is `unsure`.
 */
#ifndef FL_PLATFORM_DEBIAN_DEBIAN_H
#define FL_PLATFORM_DEBIAN_DEBIAN_H

#include "platform/model/project.h"
#include "platform/model/tree.h"

enum { PLAT_PC_FILES_MAX = 64 };

/*
 * debian/control of a directory of the tree: each library in Build-Depends is a PLAT_LIBRARY in
 * ret->settings, by the name of pkg-config where that is known ("zlib1g-dev" is "zlib"),
 * else without "-dev", with the version that is asked for. Packages for other machines or for one
 * profile are left out; of alternatives the first counts.
 * FL_ENOTFOUND: there is no such file. FL_ELIMIT, FL_ENOMEM: the arena is full.
 */
int plat_debian_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err);

/*
 * The NAME.pc and NAME.pc.in files of a directory of the tree: Requires and Requires.private are
 * PLAT_LIBRARY, the words of Libs PLAT_LINK and those of Cflags PLAT_FLAG; words with variables are
 * left out. FL_ENOTFOUND: there is no such file. FL_ELIMIT, FL_ENOMEM, FL_EIO.
 */
int plat_pc_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err);

#endif

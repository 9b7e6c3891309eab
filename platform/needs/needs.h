/*
 * What a project says, beside its build files, that it is built with: the packages that
 * debian/control needs for a build (Debian policy, chapter 7), those that the pkg-config files
 * of its root directory require (pc(5)), and, where neither names any, the "-dev" packages that
 * its CI files and Dockerfile install. That a package is there decides what a build file does
 * where it looks for it.
 */
#ifndef FL_PLATFORM_NEEDS_NEEDS_H
#define FL_PLATFORM_NEEDS_NEEDS_H

#include "platform/model/tree.h"

enum {
	PLAT_NEEDS_MAX = 1 << 10, /* names that are kept of a project */
	PLAT_NEEDS_FILES_MAX = 64 /* files of a kind that are read */
};

/*
 * Set tree->packages to what the project in a directory of the tree is known to have, for the
 * readers; NULL where it says nothing. It lives in the arena. Of debian/control, packages for
 * other machines, or for one profile, are left out, and of alternatives the first counts. Names
 * with variables are left out. FL_ELIMIT, FL_ENOMEM: the arena is full; a file that cannot be read
 * says nothing.
 */
int plat_needs_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct fl_error *err);

#endif

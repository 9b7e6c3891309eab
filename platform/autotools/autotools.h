/*
 * A project that configures itself with autoconf, read without running anything: configure.ac (or
 * configure.in) and the Makefile.am files of its SUBDIRS, as a configure without options on Linux
 * with gcc 12 would see them (platform/autotools/script.h).
 *
 * A target's settings: PLAT_BUILD "autotools", PLAT_STANDARD where a macro puts -std into CXX, then
 * flags in automake's order: CPPFLAGS, the target's or AM_CFLAGS, CFLAGS ("-g -O2" by default),
 * then what it is linked with. What PKG_CHECK_MODULES asks for is a PLAT_LIBRARY; -lNAME
 * a PLAT_LINK. A project whose makefiles are written by hand has settings, and no targets.
 */
#ifndef FL_PLATFORM_AUTOTOOLS_AUTOTOOLS_H
#define FL_PLATFORM_AUTOTOOLS_AUTOTOOLS_H

#include "platform/model/project.h"
#include "platform/model/tree.h"

/*
 * The project in a directory of the tree ("" for its root). All of it lives in the arena.
 * FL_ENOTFOUND: the directory has no configure.ac or configure.in; FL_ELIMIT, FL_ENOMEM: the arena
 * is full.
 */
int plat_autotools_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err);

#endif

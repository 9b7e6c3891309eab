/*
 * The static reader of GNU Makefiles and of Kbuild's: the goal that `make` would build is walked
 * and the recipes on the way are expanded, but nothing is run. What cannot be known without
 * running it (a `!=`, most of $(shell …)) stays unknown text, and what it touches is unsure.
 *
 * Source of the format: the GNU make manual (4.3), and Documentation/kbuild of Linux.
 */
#ifndef FL_PLATFORM_MAKE_MAKE_H
#define FL_PLATFORM_MAKE_MAKE_H

#include "platform/model/project.h"
#include "platform/model/tree.h"

/*
 * Read the makefile of a directory (GNUmakefile, makefile, Makefile or Kbuild; relative to the
 * root, "" is the root) and of those that it includes or calls, all beneath the root.
 *
 * Each program, library and group of objects that the default goal builds becomes a target, or
 * where that goal compiles nothing, those of `all`, and else those of any goal, unsure. A
 * target's settings are the arguments of the compiler that its files share at the start of the
 * command, a source's settings are the rest. Compiler and linker are taken for those of a Linux
 * system on x86_64, the variables of the environment for unset.
 *
 * *ret lives in the arena. FL_ENOTFOUND: there is no makefile; FL_ENOMEM, FL_ELIMIT (the arena is
 * full). What passes a limit of the reader itself (MK_… in state.h) is left out or unsure, with an
 * entry in ret->skipped.
 */
int plat_make_read(struct plat_tree *tree, struct fl_slice directory, struct fl_arena *a,
	struct plat_project *ret, struct fl_error *err);

#endif

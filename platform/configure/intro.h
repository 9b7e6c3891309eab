/*
 * What meson knows of a project that it has set up, as a project: targets and flags from
 * meson-info/intro-targets.json (mesonbuild.com/IDE-integration.html), libraries from the LINK_ARGS
 * of build.ninja, since the former has none. -I is left out, and so are libraries of the project
 * itself; those of the system are "-lNAME". meson tells the file of a target, not the line.
 */
#ifndef FL_PLATFORM_CONFIGURE_INTRO_H
#define FL_PLATFORM_CONFIGURE_INTRO_H

#include "platform/configure/reply.h"
#include "platform/model/project.h"

/*
 * files: "intro-targets.json", and where there are some "build.ninja" and "meson-info.json" (for
 * the version). All lives in the arena, and points into the files. FL_EPARSE, FL_ELIMIT.
 */
int plat_intro_read(const struct fl_list *files, struct fl_arena *a,
	struct plat_project *ret_project, struct fl_error *err);

#endif

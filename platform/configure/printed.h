/*
 * The commands that `make -nw --trace` prints, as a project: what is linked or archived is a
 * target, with the sources of its objects and what each was compiled with. Wrappers (libtool,
 * ccache, a shell's words) are taken off. -I is left out; libraries of the system are "-lNAME".
 * What a shell would still expand ("$x", a command in backquotes) stays as it stands in flags;
 * such sources are left out. An object that nothing links is a target of its own.
 */
#ifndef FL_PLATFORM_CONFIGURE_PRINTED_H
#define FL_PLATFORM_CONFIGURE_PRINTED_H

#include "platform/model/project.h"

enum {
	PLAT_COMPILES_MAX = 1 << 16,
	PLAT_LINKS_MAX = PLAT_TARGETS_MAX,
	PLAT_DIRECTORIES_MAX = 256 /* one in another */
};

/*
 * text: what make wrote; it was started in PLAT_BOX_SOURCE, and spoke English. All lives in the
 * arena, and points into the text. Places are the recipes' (GNU make 4.0 and later tell them).
 * FL_ELIMIT: more than a project has.
 */
int plat_printed_read(struct fl_slice text, struct fl_arena *a, struct plat_project *ret_project,
	struct fl_error *err);

#endif

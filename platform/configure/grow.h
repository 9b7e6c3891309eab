/* Targets under construction, as all readers of answers make them. */
#ifndef FL_PLATFORM_CONFIGURE_GROW_H
#define FL_PLATFORM_CONFIGURE_GROW_H

#include "platform/model/project.h"

/* Where the project lies in the box, and where it is built. */
#define PLAT_BOX_SOURCE "/box/src"
#define PLAT_BOX_BUILD "/box/build"

struct plat_grow {
	struct fl_arena *arena;
	struct fl_vec targets; /* struct plat_target */
	struct fl_vec sources, settings; /* of the target that is made */
	struct fl_vec own; /* struct plat_setting: of the project */
};

void plat_grow_init(struct plat_grow *g, struct fl_arena *a);
void plat_grow_release(struct plat_grow *g);

/* Add a setting to a list of them. 0, or FL_ELIMIT, FL_ENOMEM. */
int plat_grow_setting(struct fl_vec *to, enum plat_what what, enum plat_languages languages,
	struct fl_slice value, struct plat_place at);

/* Add a source to the target that is made; its settings all are for the language of it. */
int plat_grow_source(struct plat_grow *g, struct fl_slice path, struct fl_list settings);

/*
 * The target is whole: it takes the sources and settings. What the settings of all its sources of a
 * language begin with becomes the target's, before its own. One without sources is dropped.
 */
int plat_grow_target(struct plat_grow *g, struct fl_slice name, enum plat_target_kind kind,
	struct plat_place at);

/* All of it as a project; what names what failed. The growing is empty then. */
int plat_grow_finish(struct plat_grow *g, int rc, const char *what,
	struct plat_project *ret_project, struct fl_error *err);

/*
 * A path of an answer relative to the project's root: the part beneath PLAT_BOX_SOURCE of an
 * absolute one; relative ones are taken from `from` (absolute). False: it lies elsewhere.
 */
bool plat_grow_path(
	struct fl_arena *a, struct fl_slice from, struct fl_slice path, struct fl_slice *ret_path);

#endif

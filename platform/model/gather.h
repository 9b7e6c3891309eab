/*
 * A project under construction: the readers of build files add targets, settings and what they
 * skipped, within the maxima of platform/model/project.h, and freeze it in the end.
 *
 * All texts that are added have to live in the arena of the gatherer, or longer.
 */
#ifndef FL_PLATFORM_GATHER_H
#define FL_PLATFORM_GATHER_H

#include "platform/model/project.h"

struct plat_gather {
	struct fl_arena *a;
	struct fl_vec targets, settings, skipped;
	size_t skipped_count;
};

/* One target under construction. */
struct plat_draft {
	struct plat_target target; /* its lists are filled by plat_gather_target() */
	struct fl_vec sources, settings;
	bool full; /* something was left out */
};

void plat_gather_init(struct plat_gather *g, struct fl_arena *a);
void plat_gather_release(struct plat_gather *g);

/* Note what was not read. why is copied; past PLAT_SKIPPED_MAX it is only counted. */
void plat_gather_skip(struct plat_gather *g, struct plat_place at, const char *why);

void plat_draft_init(struct plat_draft *d);
void plat_draft_release(struct plat_draft *d);

/* Add a setting; one that is too many is left out, and plat_gather_target() notes that. */
void plat_draft_set(struct plat_draft *d, const struct plat_setting *s);

/* Add a source; the path is made straight, and one that leads out of the project is left out. */
void plat_draft_source(struct plat_draft *d, struct fl_arena *a, struct fl_slice path, bool unsure);

/* Put the target into the project. The draft is empty again, whatever the result. */
void plat_gather_target(struct plat_gather *g, struct plat_draft *d);

/* The project of all that was added. FL_ELIMIT, FL_ENOMEM: the arena is full. */
int plat_gather_finish(struct plat_gather *g, struct plat_project *ret, struct fl_error *err);

#endif

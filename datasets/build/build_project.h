/*
 * The programs of projects (datasets/project/project.h), which take long to tell, by the cache: the
 * key is all that a project holds, its commands, the toolchain and DS_PROJECT_VERSION. Telling a
 * hundred projects takes half an hour, so not every build of ours makes it anew.
 */
#ifndef FL_DATASETS_BUILD_PROJECT_H
#define FL_DATASETS_BUILD_PROJECT_H

#include "datasets/build/part.h"
#include "datasets/cache.h"
#include "datasets/project/project.h"

/* To be raised when what is told of a project changes. */
#define DS_PROJECT_VERSION "5"

struct ds_project_cache {
	const struct ds_cache *cache; /* NULL: none */
	struct fl_slice toolchain; /* its fingerprint */
	struct ds_part part; /* that tells */
	size_t *done; /* how many it told, where a part counts that; may be NULL */
};

/*
 * As ds_project_tell(); ctx is a struct ds_project_cache. What fails is not kept. FL_ENOTFOUND: the
 * project is another part's, and is not in the cache.
 */
int ds_project_cached(void *ctx, const struct ds_project *project, struct fl_arena *a,
	struct ds_told *ret_told, struct fl_error *err);

/* What is told, as JSON and from it; texts live in the arena. */
void ds_told_write(struct fl_buf *out, const struct ds_told *told);
int ds_told_read(
	struct fl_slice text, struct fl_arena *a, struct ds_told *ret_told, struct fl_error *err);

#endif

/*
 * Labels on disk, by all that decides them (datasets/cache.h): the candidate without its id and
 * group, the compiler, what is rewarded, and our version. With each the candidate stands, so that
 * the label can be made again (--explain).
 */
#ifndef FL_DATASETS_KEEP_H
#define FL_DATASETS_KEEP_H

#include "datasets/cache.h"
#include "datasets/reward/label.h"

enum { DS_KEEP_KEY = 32 }; /* digits */

/*
 * The key of a candidate's JSON text and of what else decides. Blanks between its tokens do not
 * matter; a text that is no JSON has a key, too.
 */
void ds_keep_key(struct fl_slice json, const struct fl_slice *others, size_t count,
	char ret_key[DS_KEEP_KEY + 1]);

/* The label and the candidate of a key, in the arena. FL_ENOTFOUND; a cache of NULL has nothing. */
int ds_keep_get(const struct ds_cache *c, const char *key, struct fl_arena *a,
	struct ds_label **ret_label, struct fl_slice *ret_candidate, struct fl_error *err);

/*
 * Keep a label that says something: none with infra_error, and none that is flaky. What cannot be
 * kept is lost, and no failure.
 */
void ds_keep_put(const struct ds_cache *c, const char *key, const struct ds_label *label,
	struct fl_slice candidate);

#endif

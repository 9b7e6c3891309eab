/*
 * From the tasks of contrasts to a dataset of pairs, every one proven (prove.h).
 *
 * Pairs are tried in an order that the seed gives, the contrasts in turn, until as many are proven
 * as are asked for. The shards' bytes depend on the options that shape them (count, only, seed,
 * form, prompt_bytes, seekable, the time of a compiler), this program and the toolchain, not on
 * jobs.
 */
#ifndef FL_DATASETS_CONTRAST_MAKE_H
#define FL_DATASETS_CONTRAST_MAKE_H

#include <signal.h>

#include "datasets/contrast/prove.h"
#include "datasets/manifest.h"

struct ds_contrast_opts {
	size_t count; /* pairs that are wanted; 0: all that there are */
	bool only[DS_CONTRASTS]; /* which contrasts; none set: all */
	const char *out; /* directory; made when it is not there */
	bool overwrite; /* replace a dataset that is there already */
	unsigned jobs; /* worker processes */
	uint64_t seed;
	enum ds_form form; /* of answers */
	int64_t prompt_bytes; /* of code in a prompt; 0: no limit */
	size_t seekable; /* shards: 0: one frame; else about so many bytes a frame */
	const char *cache; /* directory, or NULL */
	struct fl_box_opts box;
	const volatile sig_atomic_t *stop; /* not 0: give up; may be NULL */
	/* Once, why a result is not kept in the cache; it costs the time to do it again. */
	void (*unkept)(void *ctx, const char *why);
	/* Every pair that is dropped, by its source; in order. May be NULL. */
	void (*left_out)(void *ctx, struct fl_slice source, const char *word, struct fl_slice why);
	/* Pairs that are done, of so many that are wanted; may be NULL. */
	void (*progress)(void *ctx, const char *phase, size_t done, size_t count);
	void *ctx;
};

struct ds_contrast_report {
	int64_t there[DS_CONTRASTS]; /* pairs that the tasks make */
	int64_t fates[DS_CONTRASTS][DS_CONTRAST_FATE_COUNT]; /* of those that were tried */
	int64_t proven; /* each has two records */
	size_t wanted; /* that were asked for, or that there are */
	struct ds_manifest manifest; /* what was written; in the caller's arena */
};

/*
 * "N", "NAME" or several with commas between, as --contrast has it: how many pairs, of which
 * contrasts. FL_EINVAL.
 */
int ds_contrast_opts_read(const char *text, struct ds_contrast_opts *opts, struct fl_error *err);

/*
 * The pairs that these options ask for, in the order in which they are tried (struct
 * ds_contrast_pair), in the arena. FL_EPARSE: a task is not written as it has to be.
 */
int ds_contrast_plan(const struct ds_contrast_opts *opts, struct fl_arena *a,
	struct fl_list *ret_pairs, struct fl_error *err);

/* Make it. Failures as of ds_import(); FL_EREFUSED when no pair was proven. */
int ds_contrast_make(const struct ds_contrast_opts *opts, struct fl_arena *a,
	struct ds_contrast_report *ret_report, struct fl_error *err);

/* The summary for people: pairs by contrast, and what was dropped and why. */
void ds_contrast_show(struct fl_buf *out, const struct ds_contrast_report *report);

#endif

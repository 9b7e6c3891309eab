/*
 * Two datasets beside each other: which records both have, which one alone has, and what was made
 * in another way. Records are the same when their ids are, which are hashes of all that they hold;
 * two of one fault and kind are one record made in two ways.
 */
#ifndef FL_DATASETS_COMPARE_H
#define FL_DATASETS_COMPARE_H

#include "base/buf.h"
#include "datasets/show.h"

enum ds_side { DS_OLD, DS_NEW, DS_SIDES };

/* A word of a column of records, with its count on either side, where those are not the same. */
struct ds_shift {
	struct fl_slice column; /* "kind", "operator", … */
	struct fl_slice word;
	int64_t old_rows, new_rows;
};

/* A line that one side alone has: an argument, a tool, a program that was refused. */
struct ds_sole {
	struct fl_slice what; /* "argument", "tool", "refused" */
	struct fl_slice side; /* "old", "new" */
	struct fl_slice text;
};

struct ds_difference {
	int64_t old_rows, new_rows;
	int64_t same; /* with the same id on both sides */
	int64_t changed; /* of one fault and kind on both sides, with another id */
	int64_t old_only, new_only;
	int64_t old_faults, new_faults, both_faults; /* distinct faults; those that both have */
	struct fl_list shifts; /* struct ds_shift, by column and word */
	struct fl_list soles; /* struct ds_sole, from the manifests, where both sides have one */
};

extern const struct fl_shape ds_difference_shape;

/* Comparing under way: records of either side come in any order. */
struct ds_compare {
	struct fl_vec keys[DS_SIDES]; /* of each record; not for users */
	struct ds_tally tally[DS_SIDES];
	const struct ds_manifest *manifests[DS_SIDES]; /* or NULL; set by the user */
	struct fl_arena *arena;
};

/* Everything that the answer holds lives in the arena. FL_ENOMEM. */
int ds_compare_init(struct ds_compare *c, struct fl_arena *a, struct fl_error *err);
void ds_compare_release(struct ds_compare *c);

/* FL_ELIMIT: there are more records than can be told apart. */
int ds_compare_add(struct ds_compare *c, enum ds_side side, const struct ds_record *r, size_t bytes,
	struct fl_error *err);

int ds_compare_end(struct ds_compare *c, struct ds_difference *ret, struct fl_error *err);

/* Does anything differ? */
bool ds_difference_any(const struct ds_difference *d);

/* As a table for a person. */
void ds_difference_show(struct fl_buf *out, const struct ds_difference *d);

#endif

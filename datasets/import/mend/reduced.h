/*
 * A side after without the edits that are not needed, and what such a text may not lose: an edit
 * that takes code away and one that puts it elsewhere are of use together alone, and a comment that
 * ends elsewhere hides code.
 */
#ifndef FL_DATASETS_IMPORT_MEND_REDUCED_H
#define FL_DATASETS_IMPORT_MEND_REDUCED_H

#include "datasets/record/record.h"

/* The words, numbers and literals that both sides have, as often as both have them. */
struct ds_both {
	uint64_t *words; /* hashes, in order; in the arena */
	size_t count;
};

/* FL_ENOMEM. */
int ds_both_of(struct fl_slice before, struct fl_slice after, struct fl_arena *a,
	struct ds_both *ret_both, struct fl_error *err);

/* Does the text have all of them? FL_ENOMEM. */
int ds_both_in(
	const struct ds_both *both, struct fl_slice text, bool *ret_are, struct fl_error *err);

/*
 * The side after with those of its edits (ds_hunks()) that are kept; what the others changed is as
 * before. *ret_text lives in the arena. FL_ENOMEM.
 */
int ds_reduced(struct fl_slice after, const struct fl_list *edits, const bool *keep,
	struct fl_arena *a, struct fl_slice *ret_text, struct fl_error *err);

#endif

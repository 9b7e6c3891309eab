/*
 * What of a mend is needed: a part of its edits that suffices, found by leaving out ever smaller
 * parts (delta debugging, Zeller and Hildebrandt, 2002). One pass is made with parts of one edit,
 * so that what is left has hardly an edit that could be left out.
 */
#ifndef FL_DATASETS_IMPORT_MEND_NEEDED_H
#define FL_DATASETS_IMPORT_MEND_NEEDED_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

struct ds_needed_ask {
	size_t count; /* edits: all of them suffice, none of them do not */
	size_t tries; /* at most so many questions; fewer than are needed leave edits in */
	/* By edit: it is where the errors are. Those are asked about first. NULL: not known. */
	const bool *likely;
	const bool *idle; /* By edit: it changes comments alone. Left out first. NULL: not known. */
	/* By edit: is this enough? An error ends the search. */
	int (*suffices)(void *ctx, const bool *keep, bool *ret_does, struct fl_error *err);
	void *ctx;
};

/* ret_keep: by edit, of count. FL_ENOMEM, and the errors of suffices(). */
int ds_needed(const struct ds_needed_ask *q, bool *ret_keep, struct fl_error *err);

#endif

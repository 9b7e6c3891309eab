/* Which statement printed a line, and which of its expressions printed what in it. */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_PRINTED_H
#define FL_DATASETS_DIALOGUE_POLICIES_PRINTED_H

#include "base/slice.h"

struct ds_printed {
	struct fl_slice expression; /* the first whose text is another than it should be */
	struct fl_slice actual, expected; /* what it printed and what it should have; trimmed */
	size_t letters; /* that the statement prints by its own words: how sure this is */
	size_t others; /* expressions of the statement behind it that are wrong, too */
	/* The line that should be there is none of this statement's, whatever its values are; */
	bool form;
	bool kept; /* but all that its expressions printed stands in that line, in this order. */
};

/*
 * Did the statement print that line, by a printf() or by `<<` on a stream: its own words are there,
 * and it ends the line? false: it did not, or that is not seen.
 */
bool ds_printed_by(struct fl_slice statement, struct fl_slice actual, struct fl_slice expected,
	struct ds_printed *ret_printed);

/* Does the statement print all of that line but its end? */
bool ds_printed_unended(struct fl_slice statement, struct fl_slice line);

/*
 * Does a call in the statement make that line of its format, perhaps behind words of another's:
 * `panic: no memory`? *ret_letters: as above.
 */
bool ds_printed_says(struct fl_slice statement, struct fl_slice line, size_t *ret_letters);

/* May a statement that begins in that line print something? */
bool ds_printed_may(struct fl_slice line);

#endif

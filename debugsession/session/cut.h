/*
 * Long text for a reader with little room: the start and the end are kept, whole lines of them, and
 * between them stands how many lines were left out. What is left out can be read on with a cursor.
 */
#ifndef FL_DEBUGSESSION_CUT_H
#define FL_DEBUGSESSION_CUT_H

#include "base/buf.h"

struct dbg_cut {
	size_t max_lines; /* 0: 100 */
	size_t max_bytes; /* 0: no limit; a longer line is cut at it */
	size_t cursor; /* byte to start at, as an earlier cut gave it: then there is no middle, */
	/* just the next max_lines from there */
};

struct dbg_cut_result {
	size_t omitted; /* lines left out */
	size_t next; /* byte to read on from; 0: nothing is left out */
};

/* Append the text, cut where it has to be: 40 % of the lines from each end. */
void dbg_cut_text(struct fl_slice text, const struct dbg_cut *how, struct fl_buf *out,
	struct dbg_cut_result *ret_result);

#endif

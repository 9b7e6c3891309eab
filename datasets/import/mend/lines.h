/*
 * Lines that became others: of a run of lines that a mend changed, which line is what was made of
 * which. Those that are of no other were added or went.
 */
#ifndef FL_DATASETS_IMPORT_MEND_LINES_H
#define FL_DATASETS_IMPORT_MEND_LINES_H

#include "base/arena.h"

/* Lines of both sides multiplied; of more none are paired. Percent that two have to share. */
enum { DS_LINES_MOST = 1 << 16, DS_LINES_ALIKE = 50 };

/*
 * ret_to[i]: the line of `is` that line i of `was` became, -1: none. In order, and so that the
 * paired lines share most: what they begin and end with, blanks at both ends aside. FL_ENOMEM.
 */
int ds_lines_pair(const struct fl_slice *was, size_t n, const struct fl_slice *is, size_t m,
	struct fl_arena *a, int *ret_to, struct fl_error *err);

#endif

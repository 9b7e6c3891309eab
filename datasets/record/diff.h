/*
 * Unified diffs of one file (the format of POSIX diff -u): a header `--- a/FILE`, `+++ b/FILE`, and
 * hunks with DS_DIFF_CONTEXT lines of context. Made for small edits of files of any size: lines
 * that two files share at their start and end cost nothing. What is between them is compared
 * exactly, by a band around the diagonal that has two bytes for each pair of lines in it; it is
 * replaced as a whole where it has more than DS_DIFF_MIDDLE_MAX lines on a side, or so much of it
 * differs that the band would have more than DS_DIFF_CELLS_MAX pairs.
 */
#ifndef FL_DATASETS_DIFF_H
#define FL_DATASETS_DIFF_H

#include "base/arena.h"

enum { DS_DIFF_MIDDLE_MAX = 60000, DS_DIFF_CELLS_MAX = 1 << 23, DS_DIFF_CONTEXT = 3 };

/* Append the diff that makes `to` of `from`; nothing when they are the same. */
int ds_diff_write(struct fl_buf *out, struct fl_slice path, struct fl_slice from,
	struct fl_slice to, struct fl_error *err);

/*
 * Apply a diff to from: every hunk at exactly its line, every context and removed line exactly as
 * it stands there. *ret_to lives in the arena. FL_EPARSE when the diff is not of the form above,
 * or is for another path; FL_EREFUSED when it does not fit the text.
 */
int ds_diff_apply(struct fl_slice diff, struct fl_slice path, struct fl_slice from,
	struct fl_arena *a, struct fl_slice *ret_to, struct fl_error *err);

/* The same with the first part of a diff over several files; *diff is then what follows it. */
int ds_diff_apply_first(struct fl_slice *diff, struct fl_slice path, struct fl_slice from,
	struct fl_arena *a, struct fl_slice *ret_to, struct fl_error *err);

/*
 * Is the path what a line of a header names? `name` is what follows "--- a/" there: the path, and
 * behind one with a blank a tab.
 */
bool ds_diff_names(struct fl_slice name, struct fl_slice path);

/* Lines of one side of a hunk; an empty range names the line before it. */
struct ds_diff_range {
	uint32_t first, count;
};

/* Is the line the head of a hunk, "@@ -12,3 +12,4 @@ …"? A count that is not written is 1. */
bool ds_diff_head(
	struct fl_slice line, struct ds_diff_range *ret_from, struct ds_diff_range *ret_to);

/*
 * Cut the next line of a hunk off *rest, which begins behind its head or at a later line. *from and
 * *to are what the head says; their counts go down to what is to come of each side. *ret_mark is
 * '+', '-', '\\' for what is said of the end of the line before, or ' ' of a line of both sides,
 * whose blank editors cut off where nothing or a tab stands behind it; *ret_text is behind it.
 * Returns 1; 0 at the hunk's end, which takes what is said of its last line; FL_EPARSE when the
 * text ends earlier, has a line of another kind, or more lines of a side than the head says.
 */
int ds_diff_line(struct fl_slice *rest, struct ds_diff_range *from, struct ds_diff_range *to,
	char *ret_mark, struct fl_slice *ret_text);

#endif

/*
 * What a mend changed, as the edits of a record: from the text after to the text before, line by
 * line, of a line that changed in part what is between the words that stayed.
 */
#ifndef FL_DATASETS_IMPORT_MEND_HUNKS_H
#define FL_DATASETS_IMPORT_MEND_HUNKS_H

#include "datasets/record/record.h"

/*
 * The edits (struct ds_edit, in the arena) that make `buggy` of `fixed`, in the file of that path,
 * with their places and functions. FL_ELIMIT when more than `most` lines differ, of both sides
 * together.
 */
int ds_hunks(struct fl_slice path, struct fl_slice fixed, struct fl_slice buggy, size_t most,
	struct fl_arena *a, struct fl_list *ret_edits, struct fl_error *err);

/*
 * Which of them change comments and blanks alone, as far as their own text tells (one that ends a
 * comment changes what is behind it): ret_idle has one for each. FL_ENOMEM.
 */
int ds_hunks_idle(const struct fl_list *edits, struct fl_slice fixed, struct fl_slice buggy,
	struct fl_arena *a, bool *ret_idle, struct fl_error *err);

#endif

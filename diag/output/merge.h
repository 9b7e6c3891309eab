/*
 * What clang printed and what it serialized of the same run, as one list: places, ranges, fix-its
 * and notes as serialized, source lines and carets as printed. What is in one of the two only (the
 * driver's and the linker's words, all but the last of several translation units) stays what it
 * is. The order is that of the text.
 */
#ifndef FL_DIAG_MERGE_H
#define FL_DIAG_MERGE_H

#include "base/error.h"
#include "diag/model/diagnostic.h"

/*
 * text and dia are lists of struct diag_diagnostic; the result is one as well, in the arena, and
 * refers to the texts and lists of both. FL_ENOMEM or FL_ELIMIT of the arena or the list.
 */
int diag_merge(const struct fl_list *text, const struct fl_list *dia, struct fl_arena *a,
	struct fl_list *ret_list, struct fl_error *err);

#endif

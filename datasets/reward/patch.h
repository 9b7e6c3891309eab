/*
 * Applies what a model answered to the files of its task. The form is seen from the text:
 *
 *   a unified diff         lines `--- a/FILE`, `+++ b/FILE`, `@@ … @@` (what stands before the
 *   first
 *                          header is passed over: `diff --git`, `index`)
 *   search and replace     `// file: PATH` (may be left out where there is one file), then
 *                          `<<<<<<< SEARCH`, `=======`, `>>>>>>> REPLACE`
 *   whole files            `// file: PATH` and the text, one after the other
 *   one whole file         anything else, where the task has one file that was asked for
 *
 * A hunk's text has to stand in the file as the hunk says, but its line numbers may be wrong, as
 * models count badly: the place nearest to them is taken, as patch(1) does, never another text. A
 * search text has to stand once in its file.
 */
#ifndef FL_DATASETS_PATCH_H
#define FL_DATASETS_PATCH_H

#include "base/arena.h"
#include "base/model.h"

struct ds_patch {
	struct fl_list files; /* struct tg_file: the task's, each path once */
	struct fl_slice main; /* the file that a bare text stands for, or "": none */
};

/* Has it one of these forms but the last, so that it says what it changes? */
bool ds_patch_is(struct fl_slice answer);

/*
 * *ret_files (struct tg_file) are all files of the task as the answer makes them; texts live in the
 * arena, in the answer or in the task. FL_EREFUSED when it does not fit: a file that is not there,
 * a text that is not there or more than once, a diff that is broken; the message says which, with
 * the line of the answer. An answer that changes nothing is applied.
 */
int ds_patch_apply(const struct ds_patch *task, struct fl_slice answer, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err);

#endif

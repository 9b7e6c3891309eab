/*
 * What a model should answer: the reasoning block where the kind has one, then what to change,
 * between <CODE_START> and <CODE_END> lines, in one of the forms (enum ds_form):
 *
 *   diff     a unified diff, as `patch -p1` and `git apply` take it
 *   blocks   of each place that changes: its file, what stands there, what should; whole lines that
 *            occur once in the file
 *
 *		// file: sum.c
 *		<<<<<<< SEARCH
 *			for (int i = 0; i <= 3; i++)
 *		=======
 *			for (int i = 0; i < 3; i++)
 *		>>>>>>> REPLACE
 *
 *   file     of each file that changes a line `// file: PATH` and its whole text
 */
#ifndef FL_DATASETS_ANSWER_H
#define FL_DATASETS_ANSWER_H

#include "datasets/record/record.h"

/* The lines of blocks and whole files; the first is followed by a path, the others stand alone. */
#define DS_FILE_MARK "// file: "
#define DS_SEARCH_MARK "<<<<<<< SEARCH"
#define DS_WITH_MARK "======="
#define DS_REPLACE_MARK ">>>>>>> REPLACE"

/*
 * The answer of a record whose edits, diff, reasoning, kind and form are known. In the arena.
 * FL_EREFUSED when the code holds what ends an answer or a block.
 */
int ds_answer_make(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_text,
	struct fl_error *err);

/* What stands between the markers of an answer; false when they are not there. */
bool ds_answer_code(struct fl_slice answer, struct fl_slice *ret_code);

/* The code in the completion of a dialogue (debug_session); false: it has none. */
bool ds_answer_of_dialogue(const struct ds_record *r, struct fl_slice *ret_code);

/*
 * The faulty files of the record as that code makes them (struct tg_file, in the arena), of the
 * forms diff and blocks. FL_EREFUSED: it does not fit.
 */
int ds_answer_apply(const struct ds_record *r, struct fl_slice code, struct fl_arena *a,
	struct fl_list *ret_files, struct fl_error *err);

/* The code alone that makes r's fixed files of its faulty ones; as ds_answer_make(). */
int ds_answer_code_make(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_code,
	struct fl_error *err);

/* NULL when the record's completion, applied to its faulty files, makes the fixed ones. */
const char *ds_answer_check(const struct ds_record *r);

#endif

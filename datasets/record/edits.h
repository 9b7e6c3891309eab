/*
 * The edits of a record: from the faulty files back to the fixed ones, where each edit stands in
 * both, and the rule that says whether they are true.
 */
#ifndef FL_DATASETS_EDITS_H
#define FL_DATASETS_EDITS_H

#include "datasets/record/record.h"
#include "diag/model/class.h"
#include "tracegen/program.h"
#include "tracegen/site.h"

/* The file of that path among the record's files, as it is with the fault; NULL: there is none. */
const struct tg_file *ds_edits_file(const struct ds_record *r, struct fl_slice path);

static inline const struct ds_edit *ds_edits_at(const struct ds_record *r, size_t i)
{
	return (const struct ds_edit *)r->edits.items + i;
}

/* Is edit i the first one of its file? Edits of a file stand together. */
bool ds_edits_is_first(const struct ds_record *r, size_t i);

/*
 * The text of one of the record's files without the fault: the file itself where no edit is in it.
 * *ret_text lives in the arena or in the record. FL_EREFUSED when the edits are not in the text.
 */
int ds_edits_fixed(const struct ds_record *r, struct fl_slice path, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err);

/*
 * Fill line, col, lines, buggy_line and buggy_lines of edits of one file, which are in the order of
 * their offsets and do not overlap.
 */
void ds_edits_place(struct ds_edit *edits, size_t count, struct fl_slice fixed);

/*
 * The line of the faulty file to name for an edit: where what was put there begins, which may stand
 * behind the end of the line that the edit starts in.
 */
int64_t ds_edits_line(const struct ds_edit *e);

/* The class of the fault that the edit i is, by its operator; the record's where it has none. */
enum diag_class ds_edits_class(const struct ds_record *r, size_t i);

/* Write the lines of an edit as a person names them: "list.c:33", "list.c:33 to 36". */
void ds_edits_put_lines(struct fl_buf *out, const struct ds_edit *e);

/* Fill the mutation's file, place and texts from the edits of the first file and r->fixed. */
int ds_edits_sum(struct ds_record *r, struct fl_arena *a, struct fl_error *err);

/* The unified diff from the faulty files to the fixed ones, in the order of the edits. */
int ds_edits_diff(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_diff,
	struct fl_error *err);

/* Are the site's edits, where it has several, the record's? */
bool ds_edits_are_of(const struct ds_record *r, const struct tg_site *site);

/* NULL when the edits make the faulty files of the fixed ones and stand where they say. */
const char *ds_edits_check(const struct ds_record *r);

/*
 * Is the edit i told by itself in the record's reasoning? Of many, as where a parameter is gone and
 * every call with it, the first ones are, and the first one of each file.
 */
bool ds_edits_is_told(const struct ds_record *r, size_t i);

#endif

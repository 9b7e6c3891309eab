/* Behind the conclusion of a dialogue, where the edits of its record may be looked at. */
#ifndef FL_DATASETS_DIALOGUE_MEND_H
#define FL_DATASETS_DIALOGUE_MEND_H

#include "base/sandbox/sandbox.h"
#include "datasets/dialogue/make.h"
#include "datasets/record/edits.h"
#include "tracegen/builds/build.h"

/*
 * Is the cause the place of one of the record's edits: the same statement, or where one lacks? And
 * is that edit what was said of the mend?
 */
bool ds_dialogue_is_at(const struct ds_cause *cause, const struct ds_record *r);

/*
 * Add the class, the mend in words (`mended`: the files without the fault), and the code, whose
 * text follows from the record. FL_EREFUSED: it has no words.
 */
int ds_dialogue_mend(struct ds_talk *t, const struct ds_record *r, const struct fl_list *mended);

/*
 * One edit's mend in words: from the files with its fault (its buggy_line is of them) to those
 * without it. FL_EREFUSED: it has no words.
 */
int ds_dialogue_tell_edit(struct ds_talk *t, const struct fl_list *files, const struct ds_edit *e,
	const struct fl_list *mended);

/*
 * Does the edit's mend put another word in the place of one, and no more? *ret_word: of the mended
 * files.
 */
bool ds_dialogue_put_word(const struct fl_list *files, const struct ds_edit *e,
	const struct fl_list *mended, struct fl_slice *ret_word);

/* Run what is mended, and say what it shows. FL_EREFUSED: not what it should. */
int ds_dialogue_verify(struct ds_talk *t, const struct ds_record *r);

/*
 * What no debugger shows is looked at without one: the mended program, which stands in the box, is
 * run once more by itself, where leaks are looked for. *ret_right: it ends as the record says,
 * there is no report, and the line of output that was another is the expected one. *ret_output:
 * what it wrote, in the arena; NULL: to standard error as well, so that the order is not known.
 */
int ds_dialogue_run_alone(struct fl_box *box, const struct tg_program *p, enum tg_build_kind build,
	const struct tg_symptom *symptom, const struct ds_record *r, struct fl_arena *a,
	bool *ret_right, struct fl_slice *ret_output, struct fl_error *err);

/* What became of it, and more of that, which is copied. */
int ds_dialogue_end(struct ds_dialogue *d, enum ds_dialogue_fate fate, struct fl_slice why,
	struct fl_arena *a, struct fl_error *err);

/*
 * The record of these turns, of the one that they are about, what was known first and the seed; in
 * *d with its fate: taken, or the record breaks a rule or is too long.
 */
int ds_dialogue_finish(const struct ds_record *r, enum ds_kind kind, struct fl_slice context,
	uint64_t seed, const struct fl_list *turns, struct fl_arena *a, struct ds_dialogue *d,
	struct fl_error *err);

#endif

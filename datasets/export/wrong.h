/*
 * Answers that are known to be wrong, for preferences: what puts another fault of the same program
 * (the same hash of all of it without a fault) into the files that a record's answer is for. Rules,
 * in the order in which they are tried:
 *
 *   seen   It makes, byte by byte, the files of the other fault, which a compiler was seen to
 *          refuse, or a run to fail with.
 *   left   It leaves the fault where it is, and puts the other one into another function. So both
 *          are there; that they would make up for each other is not ruled out by any run.
 *
 * Nothing is run. So that its form tells nothing, it changes as many files in as many hunks as the
 * right answer, takes away and adds as many lines, changes nothing that the prompt does not show,
 * and is not more than DS_WRONG_LONGER percent longer or shorter; of several the one that is most
 * like the right answer is taken.
 */
#ifndef FL_DATASETS_WRONG_H
#define FL_DATASETS_WRONG_H

#include "datasets/record/record.h"

/* Of the right answer's length. */
enum { DS_WRONG_LONGER = 25 };

struct ds_wrong {
	struct fl_slice answer; /* in the form of the record's own, without reasoning */
	struct fl_slice fault; /* that it puts in: the id of the other one */
	struct fl_slice rule; /* "seen", "left" */
};

struct ds_wrongs;

/* Faults in all: FL_ELIMIT is one more, or more than 4 GiB of their edits. */
enum { DS_WRONG_FAULTS = 1 << 24 };

int ds_wrongs_new(struct ds_wrongs **ret_wrongs, struct fl_error *err);
void ds_wrongs_free(struct ds_wrongs *wrongs);

/* Remember a record's fault; nothing of the record is kept. One without edits is passed over. */
int ds_wrongs_add(struct ds_wrongs *wrongs, const struct ds_record *r, struct fl_error *err);

/* When all are there, and before the first is asked for. Their order makes no difference. */
void ds_wrongs_sort(struct ds_wrongs *wrongs);

/*
 * A wrong answer to r. It lives in the arena and in wrongs. FL_EREFUSED with the reason when there
 * is none.
 */
int ds_wrongs_find(const struct ds_wrongs *wrongs, const struct ds_record *r, struct fl_arena *a,
	struct ds_wrong *ret_wrong, struct fl_error *err);

#endif

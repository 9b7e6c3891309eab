/* Mends that nobody could know. */
#ifndef FL_DATASETS_ATTEMPTS_GUESS_H
#define FL_DATASETS_ATTEMPTS_GUESS_H

#include "datasets/record/record.h"

/*
 * Does the mend put a value there that nothing in the program leads to? files: with the fault;
 * next: without it. Both are lists of struct tg_file.
 */
bool ds_guess_is(const struct fl_list *files, const struct ds_edit *e, const struct fl_list *next);

#endif

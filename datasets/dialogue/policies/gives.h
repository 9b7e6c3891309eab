/* Where a function that a statement calls gives a null pointer, by its text. */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_GIVES_H
#define FL_DATASETS_DIALOGUE_POLICIES_GIVES_H

#include "datasets/dialogue/policy.h"

struct ds_gives {
	struct fl_slice file;
	int64_t line; /* `return NULL;` */
};

/*
 * The only line that does, of the only function of the program that the statement calls. false:
 * there is none, or more than one.
 */
bool ds_gives_null(const struct ds_talk *t, struct fl_slice statement, struct ds_gives *ret_gives);

#endif

/* What a call passes for a parameter, by the text of both functions. */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_PASSED_H
#define FL_DATASETS_DIALOGUE_POLICIES_PASSED_H

#include "datasets/dialogue/code.h"

/* Is the name one of the function's parameters? */
bool ds_passed_is_parameter(
	struct fl_slice text, const struct ds_block *function, struct fl_slice name);

/*
 * The argument for that parameter of `function` (its name is `called`, and `text` has it) in a
 * statement that calls it once; a slice of the statement. false: it is not seen.
 */
bool ds_passed(struct fl_slice text, const struct ds_block *function, struct fl_slice called,
	struct fl_slice parameter, struct fl_slice statement, struct fl_slice *ret_argument);

/* Is the argument a null pointer by its very words? */
bool ds_passed_null(struct fl_slice argument);

#endif

/*
 * How long a text is, in tokens that anyone can count again: a run of letters and underscores is
 * one for every six begun, a run of digits one for every three, a run of other marks of ASCII one
 * for every three, a run of blanks and line ends that is more than a single blank is one, and so is
 * each character beyond ASCII.
 *
 * No model counts just so; how near it is to a byte pair encoding is measured (docs/datasets.md,
 * bench/record_tokens).
 */
#ifndef FL_DATASETS_TOKENS_H
#define FL_DATASETS_TOKENS_H

#include "base/slice.h"

/* The count's name and its rule in words, for help, cards and pages. */
#define DS_TOKENS_NAME "six-and-three"
#define DS_TOKENS_RULE                                                                          \
	"a run of letters and `_` is one for every six begun, a run of digits or of marks one " \
	"for every three, and so is a run of blanks that is more than one blank, and each "     \
	"character beyond ASCII"

int64_t ds_tokens(struct fl_slice text);

#endif

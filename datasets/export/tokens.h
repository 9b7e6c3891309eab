/*
 * How long a text is, in tokens that anyone can count again: each run of letters, digits and
 * underscores is one for every four bytes begun, each run of blanks and line ends that is more than
 * a single blank is one, and so is any other byte of ASCII, and each character beyond it.
 *
 * No model counts so; for code it is near to what byte pair encodings count (docs/datasets.md).
 */
#ifndef FL_DATASETS_TOKENS_H
#define FL_DATASETS_TOKENS_H

#include "base/slice.h"

/* The count's name, for help and cards. */
#define DS_TOKENS_NAME "words of four"

int64_t ds_tokens(struct fl_slice text);

#endif

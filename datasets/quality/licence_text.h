/*
 * The licence that a text says it is under: in a tag of its own, in a notice at its head, or by
 * being the text of one. What is not in the tables of licence_text.c is not known; nothing is
 * guessed.
 */
#ifndef FL_DATASETS_QUALITY_LICENCE_TEXT_H
#define FL_DATASETS_QUALITY_LICENCE_TEXT_H

#include "base/slice.h"

/* What files with a licence are called, beside a source or above it; NULL-terminated. */
extern const char *const ds_licence_files[];

/*
 * The expression behind "SPDX-License-Identifier:" in the first 4096 bytes, up to the end of the
 * line or comment; "" without one.
 */
struct fl_slice ds_licence_tag(struct fl_slice text);

/* The tag's expression, or the SPDX id of the licence that the text begins with, or "". */
struct fl_slice ds_licence_of_text(struct fl_slice text);

/*
 * The same of a source: the tag's expression, what the notice at its head says ("version 2 of the
 * License, or (at your option) any later version"), or the licence whose text stands there.
 */
struct fl_slice ds_licence_of_source(struct fl_slice text);

#endif

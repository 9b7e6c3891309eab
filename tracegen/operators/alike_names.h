/* Names that people take for each other, by how they are written or by what they are for. */
#ifndef FL_TRACEGEN_OPERATORS_ALIKE_NAMES_H
#define FL_TRACEGEN_OPERATORS_ALIKE_NAMES_H

#include "base/slice.h"

/*
 * Whether one is written for the other: letters that follow each other (i and j), the same but for
 * the last letter (p1 and p2), three letters alike at the beginning or at the end, or two words of
 * one pair (src and dst, first and last), whatever stands around them in both (old_width and
 * old_height). A name is not like itself.
 */
bool tg_alike_names(struct fl_slice a, struct fl_slice b);

#endif

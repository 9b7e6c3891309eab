/* What the terse style keeps of objects, by a walk of its own over the field tables. */
#ifndef FL_TESTS_TERSE_H
#define FL_TESTS_TERSE_H

#include "base/model.h"

/* Copies in the arena, in which all that the terse style leaves out is unset. */
struct fl_items terse_items(struct fl_arena *a, const struct fl_items *items, bool source);

#endif

/* Edits by a name that leave the same thing on both sides: a - a, a == a, f(x, x). */
#ifndef FL_TRACEGEN_TWINS_H
#define FL_TRACEGEN_TWINS_H

#include "tracegen/node.h"

/*
 * Whether [start, end), a name within `at`, as the name `replacement` makes two operands of one
 * operator (other than + and *), two tests of one && or ||, two arguments or both ends of ?: the
 * same: that gives itself away. False where either is no name.
 */
bool tg_makes_twins(const struct tg_unit *u, const struct tg_node *at, size_t start, size_t end,
	struct fl_slice replacement);

#endif

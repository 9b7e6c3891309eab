/* Ifs that do nothing but leave: early returns and their like, by what they test. */
#ifndef FL_TRACEGEN_OPERATORS_LEAVING_H
#define FL_TRACEGEN_OPERATORS_LEAVING_H

#include "tracegen/operators/put.h"

enum tg_guard {
	TG_GUARD_NONE, /* no if that leaves, or one that nothing comes after */
	TG_GUARD_NULL, /* of a pointer */
	TG_GUARD_ZERO, /* of what is divided by further down */
	TG_GUARD_BOUND, /* of what is an index or a size further down */
	TG_GUARD_OTHER
};

enum tg_guard tg_guard_of(const struct tg_unit *unit, const struct tg_node *n);

/* The operator that leaves such guards out. */
void tg_put_guards(const struct tg_unit *unit, struct tg_sink *sink, enum tg_guard which);

#endif

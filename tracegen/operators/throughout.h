/* What a whole function does with one name: faults of somebody who took it for something else. */
#ifndef FL_TRACEGEN_OPERATORS_THROUGHOUT_H
#define FL_TRACEGEN_OPERATORS_THROUGHOUT_H

#include "tracegen/operators/parts.h"

/* More uses than that nobody gets wrong without a look. */
enum { TG_THROUGHOUT_MAX = 8 };

struct tg_throughout {
	const struct tg_node *nodes[TG_THROUGHOUT_MAX]; /* by place */
	size_t count;
};

/*
 * The uses in n's function of what n refers to. False unless n is the first of them, and where they
 * are too many, or one stands in a macro.
 */
bool tg_find_throughout(
	const struct tg_unit *unit, const struct tg_node *n, struct tg_throughout *ret);

/* Is what n refers to declared in n's own function? */
bool tg_is_own_name(const struct tg_node *n);

/* Yield a site of the parts, in order of their places, if they are on more than one line. */
void tg_put_throughout(const struct tg_unit *unit, struct tg_sink *sink,
	const struct tg_file_part *parts, size_t count);

#endif

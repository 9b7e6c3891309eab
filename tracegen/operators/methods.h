/* Member functions as they are written: what stands behind their parameters, whose they are. */
#ifndef FL_TRACEGEN_OPERATORS_METHODS_H
#define FL_TRACEGEN_OPERATORS_METHODS_H

#include "tracegen/operators/words.h"

/* What stands between the parameters and the body: "const override"; [start, end) in the file. */
struct tg_tail {
	size_t start, end;
};

/* Is f a member function that is defined in its class? Then *ret_tail is set. */
bool tg_method_at(const struct tg_unit *unit, const struct tg_node *f, struct tg_tail *ret_tail);

/* Where the word stands there; 0: nowhere. */
size_t tg_tail_word(const struct tg_unit *unit, const struct tg_tail *tail, const char *word);

/* The first parameter of f, or NULL. */
const struct tg_node *tg_first_param(const struct tg_node *f);

#endif

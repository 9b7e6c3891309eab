/*
 * Pairs of slips on both sides of a call: one near the call, one in the function that is called,
 * which stands in another file. By what people do wrong there: something is left out, a value is
 * another one, a condition is.
 */
#ifndef FL_TRACEGEN_OPERATORS_SIDES_H
#define FL_TRACEGEN_OPERATORS_SIDES_H

#include "tracegen/operators/pairs.h"

enum tg_nature { TG_NO_SIDE, TG_OMITTED, TG_VALUE, TG_CONDITION, TG_ORDER };

/*
 * What the slip of that operator is, where it may be half of such a pair. Those are left out that
 * show less than every other time: of two such hardly any pair has both halves seen.
 */
enum tg_nature tg_nature_of(int op);

/*
 * Yield pairs for every call whose function stands in another file: both of one nature, or
 * (TG_NO_SIDE) of two. The slip near the call leaves the call itself in place.
 */
void tg_put_sides(const struct tg_unit *unit, struct tg_sink *sink, enum tg_nature nature);

#endif

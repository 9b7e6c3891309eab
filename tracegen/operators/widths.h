/* How wide a number's type is, as far as its name tells it. */
#ifndef FL_TRACEGEN_OPERATORS_WIDTHS_H
#define FL_TRACEGEN_OPERATORS_WIDTHS_H

#include "tracegen/operators/put.h"

/* The bits of an integer or enum where long has 64; 0: not known. */
unsigned tg_int_width(const struct tg_type *t);

#endif

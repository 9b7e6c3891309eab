/* What the operators of output share: the literal format of a printing call. */
#ifndef FL_TRACEGEN_OPERATORS_FORMATS_H
#define FL_TRACEGEN_OPERATORS_FORMATS_H

#include "tracegen/ast.h"

/* Whether n is the literal format, or another literal argument, of printf() or one of its kin. */
bool tg_is_format(const struct tg_node *n);

#endif

/* Overrides that no longer match what they override: how people lose the match. */
#ifndef FL_TRACEGEN_OPERATORS_OVERRIDES_H
#define FL_TRACEGEN_OPERATORS_OVERRIDES_H

#include "tracegen/operators/methods.h"

/* Yield such slips of the methods marked override; `marked`: the mark stays. */
void tg_put_overrides(const struct tg_unit *unit, struct tg_sink *sink, bool marked);

#endif

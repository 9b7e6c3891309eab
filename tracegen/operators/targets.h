/* Which machines tell a fault of portability from what is right (tracegen/target.h). */
#ifndef FL_TRACEGEN_OPERATORS_TARGETS_H
#define FL_TRACEGEN_OPERATORS_TARGETS_H

#include "tracegen/operators/ops.h"
#include "tracegen/target.h"

/* Bits 1 << enum tg_target; 0: the operator's faults show on this machine, whatever the other. */
unsigned tg_op_targets(int op);

#endif

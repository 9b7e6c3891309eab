/*
 * How likely a fault is observed: by its operator, as measured, and by how well the program's
 * inputs come by its place. What is not known counts as the usual.
 */
#ifndef FL_DATASETS_BUILD_EXPECT_H
#define FL_DATASETS_BUILD_EXPECT_H

#include "tracegen/covered.h"
#include "tracegen/operators/ops.h"

/* Of a fault with less chance than this nothing is likely seen. */
#define DS_EXPECT_HARDLY 0.2

/* From 0 to 1: of the operator wherever it is; of it at a place that is reached so. */
double ds_expect_of(int op);
double ds_expect(int op, struct tg_reach reach);

/* Of a class: over its operators, by their weights; 0: none makes any. */
double ds_expect_class(enum diag_class cls);

#endif

/*
 * How likely a fault is observed: by its operator, as measured, and by how well the program's
 * inputs come by its place. What is not known counts as the usual.
 */
#ifndef FL_DATASETS_BUILD_EXPECT_H
#define FL_DATASETS_BUILD_EXPECT_H

#include "tracegen/covered.h"
#include "tracegen/operators/ops.h"

/*
 * Of a fault with less chance than this nothing is likely seen; in a project with few inputs much
 * is like that, and what is tried is chosen better.
 */
#define DS_EXPECT_HARDLY 0.2
#define DS_EXPECT_HARDLY_FOREIGN 0.3

/* A program's sites: whose code they are in, and what its inputs come by. */
struct ds_expect_at {
	bool foreign; /* a project's, with its own tests as inputs; not one of the examples */
	bool told; /* is it known what the inputs come by? */
	struct tg_reach reach; /* if so */
};

/* From 0 to 1: of the operator wherever it is; of it at a place that is reached so. */
double ds_expect_of(int op, bool foreign);
double ds_expect(int op, const struct ds_expect_at *at);

/*
 * Does the code alone give its faults away? Operators of which bench/tell told more than 75 % in
 * reference builds, however the draw was balanced: what they do leaves few ways to be undone by
 * others. lost-pointer was told by a form that it has no more, and is not measured anew.
 */
bool ds_expect_given_away(int op);

#endif

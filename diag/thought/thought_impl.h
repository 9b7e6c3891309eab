/* What the files of diag/thought/thought.h share. Internal. */
#ifndef FL_DIAG_THOUGHT_IMPL_H
#define FL_DIAG_THOUGHT_IMPL_H

#include "diag/thought/thought.h"

/*
 * A cause in the standard library: a name or a header that is not there. True when d speaks of one
 * that the tables know; both texts are then in the arena.
 */
bool diag_think_std(const struct diag_diagnostic *d, const struct plat_context *platform,
	struct fl_arena *a, struct fl_slice *ret_cause, struct fl_slice *ret_fix);

#endif

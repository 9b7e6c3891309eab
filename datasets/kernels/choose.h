/* Which faults of a kernel are tried, and in which order. */
#ifndef FL_DATASETS_KERNELS_CHOOSE_H
#define FL_DATASETS_KERNELS_CHOOSE_H

#include "tracegen/operators/ops.h"

/*
 * The sites (struct tg_site) that a kernel can have: those whose faults show in a run, and not on
 * another machine alone. By turns of the operators, who come the more often the heavier they are
 * (by the root of their weights: there are few sites) and the less their class is logic, drawn by
 * the key. In the arena. only: flags (TG_OP_COUNT) of the operators that are taken; NULL: all.
 */
int ds_kernel_choose(const struct fl_list *sites, const bool *only, struct fl_slice key,
	struct fl_arena *a, struct fl_list *ret_sites, struct fl_error *err);

#endif

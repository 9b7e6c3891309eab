/* The end of a dataset of kernels' faults: its manifest. */
#ifndef FL_DATASETS_KERNELS_FINISH_H
#define FL_DATASETS_KERNELS_FINISH_H

#include "datasets/kernels/kernels.h"
#include "datasets/out.h"

/*
 * Fill the report's manifest, with the emulators among the toolchain, write it and commit. Errors
 * as of ds_kernels(); FL_EREFUSED when there is no record, where an empty dataset is written unless
 * one is to be replaced.
 */
int ds_kernels_finish(const struct ds_kernels_opts *opts, const struct ds_toolchain *toolchain,
	struct ds_out *out, struct fl_arena *a, struct ds_kernels_report *report,
	struct fl_error *err);

#endif

/* What of the runs that were seen becomes runs of a program; not for other rooms. */
#ifndef FL_DATASETS_PROJECT_RUNS_H
#define FL_DATASETS_PROJECT_RUNS_H

#include "datasets/project/watch.h"

/*
 * Of the runs of that program, those that ended well, can be told without the place that they
 * started from, and are not told yet: at most DS_PROJECT_RUNS_MAX, spread over all of them. None
 * when all are known to be silent. What they read is added to `files` (struct tg_file); what two
 * of them would have differently belongs to the first. ret_runs: struct tg_input.
 */
int ds_runs_of(const struct ds_watched *w, struct fl_slice exe, struct fl_vec *files,
	struct fl_arena *a, struct fl_list *ret_runs, struct fl_error *err);

/* Was it that program? libtool runs "dir/lt-x", too, where it has linked "dir/x". */
bool ds_run_is_of(const struct ds_run *run, struct fl_slice exe);

#endif

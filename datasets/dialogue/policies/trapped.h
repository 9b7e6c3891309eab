/*
 * A kernel that has given up over an exception: by then it runs its handler, which keeps what was
 * interrupted in a structure (docs/kernels.md). The debugger is taken back to that moment.
 */
#ifndef FL_DATASETS_DIALOGUE_POLICIES_TRAPPED_H
#define FL_DATASETS_DIALOGUE_POLICIES_TRAPPED_H

#include "datasets/dialogue/talk.h"

/*
 * Boot it to where the handler gives up, and set the registers that it kept: variables and frames
 * are those of the interrupted code from here on, which is not to be resumed. *ret_at: where that
 * is; *ret_frames: struct dbg_frame, of the last answer. FL_EREFUSED: no statement of the kernel's
 * is seen to give up so, or the place is not come to.
 */
int ds_trapped_enter(struct ds_talk *t, struct dbg_stop *ret_at, struct fl_list *ret_frames);

/* Boot it to the function by which it gives up. FL_EREFUSED: it does not come there. */
int ds_trapped_reach(struct ds_talk *t);

#endif

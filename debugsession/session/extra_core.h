/*
 * "post-mortem [FRAMES]": why the program stopped for good and where all its threads were. `data`
 * has signal (number, name, and the address of a fault, as the kernel recorded them; absent where
 * there is no record), threads (id, target, name, current, frames by MI's names), count, and
 * omitted_threads. At most 256 threads and 4000 frames in all.
 */
#ifndef FL_DEBUGSESSION_EXTRA_CORE_H
#define FL_DEBUGSESSION_EXTRA_CORE_H

#include "debugsession/session/extra.h"

int dbg_extra_core(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);

#endif

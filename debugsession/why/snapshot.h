/*
 * One look at a program at one place: it is started, runs until it gets there, and what it looks
 * like then is the answer.
 */
#ifndef FL_DEBUGSESSION_WHY_SNAPSHOT_H
#define FL_DEBUGSESSION_WHY_SNAPSHOT_H

#include "debugsession/session/extra.h"

enum { DBG_SNAPSHOT_FRAMES = 64, DBG_SNAPSHOT_VARS = 256 };

/*
 * "snapshot FILE:LINE [if CONDITION]" (extra.h). `data`: reached, and where it was not, message;
 * stop, frame_vars and backtrace as the shapes of model.h have them (the last two while there is a
 * program); program_output. A program that crashes or ends before it gets there is no failure of
 * the command: reached is false, and the snapshot is that of its crash. Where the line has no
 * code, the next that has is meant, and `note` says so. FL_ETIMEOUT when it does
 * neither in time, FL_EREFUSED when there is no such place.
 */
int dbg_extra_snapshot(
	const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);

#endif

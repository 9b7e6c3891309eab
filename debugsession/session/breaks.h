/*
 * A user's own list of breakpoints (start --break-list), set at the start and by the command
 * `breaks` again: a line each, a place ("kernel_main", "a.c:12 if x > 3") or a command of the
 * debugger that sets one ("hbreak _start", "watch x"). Empty lines and those that start with # do
 * not count.
 */
#ifndef FL_DEBUGSESSION_BREAKS_H
#define FL_DEBUGSESSION_BREAKS_H

#include "debugsession/session/extra.h"

enum { DBG_BREAKS_MAX = 256 };

/*
 * Set those of the file that are not there; what the debugger says is appended to text. FL_EREFUSED
 * when one could not be set, after all others: the message has the first of them and why.
 * FL_ELIMIT for more than DBG_BREAKS_MAX lines. The gate judges each; wall_ms is for each.
 */
int dbg_breaks_set(struct dbg_session *s, const char *path, unsigned wall_ms, struct fl_buf *text,
	struct fl_error *err);

/* The command. data: as of `info breakpoints`. */
int dbg_run_breaks(const struct dbg_extra_in *in, struct dbg_extra_out *out, struct fl_error *err);

#endif

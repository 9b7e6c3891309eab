/*
 * The process of a session: it owns the debugger and answers clients over a Unix socket in the
 * directory of sessions, a line of JSON for each line of JSON (docs/debugsession.md, "Protocol").
 * Commands run one after the other; status, interrupt, input, output and log are answered at once.
 */
#ifndef FL_DEBUGSESSION_SERVE_H
#define FL_DEBUGSESSION_SERVE_H

#include "debugsession/session.h"

enum { DBG_SESSIONS_MAX = 32 };

/*
 * Start a session in a process of its own and wait until it is ready. Appends the answer to the
 * start, one line of JSON without newline, success or failure. prefix: what its id starts with
 * ("gdb"). xdg: the value of XDG_RUNTIME_DIR, or NULL. Returns 0 when there is a session, else the
 * code of what went wrong.
 */
int dbg_serve_start(const struct dbg_session_opts *opts, const char *prefix, const char *xdg,
	struct fl_buf *answer, struct fl_error *err);

#endif

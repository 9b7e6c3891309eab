/*
 * The process of a session: it owns the debugger and answers clients over a Unix socket in the
 * directory of sessions, a line of JSON for each line of JSON (docs/debugsession.md, "Protocol").
 * Commands run one after the other; status, interrupt, input, output and log are answered at once.
 */
#ifndef FL_DEBUGSESSION_SERVE_H
#define FL_DEBUGSESSION_SERVE_H

#include "debugsession/session/session.h"

enum { DBG_SESSIONS_MAX = 32 };

/* Whose directory, and the session's name: an id, or a prefix ("gdb") for one with the time. */
struct dbg_serve_as {
	const char *xdg; /* the value of XDG_RUNTIME_DIR, or NULL */
	const char *prefix, *id; /* one of them; the other NULL */
};

/*
 * Start a session in a process of its own. *ret_ready is the reading end of a pipe on which the
 * answer to the start comes, one line of JSON without newline, success or failure, and then its
 * end; the caller closes it.
 */
int dbg_serve_begin(const struct dbg_session_opts *opts, const struct dbg_serve_as *as,
	int *ret_ready, struct fl_error *err);

/* Did the start succeed that said this? Else the code of what went wrong. */
int dbg_serve_check(struct fl_slice said, struct fl_error *err);

/*
 * Both, waiting: appends the answer, also where there was no process to give one. Returns 0 when
 * there is a session.
 */
int dbg_serve_start(const struct dbg_session_opts *opts, const struct dbg_serve_as *as,
	struct fl_buf *answer, struct fl_error *err);

#endif

/*
 * A debugging stub on another machine, over ssh: "ssh:[USER@]HOST[:PORT]". ssh runs there
 *
 *     gdbserver --once - PROGRAM ARGUMENTS…        or        gdbserver --once --attach - PID
 *
 * and the debugger is connected to its standard streams by a socket of ours, so that no shell is
 * asked for here and no port is open anywhere. The arguments of ssh are fixed (no questions: what
 * it needs to know is in the user's configuration and agent); those of gdbserver are quoted for the
 * shell over there. What ssh and gdbserver write to standard error, and the program to both of its
 * streams, goes to the descriptor that the caller names.
 */
#ifndef FL_DEBUGSESSION_REMOTE_H
#define FL_DEBUGSESSION_REMOTE_H

#include "debugsession/console/loop.h"

struct dbg_remote_opts {
	const char *address;
	const char *program; /* on the other machine; NULL with attach */
	const char *const *args; /* NULL-terminated, or NULL */
	int64_t attach; /* process there, or 0 */
	int err; /* where standard error goes: it stays the caller's */
};

struct dbg_remote;

bool dbg_remote_is_ssh(const char *address); /* NULL is none */

/*
 * Listen on a socket in a directory of its own. The first connection to it, by our own user, starts
 * ssh, and takes socket and directory away; the loop does that. The caller closes it before the
 * loop ends. FL_EINVAL for an address that is none, or when there is nothing to debug.
 */
int dbg_remote_open(struct dbg_loop *loop, const struct dbg_remote_opts *opts,
	struct dbg_remote **ret_remote, struct fl_error *err);
void dbg_remote_close(struct dbg_remote *r); /* NULL is allowed */

/* What to connect to. */
const char *dbg_remote_path(const struct dbg_remote *r);

#endif

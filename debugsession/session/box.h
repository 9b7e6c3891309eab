/*
 * A sandbox for a session: gdb and the program, or QEMU, in a box (base/sandbox/sandbox.h) with
 * what they need of the user's files (bring.h), so that neither can read or change anything else.
 * What opts.shown names is there without being copied, read-only, as far as the box's user may read
 * it.
 */
#ifndef FL_DEBUGSESSION_BOX_H
#define FL_DEBUGSESSION_BOX_H

#include "debugsession/bring/bring.h"
#include "debugsession/session/session.h"

enum { DBG_BOXED_MAX = 6 };

struct dbg_boxed {
	struct fl_box *box;
	struct dbg_bring bring;
	struct dbg_session_opts opts; /* the session's, with the names that files have inside */
	char *names[DBG_BOXED_MAX]; /* those, owned; and the options' names of the same files */
	const char *paths[DBG_BOXED_MAX];
	char *directory; /* the program's working directory inside; owned, or NULL: FL_BOX_DIR */
	char *shown; /* the true name of a disk's image that is shown; owned, or NULL */
};

/*
 * Make the box and copy the files. Frees what it made on failure: FL_EMISSING when the system gives
 * no box, FL_ELIMIT when the files do not fit, FL_EINVAL for what a sandboxed session cannot do
 * (attach, remote targets, a directory of its own).
 */
int dbg_box_open(
	const struct dbg_session_opts *opts, struct dbg_boxed *ret_boxed, struct fl_error *err);

/*
 * A command that names files of the user's, by whole paths: bring those that it loads (program,
 * symbols, core file, libraries), and append the command to line with the names inside, also of
 * sources that a place names. Other commands leave line empty. Errors are those of bring.h.
 */
int dbg_box_command(
	struct dbg_boxed *b, struct fl_slice command, struct fl_buf *line, struct fl_error *err);

void dbg_box_close(struct dbg_boxed *b);

#endif

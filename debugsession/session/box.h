/*
 * A sandbox for a session: gdb and the program, or QEMU, in a box (base/sandbox.h) with copies of
 * what they need, so that neither can read or change anything else of the user's. The program, its
 * core file, the kernel and so on are copied to the box's directory; of the program's directory
 * also its sources and shared libraries, so that gdb finds them. What opts.shown names is there
 * without being copied, read-only, as far as the box's user may read it.
 */
#ifndef FL_DEBUGSESSION_BOX_H
#define FL_DEBUGSESSION_BOX_H

#include "debugsession/session/session.h"

enum { DBG_BOXED_MAX = 6 };

struct dbg_boxed {
	struct fl_box *box;
	struct dbg_session_opts opts; /* the session's, with the names that files have inside */
	char *names[DBG_BOXED_MAX]; /* those, owned; and the options' names of the same files */
	const char *paths[DBG_BOXED_MAX];
	char *from; /* directory of the program outside; owned, or NULL */
};

/*
 * Make the box and copy the files. Frees what it made on failure: FL_EMISSING when the system gives
 * no box, FL_ELIMIT when the files do not fit, FL_EINVAL for what a sandboxed session cannot do
 * (attach, remote targets, a directory of its own).
 */
int dbg_box_open(
	const struct dbg_session_opts *opts, struct dbg_boxed *ret_boxed, struct fl_error *err);

/*
 * A command that loads a program, symbols or a core file: copy an object file (ELF, PE) named by
 * its whole path into the box, with what goes along with it, and append to line the command with
 * its name there. Other commands, and files that are none, leave line empty. *ret_from: the
 * directory that it came from, to be mapped to FL_BOX_DIR for sources; empty: none; it points into
 * the command.
 */
int dbg_box_command(const struct dbg_boxed *b, struct fl_slice command, struct fl_buf *line,
	struct fl_slice *ret_from, struct fl_error *err);

void dbg_box_close(struct dbg_boxed *b);

#endif

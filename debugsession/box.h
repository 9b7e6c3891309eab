/*
 * A sandbox for a session: gdb and the program in a box (base/sandbox.h) with copies of what they
 * need, so that neither can read or change anything else of the user's. The program, its core file
 * and so on are copied to the box's directory; of the program's directory also its sources and
 * shared libraries, so that gdb finds them.
 */
#ifndef FL_DEBUGSESSION_BOX_H
#define FL_DEBUGSESSION_BOX_H

#include "debugsession/session.h"

struct dbg_boxed {
	struct fl_box *box;
	struct dbg_session_opts opts; /* the session's, with the names that files have inside */
	char *names[4]; /* those, owned */
	char *from; /* directory of the program outside; owned, or NULL */
};

/*
 * Make the box and copy the files. Frees what it made on failure: FL_EMISSING when the system gives
 * no box, FL_ELIMIT when the files do not fit, FL_EINVAL for what a sandboxed session cannot do
 * (attach, remote targets, a directory of its own).
 */
int dbg_box_open(
	const struct dbg_session_opts *opts, struct dbg_boxed *ret_boxed, struct fl_error *err);
void dbg_box_close(struct dbg_boxed *b);

#endif

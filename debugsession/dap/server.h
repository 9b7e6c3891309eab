/*
 * The Debug Adapter Protocol (1.68; microsoft.github.io/debug-adapter-protocol) on two descriptors,
 * for editors: one client, one program, one session of gdb in this process. Requests are answered
 * in their order; pause, cancel, terminate and disconnect also interrupt what is being asked.
 *
 * Sequence numbers, references and identifiers are the protocol's; those of frames, scopes and
 * variables live until the program goes on. Every answer has a bound, and says when it was cut.
 */
#ifndef FL_DEBUGSESSION_DAP_SERVER_H
#define FL_DEBUGSESSION_DAP_SERVER_H

#include <stdbool.h>

#include "base/error.h"

struct dbg_adapter_opts {
	const char *xdg; /* the value of XDG_RUNTIME_DIR, or NULL: where a machine has its files */
	const char *gdb_path; /* NULL: "gdb" */
	bool sandbox; /* debugger and program in a sandbox of their own */
	int in, out; /* made non-blocking */
};

/*
 * Serve until the client disconnects or goes away, or a signal asks for the end; then the program
 * and all that it has started is gone, but for a process that was attached to and not terminated.
 * FL_EPARSE and FL_ELIMIT: what came cannot be read any further (the client was told); FL_EIO: the
 * streams broke; FL_ECLOSED: the process that served was killed. The caller must have no threads.
 */
int dbg_adapter_run(const struct dbg_adapter_opts *opts, struct fl_error *err);

#endif

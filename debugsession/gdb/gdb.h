/*
 * The GDB/MI engine (gdb 12 or later; GDB manual, "The GDB/MI Interface"). It talks to a gdb that
 * somebody has started with dbg_gdb_argv over a set of descriptors: the pipes of a sandboxed child
 * (dbg_gdb_open) or any other. Commands carry tokens and wait for their own reply; the program's
 * terminal is apart from gdb's streams and drained all the time, so neither can block the other.
 *
 * gdb is set up to read nothing but the binary and the pretty printers of the system's libraries:
 * no init files, no debug files or downloads, no scripts that a binary brings along.
 *
 * The program gets the terminal for its output and /dev/null or a file for its input; signals are
 * passed to it without a stop, but for those that mean a fault (SIGSEGV, SIGABRT, …).
 */
#ifndef FL_DEBUGSESSION_GDB_H
#define FL_DEBUGSESSION_GDB_H

#include "base/sandbox/sandbox.h"
#include "debugsession/gdb/engine.h"

/* How to start gdb, and the least environment: SHELL, PATH, LANG (the program does not see it). */
extern const char *const dbg_gdb_argv[];
/*
 * The same for a program without C++: gcc's sanitizer libraries load the one of C++, whose pretty
 * printers, compiled anew each time, are a seventh of what a short session costs.
 */
extern const char *const dbg_gdb_c_argv[];
extern const char *const dbg_gdb_env[];

/* Our ends of gdb's streams and of the program's terminal (-1: none). The caller closes them. */
struct dbg_link {
	int in, out, err, tty;
};

struct dbg_gdb_opts {
	const char *tty_name; /* the terminal's name where gdb runs; NULL with tty -1 */
	size_t output_max; /* bytes kept of what the program writes in a run; 0: 64 KiB */
	unsigned wall_ms; /* most time for gdb to answer one command; 0: 20 s */
};

/* Make an engine of a gdb that has just been started. Waits for it and sets it up. */
int dbg_gdb_new(const struct dbg_link *link, const struct dbg_gdb_opts *opts,
	struct dbg_engine **ret_engine, struct fl_error *err);

/*
 * Start gdb inside the box and make an engine of it. limits: as for fl_box_spawn(), its env and
 * randomize are not used, and its argv where another gdb than the usual one is wanted (else NULL);
 * its times and processes are for gdb and program together. The caller frees the engine, then ends
 * the child. FL_EMISSING when there is no gdb.
 */
int dbg_gdb_open(struct fl_box *box, const struct fl_run_spec *limits, struct fl_child *ret_child,
	struct dbg_engine **ret_engine, struct fl_error *err);

#endif

/*
 * The gate: which commands a session lets through. An allow-list: what is not known to be
 * harmless is refused. It is a courtesy to an agent that strays, not a wall: that is the sandbox
 * (docs/threat-model.md).
 *
 * A command is resolved by the names that the found gdb lists (`help all`), so that abbreviations
 * and aliases mean what gdb means by them, and what is sent is the resolved one, with whole words:
 * gdb is never asked to resolve anything that was not judged. The text after the name is judged by
 * what the command does with it: an expression may not call functions, assign to registers or
 * memory, or name a convenience function that runs programs; arguments of the program may hold
 * nothing that a shell reads; and so on (gate_policy.c has a row for each command).
 *
 * Of the engine lldb-dap, which does gdb's commands by requests, the names are those that its own
 * `help all` lists, so that nothing of lldb's command language passes; expressions are judged by a
 * grammar of their own (gate_lldb.c).
 */
#ifndef FL_DEBUGSESSION_GATE_H
#define FL_DEBUGSESSION_GATE_H

#include <stdbool.h>

#include "base/arena.h"

struct dbg_gate_opts {
	bool on;
	bool network; /* `target remote` is let through, but never to a pipe */
	bool lldb; /* what passes goes to the engine lldb-dap */
	bool boxed; /* the session is in a sandbox: programs of the system and LD_LIBRARY_PATH pass */
	/* Is this the name of a register of the target? NULL: no assignment to $NAME passes. */
	bool (*is_register)(void *ctx, struct fl_slice name);
	void *ctx;
};

struct dbg_gate;

enum { DBG_GATE_HELP_MAX = 4 << 20, DBG_GATE_LINE_MAX = 4 << 20 };

/*
 * help_all: what `help all` of the debugger prints, at most DBG_GATE_HELP_MAX bytes; it is copied.
 * Names that the user has defined are refused, whatever they do. The caller frees the gate.
 */
int dbg_gate_new(const struct dbg_gate_opts *opts, struct fl_slice help_all,
	struct dbg_gate **ret_gate, struct fl_error *err);
void dbg_gate_free(struct dbg_gate *g); /* NULL is allowed */

/*
 * Judge a command, CLI or MI, or a script of several lines, and append to out what is to be sent
 * instead. FL_EREFUSED with what was refused, why, and how to allow it; out is then of no use.
 */
int dbg_gate_pass(const struct dbg_gate *g, struct fl_slice command, struct fl_buf *out,
	struct fl_error *err);

/* The argument of a command of our own (extra.h): it may evaluate, and do nothing else. */
int dbg_gate_words(const struct dbg_gate *g, struct fl_slice arguments, struct fl_error *err);

/*
 * What is given at a session's start, without a gdb: "NAME=VALUE" for the program's environment,
 * the path of the program, the debugger to run (which must be a gdb or lldb-dap of the system by
 * its name; NULL passes).
 */
int dbg_gate_environment(
	const struct dbg_gate_opts *opts, struct fl_slice setting, struct fl_error *err);
int dbg_gate_program(const struct dbg_gate_opts *opts, const char *path, struct fl_error *err);
int dbg_gate_debugger(const char *path, struct fl_error *err);

/* Is this HOST:PORT, or path of a socket, on this machine? Other forms are not. */
bool dbg_gate_is_local(struct fl_slice address);

#endif

/* What the files of the gate share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_GATE_PRIV_H
#define FL_DEBUGSESSION_GATE_PRIV_H

#include "debugsession/gate/gate.h"

/* A name that gdb knows, whole ("set print pretty"), and the command that it stands for. */
struct dbg_gate_name {
	struct fl_slice name, canonical;
	bool user; /* defined by the user */
};

struct dbg_gate {
	struct dbg_gate_opts opts;
	struct fl_arena arena;
	struct dbg_gate_name *names;
	size_t count;
};

/* What a command does with the text after its name. */
enum dbg_gate_kind {
	DBG_GATE_TEXT, /* nothing that matters */
	DBG_GATE_VALUE, /* takes it as a word, or evaluates it for a number */
	DBG_GATE_DATA, /* looks at expressions, types or symbols without running anything */
	DBG_GATE_EXPR, /* evaluates it */
	DBG_GATE_NUMBERED, /* a number, and an expression that is evaluated */
	DBG_GATE_SETTING, /* evaluates it, or it is a setting that there is not */
	DBG_GATE_WATCH, /* an expression, and `if` with a condition */
	DBG_GATE_PLACE, /* a location, and `if` with a condition */
	DBG_GATE_ARGS, /* arguments of the program, through a shell */
	DBG_GATE_ENV, /* NAME=VALUE for the program */
	DBG_GATE_PROGRAM, /* the program to debug */
	DBG_GATE_FILE, /* a file that is read as an object file */
	DBG_GATE_APPLY, /* where to, flags, and a command */
	DBG_GATE_WITH, /* a setting, "--" and a command */
	DBG_GATE_TARGET, /* the address of a stub */
	DBG_GATE_COMPLETE, /* the start of a command */
	DBG_GATE_SET, /* of MI: what `set` takes */
	DBG_GATE_INTERPRETER, /* of MI: "console" and a command */
	DBG_GATE_NO /* refused, though the row above it allows */
};

struct dbg_gate_row {
	const char *words; /* "info line"; "info *" stands for all below */
	enum dbg_gate_kind kind;
};

/* The rows for a command by its whole name; NULL: none. */
const struct dbg_gate_row *dbg_gate_find(const struct dbg_gate *g, struct fl_slice canonical);
const struct dbg_gate_row *dbg_gate_find_mi(const struct dbg_gate *g, struct fl_slice name);

/* Are there commands below this one that pass? */
bool dbg_gate_has_below(struct fl_slice canonical);

/*
 * Does the sandbox hold what an expression or a command could do? gdb and the program are in it,
 * and the program does there what it likes. Of lldb-dap this is not said: what its expressions may
 * be keeps them out of lldb's own language.
 */
static inline bool dbg_gate_walled(const struct dbg_gate *g)
{
	return g->opts.boxed && !g->opts.lldb;
}

/* FL_EREFUSED: what, and why. */
int dbg_gate_refuse(struct fl_error *err, struct fl_slice what, const char *why);

/* Judge a text by its kind, which is one without a command in it. FL_EREFUSED with the reason. */
int dbg_gate_check(const struct dbg_gate *g, enum dbg_gate_kind kind, struct fl_slice text,
	struct fl_error *err);

/* No convenience function or variable that is not known to be harmless. */
int dbg_gate_check_names(struct fl_slice text, struct fl_error *err);

/* An expression; calls: those of functions are told, too. */
int dbg_gate_check_expression(
	const struct dbg_gate *g, struct fl_slice text, bool calls, struct fl_error *err);

/*
 * For lldb-dap (gate_lldb.c): an expression but for assignments in it; a text that is a name or
 * path to lldb, and never evaluated.
 */
int dbg_gate_lldb_expression(struct fl_slice text, struct fl_error *err);
int dbg_gate_lldb_name(struct fl_slice text, struct fl_error *err);

/* An MI command without its "-" and token; a CLI command. depth counts commands in commands. */
int dbg_gate_mi(const struct dbg_gate *g, struct fl_slice line, struct fl_buf *out, unsigned depth,
	struct fl_error *err);
int dbg_gate_cli(const struct dbg_gate *g, struct fl_slice line, struct fl_buf *out, unsigned depth,
	struct fl_error *err);

/* Read the names of `help all` into the gate. */
int dbg_gate_learn(struct dbg_gate *g, struct fl_slice help_all, struct fl_error *err);

/*
 * Resolve the words at the start of *rest, as many as name a command, and cut them off. 0 with
 * the entry; FL_EREFUSED when there is no such command or the word is ambiguous.
 */
int dbg_gate_resolve(const struct dbg_gate *g, struct fl_slice *rest,
	const struct dbg_gate_name **ret_name, struct fl_error *err);

#endif

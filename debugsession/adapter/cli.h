/* The rows of the table of CLI commands (cli.c). Nobody outside this room includes this. */
#ifndef FL_DEBUGSESSION_ADAPTER_CLI_H
#define FL_DEBUGSESSION_ADAPTER_CLI_H

#include "debugsession/adapter/engine_priv.h"

/* args: what follows the command's words, trimmed. FL_EREFUSED with gdb's words. */
typedef int (*dbg_dap_cli_fn)(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err);

/* words: "info locals"; least: the shortest that gdb takes for it, "i lo". */
struct dbg_dap_cli_row {
	const char *words, *least;
	dbg_dap_cli_fn fn;
};

/*
 * cli.c and cli_look.c: what is done, what is looked at; the first row that fits decides. Ended by
 * a row without words. Rows with the same function are one command by several names.
 */
extern const struct dbg_dap_cli_row dbg_dap_acts[], dbg_dap_looks[];

/* cli_help.c: "all", and the names of both tables are said as by gdb's `help all`. */
int dbg_dap_help(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err);

/* cli_memory.c */
int dbg_dap_look_memory(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err);
int dbg_dap_look_instructions(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err);

/* cli_type.c */
int dbg_dap_look_type(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err);
int dbg_dap_look_ptype(struct dbg_dap_engine *e, struct fl_slice args, struct fl_error *err);

/* The next word of a command's arguments, cut off. */
struct fl_slice dbg_dap_word(struct fl_slice *rest);

#endif

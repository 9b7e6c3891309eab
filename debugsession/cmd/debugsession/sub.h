/*
 * The subcommands of the tool `debugsession`, in files by what they are about. All share one table
 * of options (debugsession.c).
 */
#ifndef FL_DEBUGSESSION_CMD_SUB_H
#define FL_DEBUGSESSION_CMD_SUB_H

#include "base/opts.h"
#include "debugsession/session/client.h"

enum {
	/* start */
	OPT_PROGRAM,
	OPT_ENV,
	OPT_STDIN,
	OPT_CORE,
	OPT_ATTACH,
	OPT_REMOTE,
	OPT_QEMU,
	OPT_MODE,
	OPT_KERNEL,
	OPT_APPEND,
	OPT_MEMORY,
	OPT_QEMU_ARG,
	OPT_QEMU_COMMAND,
	OPT_SYMBOLS,
	OPT_INIT,
	OPT_INIT_COMMAND,
	OPT_BREAK_LIST,
	OPT_ENGINE,
	OPT_GDB_PATH,
	OPT_FAST,
	OPT_LIFETIME,
	OPT_SANDBOX,
	OPT_SHOW,
	OPT_ALLOW,
	OPT_GATE,
	OPT_UNSAFE,
	OPT_ALLOW_NETWORK,
	/* all that talk to a session */
	OPT_SESSION,
	/* cmd */
	OPT_COMMAND,
	OPT_FORMAT,
	OPT_STYLE,
	OPT_MAX_BYTES,
	OPT_MAX_LINES,
	OPT_CURSOR,
	OPT_TIMEOUT,
	/* input */
	OPT_EOF,
	/* convert */
	OPT_FIX,
	OPT_SOURCE,
	/* snapshot */
	OPT_AT,
	OPT_IF,
	/* script */
	OPT_INCLUDE,
	OPT_RUNNER,
	/* stop */
	OPT_FORCE,
	OPT_COUNT
};

enum { SANDBOX_ON, SANDBOX_OFF };

enum { FORMAT_JSON, FORMAT_TEXT, FORMAT_STRUCT, FORMAT_JSONL };

/* Run a subcommand, as fl_opts_main() runs a tool. */
int dbg_cmd_start(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_cmd(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_call(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_snapshot(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_script(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_stop(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_status(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_interrupt(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_input(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_output(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_log(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_list(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_mcp(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_dap(const struct fl_opts *o, struct fl_error *err);
int dbg_cmd_convert(const struct fl_opts *o, struct fl_error *err);

/* All texts of an option that may come again, NULL-terminated, to be freed; NULL: no memory. */
const char **sub_texts(const struct fl_opts *o, size_t option);

/* --session; an error that says how to find one where it is missing. */
int sub_session(const struct fl_opts *o, struct fl_slice *ret_id, struct fl_error *err);

/* Write the text and a newline. */
int sub_put_line(int fd, struct fl_buf *text, struct fl_error *err);

/* An error about the session itself: JSON on standard error, status 1. */
int sub_complain(enum dbg_error_type type, const struct fl_error *failure, struct fl_error *err);

/* The paths of such an option, made whole; FL_ENOTFOUND. sub_free_paths() frees them. */
int sub_paths(const struct fl_opts *o, size_t option, char ***ret_paths, struct fl_error *err);
void sub_free_paths(char **paths); /* NULL is allowed */

/*
 * --show, which is for the sandbox alone: its paths, FL_EINVAL without one. To be freed as above.
 */
int sub_shown(const struct fl_opts *o, bool sandbox, char ***ret_paths, struct fl_error *err);

/* Are literals wanted? What snapshot writes unless told otherwise. */
bool sub_literals(const struct fl_opts *o);

/* Write an answer in the format that is wanted. */
int sub_show(const struct fl_opts *o, struct fl_slice answer, struct fl_error *err);

/* Operands of a subcommand: those behind its name. */
static inline size_t sub_count(const struct fl_opts *o)
{
	return o->operand_count - 1;
}

static inline const char *sub_at(const struct fl_opts *o, size_t i)
{
	return o->operands[i + 1];
}

#endif

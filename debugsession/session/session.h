/*
 * One debug session: a debugger that is kept alive between questions, with the answers in the
 * shapes that the shell face promises (docs/debugsession.md). The server (serve.h) owns it; clients
 * reach it over a socket (client.h).
 */
#ifndef FL_DEBUGSESSION_SESSION_H
#define FL_DEBUGSESSION_SESSION_H

#include "debugsession/answer/document.h"
#include "debugsession/answer/error.h"
#include "debugsession/console/console.h"
#include "debugsession/gate/gate.h"
#include "debugsession/kernel/qemu.h"
#include "debugsession/session/cut.h"

/* How to begin. Strings and lists live as long as the session. */
struct dbg_session_opts {
	const char *program; /* or NULL */
	const char *const *args; /* of the program, NULL-terminated, or NULL */
	const char *input; /* a file: the program's standard input; NULL: its terminal */
	const char *const *env; /* "K=V" to set for the program, NULL-terminated, or NULL */
	const char *symbols, *core, *remote, *init_file; /* or NULL */
	struct dbg_qemu_opts qemu; /* a machine of its own, instead of the above but symbols */
	const char *break_list; /* a file (breaks.h), or NULL */
	const char *home; /* where its files go, in a directory of its own; else NULL */
	int64_t attach; /* process to attach to, or 0 */
	const char *const *init_commands; /* NULL-terminated, or NULL */
	bool sandbox; /* debugger and program in a sandbox of their own (box.h) */
	const char *const *shown; /* whole paths to show there, read-only, NULL-terminated; NULL */
	/* Where the files that it is told of may come from, as struct dbg_bring; NULL: anywhere. */
	const char *const *roots;
	bool lenient; /* a program that cannot be loaded is a warning */
	/*
	 * The gate over commands: on and network are asked for here. It goes up after init_file and
	 * before init_commands, and cannot be taken down.
	 */
	struct dbg_gate_opts gate;
	pid_t owner; /* the session ends with this process; 0: with none */
	struct dbg_console_opts console;
	unsigned idle_ms, life_ms; /* ends without a request for so long, and anyhow; 0: never */
};

enum { DBG_WALL_MS = 30000 }; /* for a command whose request says nothing */

struct dbg_request {
	struct fl_slice command;
	unsigned wall_ms; /* 0: DBG_WALL_MS */
	struct dbg_cut cut;
	struct dbg_literal_wish literal; /* wanted: the answer has a member "literal" */
};

struct dbg_session;

/* Start the debugger and what the options ask for. The caller frees the session. */
int dbg_session_new(struct dbg_loop *loop, const char *id, const struct dbg_session_opts *opts,
	struct dbg_session **ret_session, struct fl_error *err);
void dbg_session_free(struct dbg_session *s);

/* Run a command and append its answer, one line of JSON without newline. */
void dbg_session_command(
	struct dbg_session *s, const struct dbg_request *request, struct fl_buf *out);

/* What was said at its start, as members of the object that is being written, and `warnings`. */
void dbg_session_welcome(const struct dbg_session *s, struct fl_buf *out);

/* The rest of an answer that was cut: cursor is "NUMBER:BYTE", as the answer gave it. */
void dbg_session_more(struct dbg_session *s, struct fl_slice cursor, const struct dbg_cut *cut,
	struct fl_buf *out);

/* At any moment, also while a command runs. Each appends one line of JSON without newline. */
void dbg_session_status(const struct dbg_session *s, struct fl_buf *out);
void dbg_session_interrupt(struct dbg_session *s, struct fl_buf *out);
/* end: and then the end of its input. The answer has `bytes`, how many were taken, in any case. */
void dbg_session_input(struct dbg_session *s, struct fl_slice text, bool end, struct fl_buf *out);
void dbg_session_output(
	const struct dbg_session *s, uint64_t from, const struct dbg_cut *cut, struct fl_buf *out);
void dbg_session_log(const struct dbg_session *s, const struct dbg_cut *cut, struct fl_buf *out);

/* Children have ended: look whether the debugger and QEMU are among them. */
void dbg_session_look(struct dbg_session *s);

/* When no command is under way, after the loop has turned: as dbg_console_idle(). */
void dbg_session_idle(struct dbg_session *s);

enum { DBG_SESSION_CHILDREN = 2 };
void dbg_session_children(const struct dbg_session *s, pid_t ret_pids[DBG_SESSION_CHILDREN]);

/* The debugger's process as it is numbered out here, also of one in a sandbox; 0: it has ended. */
int64_t dbg_session_debugger(const struct dbg_session *s);

struct dbg_console *dbg_session_console(const struct dbg_session *s);
const char *dbg_session_break_list(const struct dbg_session *s); /* or NULL */
struct dbg_qemu *dbg_session_qemu(const struct dbg_session *s); /* NULL: none */
size_t dbg_session_commands(const struct dbg_session *s); /* run so far */
int64_t dbg_session_age_ms(const struct dbg_session *s);

#endif

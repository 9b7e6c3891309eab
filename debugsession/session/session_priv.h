/* What the files of the session share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_SESSION_PRIV_H
#define FL_DEBUGSESSION_SESSION_PRIV_H

#include "base/model.h"
#include "debugsession/session/box.h"
#include "debugsession/session/extra.h"
#include "debugsession/session/remote.h"
#include "debugsession/session/session.h"
#include "debugsession/why/watch.h"

/* A command that was run, and its text for reading on. */
struct dbg_past {
	size_t number; /* from 1 */
	char *command, *text; /* owned; command: its start; text NULL: forgotten */
	size_t text_len;
	bool success;
	int64_t ms;
};

enum { DBG_PAST_MAX = 256, DBG_PAST_BYTES = 16 << 20, DBG_PAST_COMMAND = 16 << 10 };

struct dbg_session {
	char id[80];
	struct dbg_console *console;
	struct dbg_boxed boxed; /* with opts->sandbox; else all empty */
	size_t mapped, libraries; /* of boxed.bring.at, .libraries: what the debugger knows */
	struct dbg_gate *gate; /* NULL: none, or not yet */
	struct dbg_qemu *qemu; /* or NULL */
	struct dbg_remote *remote; /* of a target over ssh, or NULL */
	struct dbg_session_opts machine; /* the options as they are with QEMU */
	const struct dbg_session_opts *opts; /* as they came, those of boxed, or machine */
	int64_t born; /* fl_clock_ms() */
	size_t commands;
	struct dbg_past past[DBG_PAST_MAX]; /* a ring: number n is at n % DBG_PAST_MAX */
	size_t past_bytes;
	struct dbg_watches watches;
	struct fl_buf startup, env_text, init_text; /* what gdb said at the start */
};

/*
 * Through the gate, if there is one: *ret_line is what to send, the command itself or in `line`.
 * session_gate.c
 */
int dbg_session_pass(struct dbg_session *s, struct fl_slice command, struct fl_buf *line,
	struct fl_slice *ret_line, struct fl_error *err);

/* Before the debugger starts: what the options name passes, or FL_EREFUSED. Then: the gate. */
int dbg_session_check_opts(const struct dbg_session_opts *opts, struct fl_error *err);
int dbg_session_gate(struct dbg_session *s, struct fl_error *err);

/* In a box: the command with the files that it names brought there (box.h); else as it is. */
int dbg_session_bring(struct dbg_session *s, struct fl_slice command, struct fl_buf *line,
	struct fl_slice *ret_line, struct fl_error *err);

/* Connect to opts->remote; let go of a process that was attached to. session_remote.c */
int dbg_session_connect(struct dbg_session *s, struct fl_buf *said, struct fl_error *err);
void dbg_session_let_go(struct dbg_session *s);

/* "COMMAND text" as one CLI command; gdb's words go to `said`. FL_EREFUSED with them, too. */
int dbg_session_say(struct dbg_session *s, const char *command, struct fl_slice text,
	struct fl_buf *said, struct fl_error *err);

/* Do what the session's options ask for. */
int dbg_session_begin(struct dbg_session *s, struct fl_error *err);

/*
 * With opts->qemu, else nothing: check the options and have s->opts be what is to be done besides
 * (before there is a box); start QEMU; wait for it once there is a console; settle the debugger
 * once it is connected.
 */
int dbg_session_machine_opts(struct dbg_session *s, struct fl_error *err);
int dbg_session_machine_new(struct dbg_session *s, struct dbg_loop *loop, struct fl_error *err);
int dbg_session_machine_ready(struct dbg_session *s, struct fl_error *err);
int dbg_session_machine_settle(struct dbg_session *s, struct fl_error *err);

/* May this command go to the debugger now? FL_EINVAL, FL_EREFUSED. */
int dbg_session_machine_check(
	const struct dbg_session *s, struct fl_slice command, struct fl_error *err);

/* A command failed: if that is because QEMU has gone, say so, and how. True then. */
bool dbg_session_machine_gone(struct dbg_session *s, struct fl_error *err);

/*
 * How a command's answer is shaped: a row a command (shape.c). `output` is written by `shape`
 * from what a person would have seen; `data` by `data`, which may ask the console for more. Either
 * may be NULL: the text alone, no data.
 */
struct dbg_shape_in {
	struct dbg_console *console;
	struct fl_slice arguments; /* of the command, trimmed */
	struct fl_slice text; /* whole */
	struct fl_slice cut_text; /* as the answer shows it */
};

typedef void (*dbg_shape_fn)(const struct dbg_shape_in *in, struct fl_buf *out);

/* Add the answer's structs to a document (literal.h); none: its text is all there is. */
struct dbg_document;
typedef int (*dbg_items_fn)(const struct dbg_shape_in *in, struct fl_arena *a,
	struct dbg_document *d, struct fl_error *err);

struct dbg_command_row {
	const char *words; /* "info registers" */
	const char *least; /* the shortest that gdb takes for it: "i r" */
	dbg_shape_fn shape, data;
	const char *bounded; /* put before the arguments when there are none: "100"; or NULL */
	dbg_items_fn items; /* or NULL */
};

/* The row for a command, and its arguments; NULL for one without a shape of its own. */
const struct dbg_command_row *dbg_command_find(struct fl_slice command, struct fl_slice *ret_args);

/* The stop as an object: what tells where and why, from the last record. */
void dbg_shape_stop(struct fl_buf *out, const struct dbg_mi_record *stop, bool wanted);

/* The answer to a command while it is put together. */
struct dbg_answer {
	struct fl_slice command;
	const struct dbg_command_row *row; /* or NULL */
	const struct dbg_extra_row *extra; /* or NULL */
	struct dbg_shape_in in;
	struct dbg_reply reply;
	struct dbg_extra_out made; /* by extra; else empty */
	struct dbg_cut_result cut; /* what of in.text the answer shows */
	enum dbg_error_type type;
	const char *error; /* or NULL */
	const struct dbg_past *past;
};

/*
 * Append the answer; fills cut. With request->cut.max_bytes the members raw, output, data and
 * program_output have at most so many bytes of JSON together (DBG_ANSWER_LEAST, if that is more).
 * The data of a stop and of commands of ours stay whole: when they take more than half, the others
 * have half. session_answer.c
 */
enum { DBG_ANSWER_LEAST = 256 };
void dbg_answer_write(const struct dbg_session *s, struct dbg_answer *a,
	const struct dbg_request *request, struct fl_buf *out);

/* The rest of a text that is kept, from byte `at` on; its members are bounded in the same way. */
void dbg_answer_page(
	const struct dbg_past *p, size_t at, const struct dbg_cut *cut, struct fl_buf *out);

#endif

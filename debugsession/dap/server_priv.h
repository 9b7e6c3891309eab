/* What the files of the DAP server share. Nobody else includes this. */
#ifndef FL_DEBUGSESSION_DAP_SERVER_PRIV_H
#define FL_DEBUGSESSION_DAP_SERVER_PRIV_H

#include "debugsession/dap/protocol.h"
#include "debugsession/dap/server.h"
#include "debugsession/answer/answer.h"
#include "debugsession/session/rundir.h"
#include "debugsession/session/session.h"

enum {
	DBG_ADAPTER_QUEUE = 1024, /* requests that wait */
	DBG_ADAPTER_BREAKS = 4096, /* breakpoints */
	DBG_ADAPTER_REFS = 65536, /* references to variables, between two resumes */
	DBG_ADAPTER_PAGE = 1000, /* variables, frames, … of one answer */
	DBG_ADAPTER_TEXT = 4096, /* bytes of one value */
	DBG_ADAPTER_OUT = 64 << 20, /* bytes that wait for a client that does not read */
	DBG_ADAPTER_ASK_MS = 30000, /* for one question to gdb */
};

/* A request that has come. */
struct dbg_adapter_request {
	struct dbg_adapter_request *next;
	struct fl_arena arena;
	const struct fl_json *root; /* in arena */
	int64_t seq;
	bool cancelled;
};

/* What a breakpoint was asked for as: each set… request replaces those of its kind. */
enum dbg_adapter_kind {
	DBG_BREAK_SOURCE,
	DBG_BREAK_FUNCTION,
	DBG_BREAK_INSTRUCTION,
	DBG_BREAK_DATA,
	DBG_BREAK_EXCEPTION,
};

struct dbg_adapter_break {
	int64_t id; /* gdb's number; of one that gdb refused: above DBG_ADAPTER_REFUSED */
	enum dbg_adapter_kind kind;
	char *file, *asked; /* source as the client named it (else NULL); the request's own words */
	char *log; /* what to print instead of stopping, or NULL */
	char *message; /* why it is not verified, or NULL */
	char *path; /* of the source where it is, or NULL */
	int64_t line; /* where it is; 0: not known */
	bool verified, kept;
};

enum { DBG_ADAPTER_REFUSED = 1 << 30 };

enum dbg_adapter_ref_kind {
	DBG_REF_ARGUMENTS,
	DBG_REF_LOCALS,
	DBG_REF_REGISTERS,
	DBG_REF_EXPRESSION, /* becomes an object when somebody looks inside */
	DBG_REF_OBJECT,
};

/* What a variablesReference stands for; its number is the index plus one. Texts: in `stopped`. */
struct dbg_adapter_ref {
	enum dbg_adapter_ref_kind kind;
	int64_t frame; /* frameId; 0: none */
	struct fl_slice text; /* the expression, or the name of gdb's variable object */
	struct fl_slice path; /* an expression for the same; empty: there is none */
	bool root, dynamic, map; /* root: ours to delete; dynamic: made by a printer */
	int64_t children; /* of an array */
};

enum dbg_adapter_mode {
	DBG_MODE_NONE,
	DBG_MODE_LAUNCH,
	DBG_MODE_ATTACH,
	DBG_MODE_CORE,
	DBG_MODE_MACHINE, /* launched, and stopped before its first instruction */
};

enum { DBG_ADAPTER_PATH = 4096 };

struct dbg_relay;

struct dbg_adapter {
	const struct dbg_adapter_opts *opts;
	struct dbg_relay *relay; /* another debugger's adapter, which has all requests (relay.h) */
	bool passed; /* it will answer the request that is under way */
	struct fl_slice greeting; /* arguments of initialize: JSON without braces */
	int64_t greeting_seq;
	char id[DBG_ID_MAX + 1]; /* of its session, its keeper's pid in it */
	char home[DBG_ADAPTER_PATH]; /* where a machine has its files */
	struct dbg_loop loop;
	struct dbg_dap reader;
	int signals;
	struct fl_buf out; /* from byte `written` on: to be sent */
	size_t written;
	int64_t seq;
	bool ended, closing; /* nothing more is read or sent; the input has ended */
	bool left; /* the client has disconnected: nothing more is answered */
	bool flooded; /* output of the program was dropped since the last that was sent */
	struct fl_error broken; /* why, if by an error */
	struct dbg_adapter_request *first, *last, *current;
	size_t waiting;

	struct dbg_session *session;
	struct dbg_console *console;
	struct dbg_session_opts begin;
	struct fl_arena launched; /* the arguments of launch or attach */
	enum dbg_adapter_mode mode;
	bool initialized, configured, stop_on_entry, no_debug;
	bool announce; /* `initialized` is to be sent after the answer */
	int64_t line_base, column_base; /* 1, or 0 */

	bool asking; /* what gdb prints meanwhile is an answer, no news */
	bool stop_news, pausing, entering, jumped; /* a stop is to be told, and why */
	bool told_stop; /* the client believes that the program is stopped */
	bool told_exited, told_terminated;
	struct fl_buf program_text; /* written by the program and not told yet */
	int64_t told_output_ms; /* fl_clock_ms(): when it was told last */
	struct fl_slice reason, what; /* of the last stop, in `stopped` */
	int64_t thread; /* of the last stop */
	struct fl_arena stopped; /* what lives until the program goes on */
	struct dbg_adapter_ref *refs;
	size_t ref_count, ref_cap;

	struct dbg_adapter_break *breaks;
	size_t break_count;
	int64_t refused; /* breakpoints that gdb refused so far */
};

/*
 * A request: the arguments (or NULL), and the members of the answer's body to write. After an
 * error nothing of the body is sent.
 */
typedef int (*dbg_adapter_fn)(struct dbg_adapter *a, const struct fl_json *args,
	struct fl_buf *body, struct fl_error *err);

struct dbg_adapter_row {
	const char *command;
	dbg_adapter_fn run;
	const char *capability; /* what initialize says where it is there, or NULL */
};

extern const struct dbg_adapter_row dbg_adapter_rows[];
extern const size_t dbg_adapter_row_count;

#define DBG_HANDLE(name)                                                          \
	int dbg_adapter_##name(struct dbg_adapter *a, const struct fl_json *args, \
		struct fl_buf *body, struct fl_error *err)

/* server_launch.c */
DBG_HANDLE(initialize);
DBG_HANDLE(launch);
DBG_HANDLE(attach);
DBG_HANDLE(configured);
DBG_HANDLE(restart);
DBG_HANDLE(terminate);
DBG_HANDLE(disconnect);
/* server_breaks.c, server_places.c */
DBG_HANDLE(set_breakpoints);
DBG_HANDLE(set_functions);
DBG_HANDLE(set_instructions);
DBG_HANDLE(set_data);
DBG_HANDLE(data_info);
DBG_HANDLE(set_exceptions);
DBG_HANDLE(locations);
DBG_HANDLE(goto_targets);
DBG_HANDLE(jump);
/* server_stack.c */
DBG_HANDLE(threads);
DBG_HANDLE(stack);
DBG_HANDLE(scopes);
DBG_HANDLE(source);
DBG_HANDLE(modules);
DBG_HANDLE(sources);
DBG_HANDLE(exception);
/* server_vars.c, server_eval.c */
DBG_HANDLE(variables);
DBG_HANDLE(set_variable);
DBG_HANDLE(set_expression);
DBG_HANDLE(evaluate);
DBG_HANDLE(completions);
DBG_HANDLE(input);
/* server_run.c */
DBG_HANDLE(go_on);
DBG_HANDLE(next);
DBG_HANDLE(step_in);
DBG_HANDLE(step_out);
DBG_HANDLE(pause);
DBG_HANDLE(cancel);
/* server_memory.c */
DBG_HANDLE(disassemble);
DBG_HANDLE(read_memory);
DBG_HANDLE(write_memory);

/* Begin an event, whose body is open for members; send it. */
void dbg_adapter_event(struct fl_buf *out);
void dbg_adapter_send_event(struct dbg_adapter *a, const char *name, struct fl_buf *body);

/* Answer a request; body (or NULL) holds members. */
void dbg_adapter_respond(struct dbg_adapter *a, int64_t seq, struct fl_slice command,
	const struct fl_buf *body, const struct fl_error *failure);

/* Pass a message of another adapter's on; command: of the request that it answers, or NULL. */
void dbg_adapter_pass(struct dbg_adapter *a, const struct fl_json *root, const char *command);

/* An output event. Text is sent in pieces; category: "console", "stdout", "stderr", … */
void dbg_adapter_say(struct dbg_adapter *a, const char *category, struct fl_slice text);

/* Tell what the program wrote; a character that has not wholly come waits unless all is set. */
void dbg_adapter_tell_output(struct dbg_adapter *a, bool all);

/*
 * When what waits of it is to be told: a serial line gives single bytes, which are gathered; else
 * INT64_MAX, and it is told as it comes.
 */
int64_t dbg_adapter_output_due(const struct dbg_adapter *a);

/* What happened since the last request is told: stops, the end. */
void dbg_adapter_settle(struct dbg_adapter *a);

/* Watches of the console. */
void dbg_adapter_on_record(void *ctx, const struct dbg_mi_record *r);
void dbg_adapter_on_output(void *ctx, struct fl_slice bytes);

/*
 * Ask gdb. ret_result (or NULL) lives until the next question. FL_EREFUSED with gdb's words,
 * FL_EINVAL where there is no gdb yet. ask_buf releases the buffer.
 */
int dbg_adapter_ask(struct dbg_adapter *a, const struct dbg_mi_record **ret_result,
	struct fl_error *err, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
int dbg_adapter_ask_buf(struct dbg_adapter *a, struct fl_buf *command,
	const struct dbg_mi_record **ret_result, struct fl_error *err);

/* A command for ask_buf: "COMMAND --thread T --frame F" for a frameId, which may be 0. */
void dbg_adapter_command(struct fl_buf *command, const char *words, int64_t frame);

/* frameId and what it is made of. */
enum { DBG_FRAME_BITS = 16, DBG_FRAMES_MAX = (1 << DBG_FRAME_BITS) - 1, DBG_THREADS_MAX = 1 << 14 };
int64_t dbg_adapter_frame_id(int64_t thread, int64_t level);

/* A console command of gdb's in a frame; its text lives until the next question. */
int dbg_adapter_console(struct dbg_adapter *a, struct fl_slice command, int64_t frame,
	struct dbg_reply *ret_reply, struct fl_error *err);

/* Is the program stopped, so that it can be looked at? FL_EREFUSED when not. */
int dbg_adapter_need_stop(struct dbg_adapter *a, struct fl_error *err);

/* The program goes on: references and frames are dead. */
void dbg_adapter_forget_stop(struct dbg_adapter *a);

/* Members of requests. */
struct fl_slice dbg_arg_text(const struct fl_json *args, const char *name);
int64_t dbg_arg_int(const struct fl_json *args, const char *name, int64_t otherwise);
bool dbg_arg_bool(const struct fl_json *args, const char *name);
const struct fl_json *dbg_arg_list(const struct fl_json *args, const char *name); /* first item */

/* "0x…" or decimal. FL_EINVAL with the text when it is no address. */
int dbg_arg_address(
	const struct fl_json *args, const char *name, uint64_t *ret_address, struct fl_error *err);

/* A line of the client's as gdb counts, and the way back. */
int64_t dbg_adapter_line_in(const struct dbg_adapter *a, int64_t line);
int64_t dbg_adapter_line_out(const struct dbg_adapter *a, int64_t line);

/* A source object as a member: path and name; nothing where there is neither. */
void dbg_adapter_add_source(struct fl_buf *out, struct fl_slice path, struct fl_slice name);

/* At most DBG_ADAPTER_TEXT bytes of a text, whole characters, with "…" where it was cut. */
void dbg_adapter_add_text(struct fl_buf *out, const char *key, struct fl_slice text);

/* The address at the start of a value ("0x7ff… <x>") as memoryReference; nothing when none. */
void dbg_adapter_add_memory(struct fl_buf *out, struct fl_slice value);

/* Register a reference; 0 when there are too many. Texts are copied. */
int64_t dbg_adapter_new_ref(struct dbg_adapter *a, const struct dbg_adapter_ref *ref);
struct dbg_adapter_ref *dbg_adapter_ref(struct dbg_adapter *a, int64_t number);

/* gdb's variable object for an expression: its record, to be read at once. */
int dbg_adapter_object(struct dbg_adapter *a, struct fl_slice expression, int64_t frame,
	const struct dbg_mi_record **ret_result, struct fl_error *err);

/* Register the object of that answer; 0 where there is nothing inside it. */
int64_t dbg_adapter_object_ref(struct dbg_adapter *a, struct dbg_mi_value *results,
	struct fl_slice path, int64_t frame, bool root);

/* Breakpoints by gdb's number; what gdb says of them. */
struct dbg_adapter_break *dbg_adapter_break_find(struct dbg_adapter *a, int64_t id);
void dbg_adapter_break_news(
	struct dbg_adapter *a, const struct dbg_mi_record *r, const char *reason);
void dbg_adapter_breaks_free(struct dbg_adapter *a);

/* Is this stop at nothing but log points? Prints them. */
bool dbg_adapter_logged(struct dbg_adapter *a, int64_t number);

/* The machine that the arguments ask for, in a->begin. FL_EINVAL: they make no sense. */
int dbg_adapter_machine(struct dbg_adapter *a, const struct fl_json *args, struct fl_error *err);

/* What a machine has left whose server was killed. */
void dbg_adapter_machine_left(const char *xdg, const char *id);

/* Copies that live as long as the session: a text (NULL: the empty one); the texts of a list, or
 * the "NAME=VALUE" of an object, NULL-terminated. */
const char *dbg_adapter_keep(struct dbg_adapter *a, struct fl_slice text);
const char *const *dbg_adapter_keep_list(
	struct dbg_adapter *a, const struct fl_json *args, const char *name);

/* End the program, or leave it: for disconnect and for a client that went away. */
void dbg_adapter_leave(struct dbg_adapter *a, bool terminate);

#endif

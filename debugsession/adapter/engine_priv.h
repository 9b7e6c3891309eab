/*
 * What the files of the DAP engine share (docs/debugsession.md, "Engines"). Nobody else includes
 * this.
 *
 * The engine answers gdb's commands, CLI (cli*.c) and MI (ask.c), by tables whose rows ask a debug
 * adapter by requests of the Debug Adapter Protocol and put its answers into gdb's words and
 * records. The adapter is started anew for each run of the program, since none lets a program that
 * has ended run again with all its events.
 */
#ifndef FL_DEBUGSESSION_ADAPTER_ENGINE_PRIV_H
#define FL_DEBUGSESSION_ADAPTER_ENGINE_PRIV_H

#include "debugsession/console/console_priv.h"
#include "debugsession/dap/protocol.h"

enum { DBG_DAP_BREAKS = 256, DBG_DAP_THREADS = 4096, DBG_DAP_FRAMES = 10000 };

enum dbg_dap_phase {
	DBG_DAP_IDLE, /* the adapter was greeted, there is no target */
	DBG_DAP_READY, /* the program is held at its entry: to the user it has not been run */
	DBG_DAP_LIVE, /* it runs, has stopped, or is a core file */
	DBG_DAP_OVER /* it has ended; this adapter is done */
};

enum dbg_dap_break_kind { DBG_DAP_AT_LINE, DBG_DAP_AT_FUNCTION, DBG_DAP_AT_ADDRESS, DBG_DAP_WATCH };

struct dbg_dap_break {
	enum dbg_dap_break_kind kind;
	int64_t number, id; /* ours; the adapter's, 0: none */
	char *text; /* as it was typed: location or expression */
	char *source; /* AT_LINE: the file */
	int64_t asked; /* AT_LINE: its line */
	char *condition; /* or NULL */
	bool enabled, temporary;
	const char *access; /* WATCH: DAP's word for it */
	char *value; /* WATCH: the last one known */
	int64_t hits, ignore;
	bool verified;
	bool imported; /* AT_FUNCTION: of a library that was not loaded when it was set */
	char *function, *path; /* where it came to lie; or NULL */
	int64_t line;
	uint64_t address;
	size_t size; /* WATCH */
};

struct dbg_dap_frame {
	int64_t id;
	struct fl_slice function, path;
	int64_t line;
	uint64_t address;
};

/* Frames, innermost first, up to main. */
struct dbg_dap_stack {
	struct fl_arena arena;
	struct dbg_dap_frame *frames;
	size_t len;
	bool whole; /* there are no more */
};

/* The body of a response and what it lives in. Released by the one who asked. */
struct dbg_dap_answer {
	struct fl_arena arena;
	const struct fl_json *body;
};

/* What a `stopped` event said. */
struct dbg_dap_halt {
	bool pending; /* not yet made into a record */
	int64_t thread;
	int64_t break_id; /* the adapter's number; 0: none */
	char reason[32], description[160];
};

struct dbg_dap_engine;

/* In what adapters differ. */
struct dbg_dap_traits {
	void (*on_event)(struct dbg_dap_engine *e, const struct fl_json *event);

	/* What the adapter says when it refuses, as gdb would say it: sets err, FL_EREFUSED. */
	int (*refused)(struct fl_slice message, struct fl_error *err);

	bool cancels; /* the request `cancel` ends what the adapter itself does */
};

struct dbg_dap_engine {
	struct dbg_console base; /* first: a console pointer is a pointer to this */
	const struct dbg_dap_traits *traits;
	struct dbg_dap parser;
	enum dbg_dap_phase phase;
	int64_t deadline; /* of what is under way, fl_clock_ms() */

	int64_t seq, awaited; /* of the last request, of the one that waits */
	bool answered, initialized, launched, halted;
	struct fl_arena answer_arena; /* valid with answered */
	const struct fl_json *answer;

	char *program, *arguments, *path_from, *path_to; /* or NULL */
	char directory[4096]; /* where the adapter runs */
	struct fl_buf environment; /* NUL-terminated "K=V" after one another */
	bool stale; /* they changed since the program was loaded */
	bool alone; /* the program's environment is that, and nothing of the adapter's */
	bool randomize; /* its address space */

	/*
	 * `set may-call-functions off` was said, for good: expressions run nothing in the program,
	 * conditions are evaluated here, and lldb's own commands are out of reach.
	 */
	bool guarded;

	int64_t pid; /* the program's, 0: none */
	bool core; /* a core file: nothing runs */
	struct dbg_dap_halt halt;
	const char *step; /* the MI reason that a stop of kind "step" has */
	char stepped_from[256]; /* the function that a step began in */
	const char *step_request;
	bool step_instruction;
	int64_t repeats; /* further steps that were asked for */
	int64_t last_signal;
	char last_signal_name[24];
	bool interrupting;
	bool stop_asked; /* an interrupt came when it had stopped, and might go on again */
	bool in_line; /* the stop is most likely within a line: an address is shown */
	int64_t exit_code; /* -1: it was not said */

	struct dbg_dap_break *breaks[DBG_DAP_BREAKS];
	size_t break_count;
	int64_t break_last, watch_last; /* numbers given: by us; by the adapter */

	int64_t threads[DBG_DAP_THREADS]; /* the adapter's ids: number n is at n - 1 */
	size_t thread_count;
	int64_t thread; /* selected, 0: none */
	size_t frame; /* selected */
	struct dbg_dap_stack stack; /* of the selected thread */

	int64_t history; /* last number of "$1 = " */
	char *list_path; /* `list` goes on here */
	int64_t list_line;
	bool heads_only; /* of containers: while arguments are told */
	uint64_t last_address; /* of `x`: $_ */
	size_t last_size; /* of what stands there: $__ */
	const char *last_unit;
};

struct dbg_dap_engine *dbg_dap_self(struct dbg_console *c);

/* engine.c: what engines have in common. */
void dbg_dap_engine_init(struct dbg_console *c, const struct dbg_dap_traits *traits);
int dbg_dap_set_up(
	struct dbg_console *c, const struct dbg_console_opts *opts, struct fl_error *err);
void dbg_dap_engine_release(struct dbg_console *c);

/*
 * The record that a command ends with, of what *a holds, which is taken. gdb's own "no" (rc, err)
 * is an answer; what ends or breaks the command is not.
 */
int dbg_dap_finish(struct dbg_dap_engine *e, int rc, const char *class, struct dbg_mi_value *root,
	struct fl_arena *a, struct fl_error *err);
/* *text becomes a copy of s; FL_ENOMEM, and it stays what it was. The engine frees it. */
int dbg_dap_set_text(char **text, struct fl_slice s, struct fl_error *err);

/* client.c: requests. */

/*
 * Send a request and wait for its answer, at most until e->deadline. args: the members of
 * `arguments`, or empty. ret may be NULL. FL_EREFUSED with the adapter's words in gdb's spelling;
 * FL_ETIMEOUT when it was interrupted; FL_ECLOSED.
 */
int dbg_dap_request(struct dbg_dap_engine *e, const char *command, const struct fl_buf *args,
	struct dbg_dap_answer *ret, struct fl_error *err);
void dbg_dap_answer_release(struct dbg_dap_answer *answer);

/*
 * End what the adapter is doing for the request that waits: a call into the program by a signal to
 * it, else by taking the request back. false: neither can be done.
 */
bool dbg_dap_break_off(struct dbg_dap_engine *e);

/* Only send. */
int dbg_dap_send(struct dbg_dap_engine *e, const char *command, const struct fl_buf *args,
	struct fl_error *err);

/*
 * A command of the adapter's own language; its text without the echo is appended. FL_EREFUSED,
 * where the engine is guarded, when it holds a byte that lldb may read as the start of something
 * else.
 */
int dbg_dap_repl(struct dbg_dap_engine *e, struct fl_slice command, struct fl_buf *out,
	struct fl_error *err);

/* A word of such a command in quotes, so that lldb reads all of it as that word. */
void dbg_dap_quote(struct fl_buf *out, struct fl_slice word);

/* The adapter's standard output can be read. */
void dbg_dap_read(void *ctx, int fd, short revents);

/* launch.c: targets. */

/* Greet a new adapter: the old one goes, and what it had. */
int dbg_dap_greet(struct dbg_dap_engine *e, struct fl_error *err);

/* There is a target, loaded where that had not happened yet. FL_EREFUSED: "No symbol table…". */
int dbg_dap_need_target(struct dbg_dap_engine *e, struct fl_error *err);

/* The program is held at its entry, and has not been let go since; with what it has now. */
int dbg_dap_ready(struct dbg_dap_engine *e, struct fl_error *err);

/* The program shall run from its start, from its entry or on to its first stop. */
int dbg_dap_start(struct dbg_dap_engine *e, bool hold, struct fl_error *err);
int dbg_dap_attach(struct dbg_dap_engine *e, int64_t pid, struct fl_error *err);
int dbg_dap_load_core(struct dbg_dap_engine *e, struct fl_slice path, struct fl_error *err);
int dbg_dap_leave(struct dbg_dap_engine *e, bool kill, struct fl_error *err);

/* stop.c: events and stops. */
void dbg_dap_on_event(struct dbg_dap_engine *e, const struct fl_json *event);

/* FL_EREFUSED in gdb's words: the program runs. */
int dbg_dap_refuse_running(struct fl_error *err);

/* FL_EREFUSED in gdb's words unless the program has stopped. */
int dbg_dap_need_stop(const struct dbg_dap_engine *e, struct fl_error *err);

/* Make the last event a record, with its frame; true: nobody asked for that stop, go on. */
bool dbg_dap_settle(struct dbg_dap_engine *e);

/* Let it go on by "continue", "next", "stepIn", "stepOut"; reason: MI's word for its end. */
int dbg_dap_resume(struct dbg_dap_engine *e, const char *request, bool instruction,
	const char *reason, struct fl_error *err);

/* What a person sees of a stop. */
void dbg_dap_say_stop(struct dbg_dap_engine *e);

/* frames.c: threads, frames, variables. */

int64_t dbg_dap_thread_number(struct dbg_dap_engine *e, int64_t id);
void dbg_dap_forget_stack(struct dbg_dap_engine *e);

/* Frames first to first + max - 1 of a thread; the caller releases ret->arena. */
int dbg_dap_read_stack(struct dbg_dap_engine *e, int64_t thread, size_t max,
	struct dbg_dap_stack *ret, struct fl_error *err);

/* At least max frames of the selected thread are in e->stack, if there are so many. */
int dbg_dap_need_stack(struct dbg_dap_engine *e, size_t max, struct fl_error *err);

/* The selected frame. */
int dbg_dap_current(
	struct dbg_dap_engine *e, const struct dbg_dap_frame **ret, struct fl_error *err);

/* A frame as MI has it: a tuple `frame` below parent. level < 0: that of a stop, with its args. */
struct dbg_mi_value *dbg_dap_add_frame(struct dbg_dap_engine *e, struct fl_arena *a,
	struct dbg_mi_value *parent, const struct dbg_dap_frame *frame, int64_t level);

/* The file's name as the compiler may have been given it. */
struct fl_slice dbg_dap_file(const struct dbg_dap_engine *e, struct fl_slice path);

struct dbg_dap_var {
	struct fl_slice name, type, value, expr; /* as the adapter spells them */
	int64_t ref; /* to its children; 0: none */
	bool arg;
};

struct dbg_dap_vars {
	struct fl_arena arena;
	struct dbg_dap_var *vars;
	size_t len;
};

/* Of a frame: arguments first. Of a variable that has children: at most max. */
int dbg_dap_read_vars(
	struct dbg_dap_engine *e, int64_t frame, struct dbg_dap_vars *ret, struct fl_error *err);
/* Of variables of one name that of the innermost block comes first, as in gdb's lists of both. */
void dbg_dap_inner_first(struct dbg_dap_vars *vars);
int dbg_dap_read_children(struct dbg_dap_engine *e, int64_t ref, size_t max,
	struct dbg_dap_vars *ret, struct fl_error *err);

/* The reference to a frame's scope by its name; 0: it has none. */
int dbg_dap_scope(struct dbg_dap_engine *e, int64_t frame, const char *name, int64_t *ret_ref,
	struct fl_error *err);

/* Make the selected frame the one that lldb's own commands mean, too, where there is one. */
void dbg_dap_focus(struct dbg_dap_engine *e);

/* An argument's value as frames show it. */
void dbg_dap_arg(struct dbg_dap_engine *e, const struct dbg_dap_var *v, struct fl_buf *out);

/* "n=2, s=..." of a frame's arguments. */
void dbg_dap_say_args(struct dbg_dap_engine *e, int64_t frame, struct fl_buf *out);

/* "f (n=2) at t.cpp:9", with "0x… in " before it where `address` says so. */
void dbg_dap_say_frame(struct dbg_dap_engine *e, const struct dbg_dap_frame *frame, bool address,
	struct fl_buf *out);

/* value.c: values in gdb's spelling. */

/* Evaluate in the selected frame, or where there is none at the program's entry. */
int dbg_dap_evaluate(struct dbg_dap_engine *e, struct fl_slice expression,
	struct dbg_dap_answer *answer, struct dbg_dap_var *ret, struct fl_error *err);

void dbg_dap_value(struct dbg_dap_engine *e, const struct dbg_dap_var *v, struct fl_buf *out);

/* The same without the elements of containers, as gdb shows them among a frame's arguments. */
void dbg_dap_head(struct dbg_dap_engine *e, const struct dbg_dap_var *v, struct fl_buf *out);

/* The whole of it: evaluate and spell. */
int dbg_dap_evaluate_text(struct dbg_dap_engine *e, struct fl_slice expression, struct fl_buf *out,
	struct fl_error *err);
/* The same in the frame of that level, which is not selected for it; level < 0: in the selected. */
int dbg_dap_evaluate_at(struct dbg_dap_engine *e, int64_t level, struct fl_slice expression,
	struct fl_buf *out, struct fl_error *err);
int dbg_dap_evaluate_number(struct dbg_dap_engine *e, struct fl_slice expression,
	uint64_t *ret_value, struct fl_error *err);

/* Is the condition true, where the engine is guarded and so has to look itself? Errors say yes. */
bool dbg_dap_holds(struct dbg_dap_engine *e, const struct dbg_dap_break *b);

/* breaks.c: breakpoints and watchpoints. */

struct dbg_dap_break_wish {
	struct fl_slice location, condition;
	bool temporary;
	int64_t ignore;
	const char *access; /* of a watchpoint; else NULL */
};

int dbg_dap_break_add(struct dbg_dap_engine *e, const struct dbg_dap_break_wish *wish,
	struct dbg_dap_break **ret, struct fl_error *err);
int dbg_dap_break_delete(struct dbg_dap_engine *e, int64_t number, struct fl_error *err);
struct dbg_dap_break *dbg_dap_break_find(struct dbg_dap_engine *e, int64_t number);

/* Tell the adapter all that there are, after a change. */
int dbg_dap_breaks_apply(struct dbg_dap_engine *e, struct fl_error *err);
void dbg_dap_breaks_forget(struct dbg_dap_engine *e);

/* The adapter tells that one has changed: it came to lie somewhere. body: the event's. */
void dbg_dap_break_changed(struct dbg_dap_engine *e, const struct fl_json *body);

/* The tuple of -break-insert and -break-list. */
void dbg_dap_add_break(struct dbg_dap_engine *e, struct fl_arena *a, struct dbg_mi_value *parent,
	const char *name, const struct dbg_dap_break *b);

/* Where a location ("f", "t.cpp:9", "*0x1136", "9") is. */
int dbg_dap_locate(struct dbg_dap_engine *e, struct fl_slice location, struct dbg_dap_break *ret,
	struct fl_error *err);

/* show.c: registers, memory, source. */

/* The general registers by gdb's names and in its order; the caller releases ret->arena. */
int dbg_dap_registers(struct dbg_dap_engine *e, struct dbg_dap_vars *ret, struct fl_error *err);

/* Bytes as hexadecimal digits; fewer where memory ends. */
int dbg_dap_memory(struct dbg_dap_engine *e, uint64_t address, size_t count, struct fl_buf *hex,
	struct fl_error *err);

/* ask.c, cli.c: the tables. */

/* Answer an MI command; results become members of root. */
int dbg_dap_mi(struct dbg_dap_engine *e, struct fl_slice command, struct fl_arena *a,
	struct dbg_mi_value *root, struct fl_error *err);

/* Do a CLI command; its text is said. */
int dbg_dap_cli(struct dbg_dap_engine *e, struct fl_slice command, struct fl_error *err);

/* Do a command that no row has, in lldb's own language. FL_EREFUSED where the engine is guarded. */
int dbg_dap_foreign(struct dbg_dap_engine *e, struct fl_slice command, struct fl_error *err);

void dbg_dap_say(struct dbg_dap_engine *e, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* "12\tint x;" of these lines of a file. FL_EREFUSED: there are none. */
int dbg_dap_say_source(struct dbg_dap_engine *e, struct fl_slice path, int64_t first, int64_t last,
	struct fl_error *err);

#endif

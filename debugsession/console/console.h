/*
 * A live debugger for people and agents: any command, its whole answer, and a state that is always
 * known. It turns the caller's loop while it waits, so that others are served meanwhile.
 *
 * Commands and answers are those of gdb, CLI and MI, whichever engine it is (enum
 * dbg_engine_kind): gdb under GDB/MI itself, or a debug adapter, for which adapter/ puts commands
 * into requests and answers into records (docs/debugsession.md, "Engines", says what differs).
 *
 * Every command ends with a record of its own; a resume command then ends with the stop. A command
 * that gives no answer in time is interrupted; when that does not help either, the debugger is
 * killed: a console is in step or dead, never out of step.
 *
 * The program has a terminal of its own; what it writes is kept apart, up to output_max bytes of
 * the latest, each piece tied to the command in which it came.
 */
#ifndef FL_DEBUGSESSION_CONSOLE_H
#define FL_DEBUGSESSION_CONSOLE_H

#include "base/sandbox/sandbox.h"
#include "base/spawn.h"
#include "debugsession/console/loop.h"
#include "debugsession/console/mi.h"

/* What the target does. X(ENUM, word) */
#define DBG_STATES(X)                                                    \
	X(NONE, "no_program") /* none has been started */                \
	X(STOPPED, "stopped")                                            \
	X(RUNNING, "running")                                            \
	X(EXITED, "exited") /* it ended; breakpoints and symbols stay */ \
	X(DEAD, "dead") /* the debugger is gone */

enum dbg_state {
#define X(id, word) DBG_STATE_##id,
	DBG_STATES(X)
#undef X
		DBG_STATE_COUNT
};

extern const char *const dbg_state_words[DBG_STATE_COUNT];

/* What debugs. X(ENUM, word, ops) */
#define DBG_ENGINES(X)                                                                        \
	X(GDB, "gdb", dbg_console_mi_ops) /* gdb over GDB/MI */                               \
	X(GDB_DAP, "gdb-dap", dbg_dap_gdb_ops) /* gdb 14 or later over DAP (adapter/gdb.c) */ \
	X(LLDB_DAP, "lldb-dap", dbg_dap_lldb_ops) /* lldb-dap over DAP (adapter/) */

enum dbg_engine_kind {
#define X(id, word, ops) DBG_ENGINE_##id,
	DBG_ENGINES(X)
#undef X
		DBG_ENGINE_COUNT
};

/*
 * For who tells others what happens: called from the loop with what the program writes and, by the
 * engine gdb alone, with every record before the console takes it. They may not turn the loop.
 * NULL: none.
 */
struct dbg_console_watch {
	void (*record)(void *ctx, const struct dbg_mi_record *r);
	void (*output)(void *ctx, struct fl_slice bytes);
	void *ctx;
};

/* The engine of this name; the empty one is gdb. FL_EINVAL with those there are. */
int dbg_engine_find(struct fl_slice name, enum dbg_engine_kind *ret_engine, struct fl_error *err);

struct dbg_console_opts {
	enum dbg_engine_kind engine;
	const char *gdb_path; /* the debugger or adapter to run; NULL: the engine's usual one */
	const char *cwd; /* NULL: ours */
	bool fast; /* no debug files of libraries, no printers: see docs/debugsession.md */
	const char *
		cache; /* where it keeps what saves time (debugsession/console/cache.h); NULL, "": none */
	size_t output_max; /* bytes kept of what the program writes; 0: 1 MiB */
	struct fl_box *box; /* run both in there; NULL: beside us. Outlives the console */
	/* With a box: the times, of a debugger and its program each time it is started; 0: none. */
	unsigned box_cpu_ms, box_wall_ms;
	struct dbg_console_watch watch;
};

struct dbg_console;

/* Start the debugger and set it up. The caller frees the console. FL_EMISSING: there is none. */
int dbg_console_new(struct dbg_loop *loop, const struct dbg_console_opts *opts,
	struct dbg_console **ret_console, struct fl_error *err);

/* Kill the debugger, and the program with it. NULL is allowed. */
void dbg_console_free(struct dbg_console *c);

/* The answer to one command. Texts and records live until the next command. */
struct dbg_reply {
	struct fl_slice text; /* what a person would have seen */
	struct fl_slice program_output; /* what the program wrote meanwhile */
	uint64_t
		program_output_from; /* where that is in all of its output, for dbg_console_output() */
	uint64_t program_output_lost; /* bytes before that, which are kept no more */
	const struct dbg_mi_record *result; /* ^done, ^running or ^error; NULL when none came */
	const struct dbg_mi_record *stop; /* the stop that ended a resume command, or NULL */
	bool resumed; /* it let the program run */
	bool text_cut; /* text passed its maximum of 16 MiB; the end is kept in step all the same */
};

/*
 * Run a command, CLI ("next") or MI ("-exec-next"), wait at most wall_ms for its answer and, where
 * it resumes the program, for the stop. Several lines are one script, as in a file that is sourced.
 * Nothing but comments ("# …") does nothing: there is no result then.
 *
 * 0: *ret_reply is filled (the debugger's own errors too: result is ^error). FL_ETIMEOUT after a
 * resume: the program goes on running, and *ret_reply has what came so far; else: the command was
 * interrupted.
 * FL_ECLOSED: the console is dead. FL_EINVAL: the command could not be sent (empty, NUL in it, or
 * one that would ask for more input).
 */
int dbg_console_run(struct dbg_console *c, struct fl_slice command, unsigned wall_ms,
	struct dbg_reply *ret_reply, struct fl_error *err);

/* Wait for the running program to stop, as after a resume that timed out. */
int dbg_console_wait(
	struct dbg_console *c, unsigned wall_ms, struct dbg_reply *ret_reply, struct fl_error *err);

/* Does this CLI command let the program go on? */
bool dbg_console_resumes(struct fl_slice command);

/*
 * A quiet MI command for what an answer needs besides: nothing of it is kept but the result, until
 * the next ask or command. FL_EREFUSED with the debugger's words.
 */
int dbg_console_ask(struct dbg_console *c, const char *command,
	const struct dbg_mi_record **ret_result, struct fl_error *err);

/* The same with a limit of its own instead of 10 s. */
int dbg_console_ask_within(struct dbg_console *c, const char *command, unsigned wall_ms,
	const struct dbg_mi_record **ret_result, struct fl_error *err);

/*
 * When no command is under way, after the loop has turned: a stop whose condition the engine looks
 * at itself is passed by where that does not hold. It may turn the loop.
 */
void dbg_console_idle(struct dbg_console *c);

/* At any moment, from a callback of the loop too: ask the running program to stop. */
int dbg_console_interrupt(struct dbg_console *c, struct fl_error *err);

/*
 * At any moment: nobody wants to wait any longer; who does gets FL_ECLOSED. What can still be done
 * with the console then is to end it; false: for what has to be asked for that.
 */
void dbg_console_abandon(struct dbg_console *c, bool abandoned);

/*
 * At any moment: who waits for the program to stop need not wait any longer: FL_ETIMEOUT, and the
 * program goes on.
 */
void dbg_console_stop_waiting(struct dbg_console *c);
bool dbg_console_abandoned(const struct dbg_console *c);

enum dbg_state dbg_console_state(const struct dbg_console *c);
bool dbg_console_busy(const struct dbg_console *c); /* a command waits for its answer */
const struct dbg_mi_record *dbg_console_stop(const struct dbg_console *c); /* last one, or NULL */
bool dbg_console_stop_wanted(const struct dbg_console *c); /* it followed an interrupt of ours */
pid_t dbg_console_pid(const struct dbg_console *c); /* the debugger's; 0: dead, or in a box */
bool dbg_console_attached(
	const struct dbg_console *c); /* to a process here that is not its child */
int64_t dbg_console_program_pid(const struct dbg_console *c); /* 0: none or not known */
int dbg_console_tty(const struct dbg_console *c); /* the program's end of its terminal, or -1 */
struct dbg_loop *dbg_console_loop(const struct dbg_console *c); /* as dbg_console_new() got it */

/*
 * Look whether the debugger has ended (the console is dead then), or, behind its back, the program
 * that it holds (killed from outside, or by the kernel: the state is "exited" then).
 */
void dbg_console_look(struct dbg_console *c);

/* What the program wrote, where it does not come from its terminal: a serial line. */
void dbg_console_add_output(struct dbg_console *c, struct fl_slice bytes);

/*
 * Send text to the program's terminal. FL_ELIMIT when the program does not read, or when a line is
 * longer than the 4095 bytes that a terminal keeps of it (then nothing was sent). *text is then
 * what was not taken, else empty.
 */
int dbg_console_input(struct dbg_console *c, struct fl_slice *text, struct fl_error *err);

/*
 * The end of its input, behind all that was sent: as ^D at a terminal. FL_EINVAL where the program
 * has told its terminal not to know one, FL_ELIMIT when it does not read.
 */
int dbg_console_end_input(struct dbg_console *c, struct fl_error *err);

/* The program's output from byte `from` of all it wrote; *ret_from: where it really starts. */
struct fl_slice dbg_console_output(
	const struct dbg_console *c, uint64_t from, uint64_t *ret_from, uint64_t *ret_end);

#endif

/*
 * What a debugger can do for us, whichever it is. An engine (debugsession/gdb/gdb.h) fills the
 * table of operations; callers use the dbg_… functions below. One engine serves many binaries and
 * many runs of each, one program at a time, and is used by one thread.
 *
 * Every call returns 0 or a code with err filled (NULL is allowed):
 *   FL_ECLOSED   the debugger is gone (crashed, was killed); only dbg_engine_free() is left
 *   FL_ETIMEOUT  no answer, or no stop, in time; after a dbg_wait() the program still runs
 *   FL_EREFUSED  the debugger said no; its words are in the message
 * Results live in the arena that is passed. Depth 0 is the innermost frame of the stopped thread.
 */
#ifndef FL_DEBUGSESSION_ENGINE_H
#define FL_DEBUGSESSION_ENGINE_H

#include "debugsession/model.h"

/* A run of the loaded binary. */
struct dbg_run {
	const char *const *args; /* NULL-terminated, without argv[0]; NULL: none */
	const char *const *env; /* the whole environment, NULL-terminated "K=V"; NULL: empty */
	const char *stdin_path; /* where the debugger runs; NULL: /dev/null */
	unsigned cpu_s; /* RLIMIT_CPU of the program in seconds (SIGXCPU); 0: none */
	bool randomize; /* address space randomisation on */
	/*
	 * A machine in the program's place (NULL: none; what is above does not count then): a shell
	 * command that starts it, halted before its first instruction, with a stub at the Unix
	 * socket of that name; both where the debugger runs. It writes to the program's terminal,
	 * and is killed like a program.
	 */
	const char *boot, *stub;
};

struct dbg_break {
	const char *file; /* with line; or NULL */
	int64_t line;
	const char *function; /* where file is NULL */
	const char *condition; /* or NULL */
	uint32_t ignore; /* hits to pass over first */
	bool temporary;
};

/* A breakpoint that was set. */
struct dbg_break_info {
	int64_t id;
	int64_t line; /* where it landed, 0 when it is several lines or unknown */
	int64_t places; /* count of places */
};

enum dbg_resume { DBG_CONTINUE, DBG_STEP_IN, DBG_STEP_OVER, DBG_FINISH, DBG_RESUME_COUNT };

struct dbg_engine;

struct dbg_engine_ops {
	const char *name;
	int (*load)(struct dbg_engine *e, const char *binary, struct fl_error *err);
	int (*run)(struct dbg_engine *e, const struct dbg_run *run, struct fl_error *err);
	int (*resume)(struct dbg_engine *e, enum dbg_resume how, struct fl_error *err);
	int (*interrupt)(struct dbg_engine *e, struct fl_error *err);
	int (*wait)(struct dbg_engine *e, unsigned wall_ms, struct fl_arena *a,
		struct dbg_stop *ret_stop, struct fl_error *err);
	int (*kill)(struct dbg_engine *e, struct fl_error *err);
	int (*break_add)(struct dbg_engine *e, const struct dbg_break *where,
		struct dbg_break_info *ret_info, struct fl_error *err);
	int (*break_output)(struct dbg_engine *e, uint64_t byte, struct dbg_break_info *ret_info,
		struct fl_error *err);
	int (*watch_add)(struct dbg_engine *e, uint64_t address, size_t bytes,
		struct dbg_break_info *ret_info, struct fl_error *err);
	int (*watch_access)(struct dbg_engine *e, uint64_t address, size_t bytes,
		struct dbg_break_info *ret_info, struct fl_error *err);
	int (*place_before)(struct dbg_engine *e, struct fl_arena *a, struct dbg_frame *ret_frame,
		struct fl_error *err);
	int (*break_clear)(struct dbg_engine *e, int64_t id, struct fl_error *err);
	int (*break_ignore)(struct dbg_engine *e, int64_t id, uint32_t hits, struct fl_error *err);
	int (*break_hits)(
		struct dbg_engine *e, int64_t id, int64_t *ret_hits, struct fl_error *err);
	int (*backtrace)(struct dbg_engine *e, size_t max, struct fl_arena *a,
		struct fl_list *ret_frames, struct fl_error *err);
	int (*variables)(struct dbg_engine *e, int64_t depth, size_t max, struct fl_arena *a,
		struct fl_list *ret_vars, struct fl_error *err);
	int (*evaluate)(struct dbg_engine *e, int64_t depth, struct fl_slice expression, size_t max,
		struct fl_arena *a, struct fl_slice *ret_value, struct fl_error *err);
	struct fl_slice (*output)(struct dbg_engine *e, bool *ret_cut);
	void (*free)(struct dbg_engine *e);
};

struct dbg_engine {
	const struct dbg_engine_ops *ops;
};

/* Make binary the program to debug; breakpoints of an earlier one are dropped. */
int dbg_load(struct dbg_engine *e, const char *binary, struct fl_error *err);

/* Start it from the beginning; a program that still lives is killed first. Then dbg_wait(). */
int dbg_run(struct dbg_engine *e, const struct dbg_run *run, struct fl_error *err);

/* Let the stopped program go on. Then dbg_wait(). FL_EREFUSED when it is not stopped. */
int dbg_resume(struct dbg_engine *e, enum dbg_resume how, struct fl_error *err);

/*
 * Ask the running program to stop; the stop comes by dbg_wait(). A program that blocks the signal
 * the debugger uses does not stop: dbg_kill() always works.
 */
int dbg_interrupt(struct dbg_engine *e, struct fl_error *err);

/*
 * Wait for the next stop, at most wall_ms. Only stops that follow the last run or resume count.
 * FL_EINVAL when the program is not running.
 */
int dbg_wait(struct dbg_engine *e, unsigned wall_ms, struct fl_arena *a, struct dbg_stop *ret_stop,
	struct fl_error *err);

/* End the program, running or stopped. No error when there is none. */
int dbg_kill(struct dbg_engine *e, struct fl_error *err);

int dbg_break_add(struct dbg_engine *e, const struct dbg_break *where,
	struct dbg_break_info *ret_info, struct fl_error *err);

/*
 * Of a stopped program that has written nothing yet (it is at main): make its stdout unbuffered,
 * and stop it in the call that hands the system the byte of that number (from 0) of what it
 * writes there in this run. What goes past the C library's write() is not seen.
 */
int dbg_break_output(
	struct dbg_engine *e, uint64_t byte, struct dbg_break_info *ret_info, struct fl_error *err);

/*
 * Stop (DBG_WATCHPOINT) behind each instruction that changes these bytes, 1, 2, 4 or 8 of them; in
 * the runs that follow, too. The hardware does it, and has room for four; where it
 * does nothing (debugsession/watches.h) gdb steps, some thousand instructions a second.
 */
int dbg_watch_add(struct dbg_engine *e, uint64_t address, size_t bytes,
	struct dbg_break_info *ret_info, struct fl_error *err);

/* The same behind each that reads or changes them, by the hardware alone: else FL_EREFUSED. */
int dbg_watch_access(struct dbg_engine *e, uint64_t address, size_t bytes,
	struct dbg_break_info *ret_info, struct fl_error *err);

/* File and line of the instruction before the one that the program is stopped at. */
int dbg_place_before(struct dbg_engine *e, struct fl_arena *a, struct dbg_frame *ret_frame,
	struct fl_error *err);

/* Remove a breakpoint or watchpoint; id 0: all of them. */
int dbg_break_clear(struct dbg_engine *e, int64_t id, struct fl_error *err);

/* Pass over the next hits of a breakpoint that is there; 0: stop at the next. */
int dbg_break_ignore(struct dbg_engine *e, int64_t id, uint32_t hits, struct fl_error *err);

/* How often it was reached in this run, hits that were passed over included. */
int dbg_break_hits(struct dbg_engine *e, int64_t id, int64_t *ret_hits, struct fl_error *err);

/* The innermost max frames (at most 256), as struct dbg_frame. */
int dbg_backtrace(struct dbg_engine *e, size_t max, struct fl_arena *a, struct fl_list *ret_frames,
	struct fl_error *err);

/*
 * Arguments and locals of a frame, at most max of them, as struct dbg_variable; inner scopes
 * first. Structs, arrays and containers come without their value (compound is set): ask for those
 * you trust with dbg_evaluate().
 */
int dbg_variables(struct dbg_engine *e, int64_t depth, size_t max, struct fl_arena *a,
	struct fl_list *ret_vars, struct fl_error *err);

/*
 * The value of an expression in a frame, cut to max bytes. An assignment is an expression too.
 * Expressions can call functions of the program and commands of the system: never pass foreign
 * text to an engine outside a sandbox.
 */
int dbg_evaluate(struct dbg_engine *e, int64_t depth, struct fl_slice expression, size_t max,
	struct fl_arena *a, struct fl_slice *ret_value, struct fl_error *err);

/* name = value in a frame. */
int dbg_assign(struct dbg_engine *e, int64_t depth, struct fl_slice name, struct fl_slice value,
	struct fl_error *err);

/* What the program has written in this run; valid until the next call. cut: there was more. */
struct fl_slice dbg_output(struct dbg_engine *e, bool *ret_cut);

/* Leave the debugger and free the engine. NULL is allowed. Processes are the transport's to end. */
void dbg_engine_free(struct dbg_engine *e);

#endif

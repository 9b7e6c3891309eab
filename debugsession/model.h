/*
 * What a debugger says, as shapes of the data model (base/model.h). A debug document is a list of
 * these, in any order and number (struct fl_items), so all that stand at its top are tagged. The
 * names of fields are those of the debugger tools a model is trained to call (README, "Formats").
 */
#ifndef FL_DEBUGSESSION_MODEL_H
#define FL_DEBUGSESSION_MODEL_H

#include "base/model.h"

/* Why the program is not running. The words are those of dbg_reason_names. */
enum dbg_reason {
	DBG_BREAKPOINT, /* "breakpoint": at one of the user's */
	DBG_STEP, /* "step": a step, next or finish ended */
	DBG_SIGNAL, /* "signal": one arrived; it can be looked at */
	DBG_EXIT, /* "exit": it has ended, by itself or by a signal, which is named then */
	DBG_INTERRUPT, /* "interrupt": we asked for it */
	DBG_OTHER, /* "other": catchpoints, system calls */
	DBG_WATCHPOINT, /* "watchpoint": a watched value was written or read, or went out of scope */
	DBG_REASON_COUNT
};

extern const struct fl_names dbg_reason_names;

struct dbg_stop {
	int reason; /* enum dbg_reason */
	int64_t signal; /* the number the kernel gives it, 0 where there is none */
	struct fl_slice signal_name;
	struct fl_slice file; /* as the compiler was given it; empty where unknown */
	int64_t line;
	struct fl_slice function;
	int64_t exit_code; /* -1 while it has not exited, and where a signal ended it */
	bool alive; /* there is a process to look at (not rendered) */
	int64_t breakpoint; /* number of the break- or watchpoint, 0 for none (not rendered) */
	int64_t thread; /* the debugger's thread number (not rendered) */
	struct fl_slice returned; /* by the call that DBG_FINISH has ended (not rendered) */
};

struct dbg_frame {
	int64_t depth; /* 0 is the innermost */
	struct fl_slice function, file;
	int64_t line;
};

struct dbg_backtrace {
	struct fl_list frames; /* struct dbg_frame */
	int64_t omitted; /* further frames that were looked at and left out */
};

struct dbg_variable {
	struct fl_slice name, type, value;
	bool arg; /* an argument of the function (not rendered) */
	bool compound; /* has no value yet: struct, array, container (not rendered) */
};

struct dbg_frame_vars {
	int64_t depth;
	struct fl_slice function, file;
	int64_t line;
	struct fl_list locals; /* struct dbg_variable; arguments first */
	int64_t omitted;
};

/* A variable whose value is another than at the step before. */
struct dbg_change {
	struct fl_slice name, value;
};

/* A line that is about to be executed. */
struct dbg_step {
	int64_t line;
	struct fl_list changed; /* struct dbg_change */
	int64_t omitted;
};

/* The last lines executed in one function, oldest first. */
struct dbg_steps {
	struct fl_slice function, file;
	struct fl_list steps; /* struct dbg_step */
	int64_t omitted; /* steps before these */
};

/* Bytes of the program's memory. */
struct dbg_mem_dump {
	uint64_t address;
	int64_t size; /* bytes that could be read and are shown */
	struct fl_slice hex; /* "48 8b 45" */
	struct fl_slice ascii; /* a character a byte, "." for what cannot be printed */
};

struct dbg_thread {
	int64_t number; /* the debugger's */
	struct fl_slice name, target; /* target: the system's words for it */
	struct fl_slice state; /* "stopped", "running" */
	struct fl_slice function, file;
	int64_t line;
	bool current; /* the one that commands mean */
};

struct dbg_threads {
	struct fl_list threads; /* struct dbg_thread */
	int64_t omitted;
};

/* A breakpoint or a watchpoint. */
struct dbg_breakpoint {
	int64_t number;
	struct fl_slice type; /* the debugger's word: "breakpoint", "hw watchpoint" */
	struct fl_slice function, file; /* of a breakpoint; of its first place where it has many */
	int64_t line;
	struct fl_slice expression; /* of a watchpoint */
	struct fl_slice condition;
	int64_t hits;
	bool disabled;
};

struct dbg_breakpoints {
	struct fl_list breakpoints; /* struct dbg_breakpoint */
	int64_t omitted;
};

/* Why something that was asked for was not done. */
struct dbg_tool_error {
	struct fl_slice type; /* a word of dbg_error_words (answer/error.h) */
	struct fl_slice message;
	int64_t line, col; /* 1-based place in the text of the call, 0 where there is none */
	struct fl_slice accepts; /* what would be taken, where that is known */
};

/* How a test that a script ran has ended. */
struct dbg_test_result {
	struct fl_slice name;
	bool passed;
	struct fl_slice crash_file; /* where it failed: the innermost place in the script's code */
	int64_t crash_line;
	struct fl_slice function;
	struct fl_slice message;
	int64_t signal; /* that ended it, 0: none */
	struct fl_slice output; /* what it wrote, standard output and error */
};

extern const struct fl_shape dbg_stop_shape, dbg_frame_shape, dbg_backtrace_shape,
	dbg_variable_shape, dbg_frame_vars_shape, dbg_change_shape, dbg_step_shape, dbg_steps_shape,
	dbg_mem_dump_shape, dbg_thread_shape, dbg_threads_shape, dbg_breakpoint_shape,
	dbg_breakpoints_shape, dbg_tool_error_shape, dbg_test_shape;

/* All of them, for readers and generators. */
extern const struct fl_registry dbg_registry;

#endif

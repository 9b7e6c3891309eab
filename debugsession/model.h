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
	DBG_SIGNAL, /* "signal": one arrived, or killed it (then it is not alive) */
	DBG_EXIT, /* "exit": it ended by itself */
	DBG_INTERRUPT, /* "interrupt": we asked for it */
	DBG_OTHER, /* "other": watchpoints, catchpoints, system calls */
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
	int64_t exit_code; /* -1 while it has not exited */
	bool alive; /* there is a process to look at (not rendered) */
	int64_t breakpoint; /* number of the breakpoint, 0 where there is none (not rendered) */
	int64_t thread; /* the debugger's thread number (not rendered) */
};

struct dbg_frame {
	int64_t depth; /* 0 is the innermost */
	struct fl_slice function, file;
	int64_t line;
};

struct dbg_backtrace {
	struct fl_list frames; /* struct dbg_frame */
	int64_t omitted; /* further user frames that were looked at and left out */
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

extern const struct fl_shape dbg_stop_shape, dbg_frame_shape, dbg_backtrace_shape,
	dbg_variable_shape, dbg_frame_vars_shape, dbg_change_shape, dbg_step_shape, dbg_steps_shape;

/* All of them, for readers and generators. */
extern const struct fl_registry dbg_registry;

#endif

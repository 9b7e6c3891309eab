/*
 * Shapes of what a diagnosis needs, and of expressions that a session keeps. All renderings of
 * `why-context` come from these tables (base/model.h).
 */
#ifndef FL_DEBUGSESSION_WHY_MODEL_H
#define FL_DEBUGSESSION_WHY_MODEL_H

#include "debugsession/model.h"

/* An expression that is evaluated at every stop. */
struct dbg_expression {
	int64_t number;
	struct fl_slice expression;
	struct fl_slice value; /* empty with an error */
	struct fl_slice error; /* the debugger's words, where it has no value */
};

struct dbg_expressions {
	struct fl_list expressions; /* struct dbg_expression */
	int64_t omitted;
};

/* A signal's siginfo, as far as the debugger gives it. */
struct dbg_signal_info {
	int64_t code; /* si_code */
	struct fl_slice code_name; /* "SEGV_MAPERR" */
	struct fl_slice meaning; /* what that says, in words */
	uint64_t address; /* si_addr, of faults */
	bool has_address; /* it is known: 0 may be one */
};

struct dbg_source_line {
	int64_t line;
	struct fl_slice text;
	bool current; /* the frame is here */
};

struct dbg_why_register {
	struct fl_slice name, value;
};

struct dbg_why_instruction {
	uint64_t address;
	struct fl_slice text; /* in the debugger's syntax */
	struct fl_list registers; /* struct dbg_why_register: those that the text names */
};

struct dbg_why_frame {
	int64_t depth;
	struct fl_slice function, file;
	int64_t line;
	struct fl_list args, locals; /* struct dbg_variable */
	struct fl_list source; /* struct dbg_source_line */
	int64_t omitted; /* variables and lines left out */
};

struct dbg_past_command {
	int64_t number;
	struct fl_slice command;
	bool failed;
};

struct dbg_why {
	struct dbg_stop stop;
	struct dbg_signal_info signal;
	struct dbg_why_instruction instruction;
	struct fl_list frames; /* struct dbg_why_frame, the innermost first */
	struct fl_list expressions; /* struct dbg_expression */
	struct fl_list threads; /* struct dbg_thread */
	struct fl_list breakpoints; /* struct dbg_breakpoint */
	struct fl_list history; /* struct dbg_past_command, the latest last */
	int64_t omitted; /* frames, threads, breakpoints and commands left out */
};

extern const struct fl_shape dbg_expression_shape, dbg_expressions_shape, dbg_signal_info_shape,
	dbg_source_line_shape, dbg_why_register_shape, dbg_why_instruction_shape,
	dbg_why_frame_shape, dbg_past_command_shape, dbg_why_shape;

#endif

/*
 * Calls of debugger functions in a text that a model wrote, as C++ has them:
 *
 *	int bp = breakpoint("f.cpp", 42);
 *	stop_info s = step();
 *	<QUERY_TOOL> eval("this->capacity_") <CODE_END>
 *	__AGENT_QUERY__("trace", "Function")
 *
 * Where the text has <QUERY_TOOL> blocks, what stands in them counts, else all of it; what stands
 * in blocks of other markers, in comments, strings and braces (bodies of functions and structs)
 * never does. A call begins a statement or stands behind a "="; outside of <QUERY_TOOL> it also
 * ends its line or its statement, so that prose can speak of functions. __AGENT_QUERY__ counts
 * wherever it is code.
 *
 * A call that cannot be done (unknown name, wrong arguments) is in the list with its error; it
 * stops no other.
 *
 * Source: seed 004, section 2, of the founding documents; functions and their parameters are in
 * DBG_CALLS.
 */
#ifndef FL_DEBUGSESSION_CALLS_H
#define FL_DEBUGSESSION_CALLS_H

#include "debugsession/model.h"

/* X(ENUM, name, least arguments, what is accepted, kinds of the parameters…) */
#define DBG_CALLS(X)                                                                               \
	X(BREAKPOINT, "breakpoint", 1,                                                             \
		"breakpoint(\"file.cpp\", line), breakpoint(\"file.cpp\", line, "                  \
		"\"condition\") or breakpoint(\"function\")",                                      \
		DBG_PARAM_TEXT, DBG_PARAM_INT, DBG_PARAM_EXPRESSION)                               \
	X(RUN, "run", 0, "run()", DBG_PARAM_NONE)                                                  \
	X(CONTINUE, "continue_exec", 0, "continue_exec()", DBG_PARAM_NONE)                         \
	X(STEP, "step", 0, "step()", DBG_PARAM_NONE)                                               \
	X(NEXT, "next", 0, "next()", DBG_PARAM_NONE)                                               \
	X(FINISH, "finish", 0, "finish()", DBG_PARAM_NONE)                                         \
	X(INSPECT, "inspect", 0, "inspect() or inspect(frame)", DBG_PARAM_INT)                     \
	X(EVAL, "eval", 1, "eval(\"expression\")", DBG_PARAM_WHOLE)                                \
	X(BACKTRACE, "backtrace_get", 0, "backtrace_get() or backtrace_get(max_depth)",            \
		DBG_PARAM_INT)                                                                     \
	X(MEMORY, "read_memory", 2, "read_memory(address, size)", DBG_PARAM_EXPRESSION,            \
		DBG_PARAM_INT)                                                                     \
	X(WATCH, "watchpoint", 1, "watchpoint(\"expression\")", DBG_PARAM_WHOLE)                   \
	X(THREADS, "threads", 0, "threads()", DBG_PARAM_NONE)                                      \
	X(COMPILE, "compile", 1, "compile(\"source text\")", DBG_PARAM_TEXT)                       \
	X(TEST, "run_test", 2, "run_test(\"name\", [] { … })", DBG_PARAM_TEXT, DBG_PARAM_CODE)     \
	X(QUERY, "__AGENT_QUERY__", 2, "__AGENT_QUERY__(\"trace\", \"function\")", DBG_PARAM_TEXT, \
		DBG_PARAM_TEXT)

enum dbg_call_function {
#define X(id, ...) DBG_CALL_##id,
	DBG_CALLS(X)
#undef X
		DBG_CALL_COUNT
};

enum dbg_call_param {
	DBG_PARAM_NONE,
	DBG_PARAM_TEXT, /* string literals, side by side */
	DBG_PARAM_INT, /* an integer literal */
	DBG_PARAM_CODE, /* source as it stands, line ends and commas too; the last one */
	DBG_PARAM_EXPRESSION, /* a string with it, or the expression itself; so are those behind */
	DBG_PARAM_WHOLE /* the same, and its commas do not part arguments */
};

enum {
	DBG_CALL_ARGS = 3,
	DBG_CALL_LIST_MAX = 64, /* in one text */
	DBG_CALL_ACCEPTS = 200
};

struct dbg_call_row {
	const char *name;
	size_t least; /* arguments that it needs */
	const char *accepts;
	enum dbg_call_param params[DBG_CALL_ARGS];
};

extern const struct dbg_call_row dbg_call_rows[DBG_CALL_COUNT];

struct dbg_call_arg {
	struct fl_slice text; /* of a text or an expression */
	uint64_t number; /* of an integer; of code: the line that it starts in */
};

struct dbg_call {
	enum dbg_call_function function; /* where error is NULL */
	struct fl_slice name; /* as it stands there */
	struct fl_slice variable; /* what the result is assigned to; empty: nothing */
	struct dbg_call_arg args[DBG_CALL_ARGS];
	size_t count; /* of args */
	unsigned line, col; /* 1-based place of its name, or of what is wrong; columns are bytes */
	const char *error; /* why it cannot be done, or NULL */
	const char *accepts; /* with an error: what would be taken */
};

/* Is it done without a debugger? */
static inline bool dbg_call_alone(enum dbg_call_function function)
{
	return function == DBG_CALL_COMPILE || function == DBG_CALL_TEST;
}

/*
 * Has the text calls, and none that needs a debugger? What cannot be done needs none. False for a
 * text that dbg_calls_parse() refuses.
 */
bool dbg_calls_alone(struct fl_slice text);

/*
 * The calls of the text in their order, as a list of struct dbg_call in the arena; they may be
 * none. FL_ELIMIT: the text is longer than 1 MiB, has more than DBG_CALL_LIST_MAX calls, or the
 * arena is full.
 */
int dbg_calls_parse(
	struct fl_slice text, struct fl_arena *a, struct fl_list *ret_calls, struct fl_error *err);

#endif

#include "debugsession/model.h"

#include "debugsession/transcript/transcript.h"
#include "debugsession/why/model.h"

static const char *const reason_words[DBG_REASON_COUNT] = {
	[DBG_BREAKPOINT] = "breakpoint",
	[DBG_STEP] = "step",
	[DBG_SIGNAL] = "signal",
	[DBG_EXIT] = "exit",
	[DBG_INTERRUPT] = "interrupt",
	[DBG_OTHER] = "other",
	[DBG_WATCHPOINT] = "watchpoint",
};

const struct fl_names dbg_reason_names = {
	.name = "stop_reason", .words = reason_words, .count = DBG_REASON_COUNT};

static const struct fl_field stop_fields[] = {
	FL_ROW(struct dbg_stop, reason, FL_ENUM, .flags = FL_KEEP, .names = &dbg_reason_names,
		.doc = "why the program stopped; exit: it is gone, also by a signal"),
	FL_ROW(struct dbg_stop, signal, FL_INT,
		.doc = "number of the signal that arrived, or ended it; 0 where there is none"),
	FL_ROW(struct dbg_stop, signal_name, FL_TEXT, .flags = FL_WHOLE, .max = 32,
		.doc = "the signal's name"),
	FL_ROW(struct dbg_stop, file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "source file of the place"),
	FL_ROW(struct dbg_stop, line, FL_INT, .doc = "line of the place"),
	FL_ROW(struct dbg_stop, function, FL_TEXT, .max = 4096, .doc = "function of the place"),
	FL_ROW(struct dbg_stop, exit_code, FL_INT, .unset = -1,
		.doc = "the exit status, -1 while there is none, and after a signal"),
};

const struct fl_shape dbg_stop_shape = {.name = "stop_info",
	.size = sizeof(struct dbg_stop),
	FL_SHAPE_FIELDS(stop_fields),
	.doc = "why and where the program stopped",
	.tagged = true};

static const struct fl_field frame_fields[] = {
	FL_ROW(struct dbg_frame, depth, FL_INT, .flags = FL_KEEP | FL_NOT_TERSE,
		.doc = "0 is the innermost frame"),
	FL_ROW(struct dbg_frame, function, FL_TEXT, .max = 4096, .terse = 1,
		.doc = "function of the frame"),
	FL_ROW(struct dbg_frame, file, FL_TEXT, .flags = FL_WHOLE | FL_ONCE, .max = 4096,
		.doc = "source file of the frame"),
	FL_ROW(struct dbg_frame, line, FL_INT, .terse = 2, .doc = "line that is executed or calls"),
};

const struct fl_shape dbg_frame_shape = {.name = "frame",
	.size = sizeof(struct dbg_frame),
	FL_SHAPE_FIELDS(frame_fields),
	.doc = "one frame of the call stack",
	.tagged = true};

static const struct fl_field backtrace_fields[] = {
	FL_ROW(struct dbg_backtrace, frames, FL_LIST, .shape = &dbg_frame_shape, .item = "frame",
		.max = 256, .doc = "the frames, the innermost first"),
	FL_ROW(struct dbg_backtrace, omitted, FL_INT, .doc = "frames left out"),
};

const struct fl_shape dbg_backtrace_shape = {.name = "backtrace",
	.size = sizeof(struct dbg_backtrace),
	FL_SHAPE_FIELDS(backtrace_fields),
	.doc = "the call stack: of a live session all frames, of a record those of the user's code",
	.omitted = "omitted",
	.tagged = true};

static const struct fl_field variable_fields[] = {
	FL_ROW(struct dbg_variable, name, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 4096,
		.doc = "name of the variable"),
	FL_ROW(struct dbg_variable, type, FL_TEXT, .max = 4096, .doc = "its type"),
	FL_ROW(struct dbg_variable, value, FL_TEXT, .flags = FL_KEEP, .max = 65536,
		.doc = "its value as the debugger prints it; in a record without addresses"),
};

const struct fl_shape dbg_variable_shape = {.name = "variable",
	.size = sizeof(struct dbg_variable),
	FL_SHAPE_FIELDS(variable_fields),
	.doc = "a variable and its value",
	.tagged = true};

static const struct fl_field frame_vars_fields[] = {
	FL_ROW(struct dbg_frame_vars, depth, FL_INT, .flags = FL_KEEP, .doc = "frame number"),
	FL_ROW(struct dbg_frame_vars, function, FL_TEXT, .max = 4096,
		.doc = "function of the frame"),
	FL_ROW(struct dbg_frame_vars, file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "source file of the frame"),
	FL_ROW(struct dbg_frame_vars, line, FL_INT, .doc = "line of the frame"),
	FL_ROW(struct dbg_frame_vars, locals, FL_LIST, .flags = FL_CUT_TAIL,
		.shape = &dbg_variable_shape, .item = "var", .max = 1024,
		.doc = "arguments, then local variables; in a record those that are initialised"),
	FL_ROW(struct dbg_frame_vars, omitted, FL_INT, .doc = "variables left out"),
};

const struct fl_shape dbg_frame_vars_shape = {.name = "frame_vars",
	.size = sizeof(struct dbg_frame_vars),
	FL_SHAPE_FIELDS(frame_vars_fields),
	.doc = "the variables of one frame",
	.omitted = "omitted",
	.tagged = true};

static const struct fl_field change_fields[] = {
	FL_ROW(struct dbg_change, name, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 4096,
		.doc = "name of the variable"),
	FL_ROW(struct dbg_change, value, FL_TEXT, .flags = FL_KEEP, .max = 65536,
		.doc = "its new value"),
};

const struct fl_shape dbg_change_shape = {.name = "change",
	.size = sizeof(struct dbg_change),
	FL_SHAPE_FIELDS(change_fields),
	.doc = "a variable that has another value than a step before"};

static const struct fl_field step_fields[] = {
	FL_ROW(struct dbg_step, line, FL_INT, .flags = FL_KEEP, .doc = "line about to be executed"),
	FL_ROW(struct dbg_step, changed, FL_LIST, .flags = FL_CUT_TAIL, .shape = &dbg_change_shape,
		.item = "change", .max = 1024, .doc = "what is new since the step before"),
	FL_ROW(struct dbg_step, omitted, FL_INT, .doc = "changes left out"),
};

const struct fl_shape dbg_step_shape = {.name = "step",
	.size = sizeof(struct dbg_step),
	FL_SHAPE_FIELDS(step_fields),
	.doc = "one line of an execution",
	.omitted = "omitted",
	.tagged = true};

static const struct fl_field steps_fields[] = {
	FL_ROW(struct dbg_steps, function, FL_TEXT, .max = 4096, .doc = "the function"),
	FL_ROW(struct dbg_steps, file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "its source file"),
	FL_ROW(struct dbg_steps, steps, FL_LIST, .flags = FL_CUT_HEAD, .shape = &dbg_step_shape,
		.item = "step", .max = 4096, .doc = "the last lines executed, oldest first"),
	FL_ROW(struct dbg_steps, omitted, FL_INT, .doc = "earlier steps left out"),
};

const struct fl_shape dbg_steps_shape = {.name = "last_steps",
	.size = sizeof(struct dbg_steps),
	FL_SHAPE_FIELDS(steps_fields),
	.doc = "the last lines executed in one function",
	.omitted = "omitted",
	.tagged = true};

static const struct fl_field mem_dump_fields[] = {
	FL_ROW(struct dbg_mem_dump, address, FL_HEX, .flags = FL_KEEP,
		.doc = "address of the first byte"),
	FL_ROW(struct dbg_mem_dump, size, FL_INT, .flags = FL_KEEP,
		.doc = "count of bytes that could be read"),
	FL_ROW(struct dbg_mem_dump, hex, FL_TEXT, .max = 1 << 20,
		.doc = "the bytes, two hexadecimal digits each, blanks between them"),
	FL_ROW(struct dbg_mem_dump, ascii, FL_TEXT, .max = 1 << 20,
		.doc = "the bytes as characters, a dot for what cannot be printed"),
};

const struct fl_shape dbg_mem_dump_shape = {.name = "mem_dump",
	.size = sizeof(struct dbg_mem_dump),
	FL_SHAPE_FIELDS(mem_dump_fields),
	.doc = "bytes of the program's memory",
	.tagged = true};

static const struct fl_field thread_fields[] = {
	FL_ROW(struct dbg_thread, number, FL_INT, .flags = FL_KEEP,
		.doc = "the debugger's number of the thread"),
	FL_ROW(struct dbg_thread, name, FL_TEXT, .max = 4096, .doc = "its name"),
	FL_ROW(struct dbg_thread, target, FL_TEXT, .max = 4096, .doc = "the system's words for it"),
	FL_ROW(struct dbg_thread, state, FL_TEXT, .flags = FL_WHOLE, .max = 32,
		.doc = "stopped or running"),
	FL_ROW(struct dbg_thread, function, FL_TEXT, .max = 4096, .doc = "where it is"),
	FL_ROW(struct dbg_thread, file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "source file of the place"),
	FL_ROW(struct dbg_thread, line, FL_INT, .doc = "line of the place"),
	FL_ROW(struct dbg_thread, current, FL_BOOL, .doc = "the one that commands mean"),
};

const struct fl_shape dbg_thread_shape = {.name = "thread",
	.size = sizeof(struct dbg_thread),
	FL_SHAPE_FIELDS(thread_fields),
	.doc = "a thread of the program",
	.tagged = true};

static const struct fl_field threads_fields[] = {
	FL_ROW(struct dbg_threads, threads, FL_LIST, .flags = FL_CUT_TAIL,
		.shape = &dbg_thread_shape, .item = "thread", .max = 4096,
		.doc = "the threads, as the debugger numbers them"),
	FL_ROW(struct dbg_threads, omitted, FL_INT, .doc = "threads left out"),
};

const struct fl_shape dbg_threads_shape = {.name = "threads",
	.size = sizeof(struct dbg_threads),
	FL_SHAPE_FIELDS(threads_fields),
	.doc = "the threads of the program",
	.omitted = "omitted",
	.tagged = true};

static const struct fl_field breakpoint_fields[] = {
	FL_ROW(struct dbg_breakpoint, number, FL_INT, .flags = FL_KEEP,
		.doc = "the debugger's number of it"),
	FL_ROW(struct dbg_breakpoint, type, FL_TEXT, .flags = FL_WHOLE, .max = 64,
		.doc = "breakpoint, hw watchpoint, …: the debugger's word"),
	FL_ROW(struct dbg_breakpoint, function, FL_TEXT, .max = 4096,
		.doc = "function of the place"),
	FL_ROW(struct dbg_breakpoint, file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "source file of the place"),
	FL_ROW(struct dbg_breakpoint, line, FL_INT, .doc = "line of the place"),
	FL_ROW(struct dbg_breakpoint, expression, FL_TEXT, .max = 65536,
		.doc = "what a watchpoint watches, or a place that is not known yet"),
	FL_ROW(struct dbg_breakpoint, condition, FL_TEXT, .max = 65536,
		.doc = "the condition under which it stops"),
	FL_ROW(struct dbg_breakpoint, hits, FL_INT, .doc = "how often it was hit"),
	FL_ROW(struct dbg_breakpoint, disabled, FL_BOOL, .doc = "it does not stop the program"),
};

const struct fl_shape dbg_breakpoint_shape = {.name = "breakpoint",
	.size = sizeof(struct dbg_breakpoint),
	FL_SHAPE_FIELDS(breakpoint_fields),
	.doc = "a breakpoint or watchpoint",
	.tagged = true};

static const struct fl_field breakpoints_fields[] = {
	FL_ROW(struct dbg_breakpoints, breakpoints, FL_LIST, .flags = FL_CUT_TAIL,
		.shape = &dbg_breakpoint_shape, .item = "breakpoint", .max = 4096,
		.doc = "all of them, by number"),
	FL_ROW(struct dbg_breakpoints, omitted, FL_INT, .doc = "breakpoints left out"),
};

const struct fl_shape dbg_breakpoints_shape = {.name = "breakpoints",
	.size = sizeof(struct dbg_breakpoints),
	FL_SHAPE_FIELDS(breakpoints_fields),
	.doc = "the breakpoints and watchpoints of a session",
	.omitted = "omitted",
	.tagged = true};

static const struct fl_field tool_error_fields[] = {
	FL_ROW(struct dbg_tool_error, type, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 64,
		.doc = "what kind of failure: gdb_error, timeout, … (docs/debugsession.md)"),
	FL_ROW(struct dbg_tool_error, message, FL_TEXT, .flags = FL_KEEP, .max = 65536,
		.doc = "what went wrong, and what to do"),
	FL_ROW(struct dbg_tool_error, line, FL_INT, .doc = "line in the text of the call"),
	FL_ROW(struct dbg_tool_error, col, FL_INT, .doc = "column in it, in bytes"),
	FL_ROW(struct dbg_tool_error, accepts, FL_TEXT, .max = 4096,
		.doc = "what would be taken there"),
};

const struct fl_shape dbg_tool_error_shape = {.name = "tool_error",
	.size = sizeof(struct dbg_tool_error),
	FL_SHAPE_FIELDS(tool_error_fields),
	.doc = "why a command or a call was not done",
	.tagged = true};

static const struct fl_field test_fields[] = {
	FL_ROW(struct dbg_test_result, name, FL_TEXT, .flags = FL_KEEP, .max = 1024,
		.doc = "name of the test"),
	FL_ROW(struct dbg_test_result, passed, FL_BOOL, .flags = FL_KEEP,
		.doc = "it came to its end"),
	FL_ROW(struct dbg_test_result, crash_file, FL_TEXT, .max = 4096,
		.doc = "file of the place where it failed"),
	FL_ROW(struct dbg_test_result, crash_line, FL_INT, .doc = "line of that place"),
	FL_ROW(struct dbg_test_result, function, FL_TEXT, .max = 4096,
		.doc = "function of that place"),
	FL_ROW(struct dbg_test_result, message, FL_TEXT, .max = 65536, .doc = "what went wrong"),
	FL_ROW(struct dbg_test_result, signal, FL_INT, .doc = "the signal that ended it"),
	FL_ROW(struct dbg_test_result, output, FL_TEXT, .max = 65536, .doc = "what it wrote"),
};

const struct fl_shape dbg_test_shape = {.name = "test_result",
	.size = sizeof(struct dbg_test_result),
	FL_SHAPE_FIELDS(test_fields),
	.doc = "how a test that a script ran has ended",
	.tagged = true};

static const struct fl_shape *const all_shapes[] = {&dbg_stop_shape, &dbg_frame_shape,
	&dbg_backtrace_shape, &dbg_variable_shape, &dbg_frame_vars_shape, &dbg_change_shape,
	&dbg_step_shape, &dbg_steps_shape, &dbg_mem_dump_shape, &dbg_thread_shape,
	&dbg_threads_shape, &dbg_breakpoint_shape, &dbg_breakpoints_shape, &dbg_tool_error_shape,
	&dbg_typed_shape, &dbg_watched_shape, &dbg_text_shape, &dbg_expressions_shape,
	&dbg_why_shape, &dbg_test_shape};

const struct fl_registry dbg_registry = {
	.shapes = all_shapes, .count = sizeof(all_shapes) / sizeof(all_shapes[0])};

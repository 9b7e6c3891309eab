#include "debugsession/why/model.h"

static const struct fl_field expression_fields[] = {
	FL_ROW(struct dbg_expression, number, FL_INT, .flags = FL_KEEP,
		.doc = "its number, for unwatch-expression"),
	FL_ROW(struct dbg_expression, expression, FL_TEXT, .flags = FL_KEEP, .max = 65536,
		.doc = "the expression"),
	FL_ROW(struct dbg_expression, value, FL_TEXT, .max = 65536,
		.doc = "its value in the frame where the program stopped"),
	FL_ROW(struct dbg_expression, error, FL_TEXT, .max = 4096,
		.doc = "why it has no value there"),
};

const struct fl_shape dbg_expression_shape = {.name = "expression",
	.size = sizeof(struct dbg_expression),
	FL_SHAPE_FIELDS(expression_fields),
	.doc = "an expression that is evaluated at every stop"};

static const struct fl_field expressions_fields[] = {
	FL_ROW(struct dbg_expressions, expressions, FL_LIST, .flags = FL_CUT_TAIL,
		.shape = &dbg_expression_shape, .item = "expression", .max = 64,
		.doc = "all of them, by number"),
	FL_ROW(struct dbg_expressions, omitted, FL_INT, .doc = "expressions left out"),
};

const struct fl_shape dbg_expressions_shape = {.name = "expressions",
	.size = sizeof(struct dbg_expressions),
	FL_SHAPE_FIELDS(expressions_fields),
	.doc = "what a session evaluates at every stop",
	.omitted = "omitted",
	.tagged = true};

static const struct fl_field signal_fields[] = {
	FL_ROW(struct dbg_signal_info, code, FL_INT, .doc = "si_code: how the signal came"),
	FL_ROW(struct dbg_signal_info, code_name, FL_TEXT, .flags = FL_WHOLE, .max = 32,
		.doc = "the code's name"),
	FL_ROW(struct dbg_signal_info, meaning, FL_TEXT, .flags = FL_WHOLE, .max = 128,
		.doc = "what the code says"),
	FL_ROW(struct dbg_signal_info, address, FL_HEX, .doc = "si_addr: where a fault was"),
	FL_ROW(struct dbg_signal_info, has_address, FL_BOOL, .doc = "address is known"),
};

const struct fl_shape dbg_signal_info_shape = {.name = "signal_info",
	.size = sizeof(struct dbg_signal_info),
	FL_SHAPE_FIELDS(signal_fields),
	.doc = "what the system says of a signal"};

static const struct fl_field line_fields[] = {
	FL_ROW(struct dbg_source_line, line, FL_INT, .flags = FL_KEEP, .doc = "its number"),
	FL_ROW(struct dbg_source_line, text, FL_TEXT, .flags = FL_KEEP, .max = 4096,
		.doc = "the line"),
	FL_ROW(struct dbg_source_line, current, FL_BOOL, .doc = "the frame is at this line"),
};

const struct fl_shape dbg_source_line_shape = {.name = "source_line",
	.size = sizeof(struct dbg_source_line),
	FL_SHAPE_FIELDS(line_fields),
	.doc = "a line of source"};

static const struct fl_field register_fields[] = {
	FL_ROW(struct dbg_why_register, name, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 32,
		.doc = "the register"),
	FL_ROW(struct dbg_why_register, value, FL_TEXT, .flags = FL_KEEP, .max = 1024,
		.doc = "its value, hexadecimal"),
};

const struct fl_shape dbg_why_register_shape = {.name = "register_value",
	.size = sizeof(struct dbg_why_register),
	FL_SHAPE_FIELDS(register_fields),
	.doc = "a register"};

static const struct fl_field instruction_fields[] = {
	FL_ROW(struct dbg_why_instruction, address, FL_HEX, .doc = "where it stands"),
	FL_ROW(struct dbg_why_instruction, text, FL_TEXT, .flags = FL_WHOLE, .max = 1024,
		.doc = "the instruction, in the debugger's syntax"),
	FL_ROW(struct dbg_why_instruction, registers, FL_LIST, .shape = &dbg_why_register_shape,
		.item = "register_value", .max = 16, .flags = FL_WHOLE,
		.doc = "the registers that it names"),
};

const struct fl_shape dbg_why_instruction_shape = {.name = "instruction",
	.size = sizeof(struct dbg_why_instruction),
	FL_SHAPE_FIELDS(instruction_fields),
	.doc = "a machine instruction and what it works with"};

static const struct fl_field frame_fields[] = {
	FL_ROW(struct dbg_why_frame, depth, FL_INT, .flags = FL_KEEP, .doc = "0 is the innermost"),
	FL_ROW(struct dbg_why_frame, function, FL_TEXT, .max = 4096, .doc = "its function"),
	FL_ROW(struct dbg_why_frame, file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "its source file"),
	FL_ROW(struct dbg_why_frame, line, FL_INT, .doc = "line that is executed or calls"),
	FL_ROW(struct dbg_why_frame, args, FL_LIST, .flags = FL_CUT_TAIL,
		.shape = &dbg_variable_shape, .item = "arg", .max = 64, .doc = "arguments"),
	FL_ROW(struct dbg_why_frame, locals, FL_LIST, .flags = FL_CUT_TAIL,
		.shape = &dbg_variable_shape, .item = "var", .max = 64, .doc = "local variables"),
	FL_ROW(struct dbg_why_frame, source, FL_LIST, .shape = &dbg_source_line_shape,
		.item = "source_line", .max = 32, .doc = "the lines around"),
	FL_ROW(struct dbg_why_frame, omitted, FL_INT, .doc = "variables and lines left out"),
};

const struct fl_shape dbg_why_frame_shape = {.name = "context_frame",
	.size = sizeof(struct dbg_why_frame),
	FL_SHAPE_FIELDS(frame_fields),
	.doc = "a frame with its source and its variables",
	.omitted = "omitted"};

static const struct fl_field past_fields[] = {
	FL_ROW(struct dbg_past_command, number, FL_INT, .flags = FL_KEEP, .doc = "its number"),
	FL_ROW(struct dbg_past_command, command, FL_TEXT, .flags = FL_KEEP, .max = 4096,
		.doc = "the command"),
	FL_ROW(struct dbg_past_command, failed, FL_BOOL, .doc = "it was not done"),
};

const struct fl_shape dbg_past_command_shape = {.name = "past_command",
	.size = sizeof(struct dbg_past_command),
	FL_SHAPE_FIELDS(past_fields),
	.doc = "a command that the session has run"};

static const struct fl_field why_fields[] = {
	FL_ROW(struct dbg_why, stop, FL_OBJECT, .shape = &dbg_stop_shape,
		.doc = "why and where the program stopped"),
	FL_ROW(struct dbg_why, signal, FL_OBJECT, .shape = &dbg_signal_info_shape,
		.doc = "of a signal: what the system says of it"),
	FL_ROW(struct dbg_why, instruction, FL_OBJECT, .shape = &dbg_why_instruction_shape,
		.doc = "the instruction at which it stands"),
	FL_ROW(struct dbg_why, frames, FL_LIST, .flags = FL_CUT_TAIL, .shape = &dbg_why_frame_shape,
		.item = "frame", .max = 64, .doc = "the call stack, the innermost first"),
	FL_ROW(struct dbg_why, expressions, FL_LIST, .flags = FL_CUT_TAIL,
		.shape = &dbg_expression_shape, .item = "expression", .max = 64,
		.doc = "the session's expressions"),
	FL_ROW(struct dbg_why, threads, FL_LIST, .flags = FL_CUT_TAIL, .shape = &dbg_thread_shape,
		.item = "thread", .max = 64, .doc = "the threads"),
	FL_ROW(struct dbg_why, breakpoints, FL_LIST, .flags = FL_CUT_TAIL,
		.shape = &dbg_breakpoint_shape, .item = "breakpoint", .max = 64,
		.doc = "breakpoints and watchpoints"),
	FL_ROW(struct dbg_why, history, FL_LIST, .flags = FL_CUT_HEAD,
		.shape = &dbg_past_command_shape, .item = "past_command", .max = 64,
		.doc = "the last commands, the latest last"),
	FL_ROW(struct dbg_why, omitted, FL_INT,
		.doc = "frames, threads, breakpoints, expressions and commands left out"),
};

const struct fl_shape dbg_why_shape = {.name = "why_context",
	.size = sizeof(struct dbg_why),
	FL_SHAPE_FIELDS(why_fields),
	.doc = "all that a diagnosis of a stopped program needs",
	.omitted = "omitted",
	.tagged = true};

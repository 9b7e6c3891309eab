#include "debugsession/model.h"

static const char *const reason_words[DBG_REASON_COUNT] = {
	[DBG_BREAKPOINT] = "breakpoint",
	[DBG_STEP] = "step",
	[DBG_SIGNAL] = "signal",
	[DBG_EXIT] = "exit",
	[DBG_INTERRUPT] = "interrupt",
	[DBG_OTHER] = "other",
};

const struct fl_names dbg_reason_names = {
	.name = "stop_reason", .words = reason_words, .count = DBG_REASON_COUNT};

static const struct fl_field stop_fields[] = {
	FL_ROW(struct dbg_stop, reason, FL_ENUM, .flags = FL_KEEP, .names = &dbg_reason_names,
		.doc = "why the program stopped"),
	FL_ROW(struct dbg_stop, signal, FL_INT,
		.doc = "the signal's number, 0 where there is none"),
	FL_ROW(struct dbg_stop, signal_name, FL_TEXT, .flags = FL_WHOLE, .max = 32,
		.doc = "the signal's name"),
	FL_ROW(struct dbg_stop, file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "source file of the place"),
	FL_ROW(struct dbg_stop, line, FL_INT, .doc = "line of the place"),
	FL_ROW(struct dbg_stop, function, FL_TEXT, .max = 4096, .doc = "function of the place"),
	FL_ROW(struct dbg_stop, exit_code, FL_INT, .unset = -1,
		.doc = "the exit status, -1 while there is none"),
};

const struct fl_shape dbg_stop_shape = {.name = "stop_info",
	.size = sizeof(struct dbg_stop),
	FL_SHAPE_FIELDS(stop_fields),
	.doc = "why and where the program stopped",
	.tagged = true};

static const struct fl_field frame_fields[] = {
	FL_ROW(struct dbg_frame, depth, FL_INT, .flags = FL_KEEP,
		.doc = "0 is the innermost frame"),
	FL_ROW(struct dbg_frame, function, FL_TEXT, .max = 4096, .doc = "function of the frame"),
	FL_ROW(struct dbg_frame, file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "source file of the frame"),
	FL_ROW(struct dbg_frame, line, FL_INT, .doc = "line that is executed or calls"),
};

const struct fl_shape dbg_frame_shape = {.name = "frame",
	.size = sizeof(struct dbg_frame),
	FL_SHAPE_FIELDS(frame_fields),
	.doc = "one frame of the call stack",
	.tagged = true};

static const struct fl_field backtrace_fields[] = {
	FL_ROW(struct dbg_backtrace, frames, FL_LIST, .shape = &dbg_frame_shape, .item = "frame",
		.max = 256, .doc = "frames of the user's code, the innermost first"),
	FL_ROW(struct dbg_backtrace, omitted, FL_INT, .doc = "frames left out"),
};

const struct fl_shape dbg_backtrace_shape = {.name = "backtrace",
	.size = sizeof(struct dbg_backtrace),
	FL_SHAPE_FIELDS(backtrace_fields),
	.doc = "the call stack, frames of the user's code only",
	.omitted = "omitted",
	.tagged = true};

static const struct fl_field variable_fields[] = {
	FL_ROW(struct dbg_variable, name, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 4096,
		.doc = "name of the variable"),
	FL_ROW(struct dbg_variable, type, FL_TEXT, .max = 4096, .doc = "its type"),
	FL_ROW(struct dbg_variable, value, FL_TEXT, .flags = FL_KEEP, .max = 65536,
		.doc = "its value as the debugger prints it, without addresses"),
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
		.doc = "arguments and initialised local variables"),
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

static const struct fl_shape *const all_shapes[] = {&dbg_stop_shape, &dbg_frame_shape,
	&dbg_backtrace_shape, &dbg_variable_shape, &dbg_frame_vars_shape, &dbg_change_shape,
	&dbg_step_shape, &dbg_steps_shape};

const struct fl_registry dbg_registry = {
	.shapes = all_shapes, .count = sizeof(all_shapes) / sizeof(all_shapes[0])};

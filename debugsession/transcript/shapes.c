#include "debugsession/transcript/transcript.h"

static const struct fl_field typed_fields[] = {
	FL_ROW(struct dbg_typed, text, FL_TEXT, .flags = FL_KEEP, .max = 65536,
		.doc = "the command as it was typed"),
};

const struct fl_shape dbg_typed_shape = {.name = "debug_command",
	.size = sizeof(struct dbg_typed),
	FL_SHAPE_FIELDS(typed_fields),
	.doc = "a command that was given to a debugger",
	.tagged = true};

static const struct fl_field watched_fields[] = {
	FL_ROW(struct dbg_watched, expression, FL_TEXT, .flags = FL_KEEP, .max = 4096,
		.doc = "what is watched"),
	FL_ROW(struct dbg_watched, old_value, FL_TEXT, .max = 65536, .doc = "its value before"),
	FL_ROW(struct dbg_watched, new_value, FL_TEXT, .flags = FL_KEEP, .max = 65536,
		.doc = "its value now"),
};

const struct fl_shape dbg_watched_shape = {.name = "watch_change",
	.size = sizeof(struct dbg_watched),
	FL_SHAPE_FIELDS(watched_fields),
	.doc = "a watched value that has changed",
	.tagged = true};

static const struct fl_field text_fields[] = {
	FL_ROW(struct dbg_text, what, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 32,
		.doc = "source, registers, memory, output, message or answer"),
	FL_ROW(struct dbg_text, text, FL_TEXT, .flags = FL_KEEP, .max = 1 << 20,
		.doc = "its lines"),
};

const struct fl_shape dbg_text_shape = {.name = "debug_text",
	.size = sizeof(struct dbg_text),
	FL_SHAPE_FIELDS(text_fields),
	.doc = "what a debugger or the program wrote, as text",
	.tagged = true};

#include "tracegen/evidence/views.h"

static const struct fl_field samples_fields[] = {
	FL_ROW(struct tg_samples, function, FL_TEXT, .max = 4096, .doc = "the function"),
	FL_ROW(struct tg_samples, file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "its source file"),
	FL_ROW(struct tg_samples, samples, FL_LIST, .flags = FL_CUT_TAIL, .shape = &dbg_step_shape,
		.item = "sample", .max = 64,
		.doc = "passes of the loop; what has changed since the one before"),
	FL_ROW(struct tg_samples, omitted, FL_INT, .doc = "samples left out"),
};

const struct fl_shape tg_samples_shape = {.name = "samples",
	.size = sizeof(struct tg_samples),
	FL_SHAPE_FIELDS(samples_fields),
	.doc = "a program that does not end, at three passes of its loop",
	.omitted = "omitted",
	.tagged = true};

static const struct fl_field call_fields[] = {
	FL_ROW(struct tg_call, function, FL_TEXT, .max = 4096, .doc = "the function"),
	FL_ROW(struct tg_call, file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "its source file"),
	FL_ROW(struct tg_call, called_at, FL_INT, .doc = "the caller's line"),
	FL_ROW(struct tg_call, args, FL_LIST, .flags = FL_CUT_TAIL, .shape = &dbg_variable_shape,
		.item = "arg", .max = 64, .doc = "as the call began"),
	FL_ROW(struct tg_call, steps, FL_LIST, .flags = FL_CUT_HEAD, .shape = &dbg_step_shape,
		.item = "step", .max = 4096, .doc = "the last lines executed, oldest first"),
	FL_ROW(struct tg_call, omitted, FL_INT, .doc = "earlier steps left out"),
	FL_ROW(struct tg_call, returned, FL_TEXT, .max = 4096, .doc = "what it returned"),
};

const struct fl_shape tg_call_shape = {.name = "call",
	.size = sizeof(struct tg_call),
	FL_SHAPE_FIELDS(call_fields),
	.doc = "the call that a value came from",
	.omitted = "omitted",
	.tagged = true};

static const struct fl_field last_use_fields[] = {
	FL_ROW(struct tg_last_use, pointer, FL_TEXT, .max = 4096,
		.doc = "an expression that pointed to it there"),
	FL_ROW(struct tg_last_use, frames, FL_LIST, .flags = FL_CUT_TAIL, .shape = &dbg_frame_shape,
		.item = "frame", .max = 64, .doc = "the program's own frames"),
	FL_ROW(struct tg_last_use, omitted, FL_INT, .doc = "frames left out"),
	FL_ROW(struct tg_last_use, then, FL_TEXT, .flags = FL_WHOLE, .max = 32,
		.doc = "what became of the pointer: overwritten; left, with its function"),
	FL_ROW(struct tg_last_use, function, FL_TEXT, .max = 4096, .doc = "where that was"),
	FL_ROW(struct tg_last_use, file, FL_TEXT, .flags = FL_WHOLE, .max = 4096,
		.doc = "its source file"),
	FL_ROW(struct tg_last_use, line, FL_INT, .doc = "the line that overwrote it"),
};

const struct fl_shape tg_last_use_shape = {.name = "last_use",
	.size = sizeof(struct tg_last_use),
	FL_SHAPE_FIELDS(last_use_fields),
	.doc = "the last use of memory that leaked",
	.omitted = "omitted",
	.tagged = true};

#include "sanitize/report/report.h"

static const char *const tool_words[SAN_TOOL_COUNT] = {
#define X(id, word) word,
	SAN_TOOLS(X)
#undef X
};

static const char *const role_words[SAN_ROLE_COUNT] = {
#define X(id, word) word,
	SAN_ROLES(X)
#undef X
};

static const char *const access_words[SAN_ACCESS_COUNT] = {"", "read", "write"};

const struct fl_names san_tool_names = {"tool", tool_words, SAN_TOOL_COUNT};
const struct fl_names san_role_names = {"role", role_words, SAN_ROLE_COUNT};
static const struct fl_names access_names = {"access_type", access_words, SAN_ACCESS_COUNT};

#define ROW(m, k, ...) FL_ROW(struct san_frame, m, k, __VA_ARGS__)
static const struct fl_field frame_fields[] = {
	ROW(depth, FL_INT, .flags = FL_KEEP | FL_NOT_TERSE,
		.doc = "distance from the innermost frame"),
	ROW(function, FL_TEXT, .flags = FL_KEEP, .terse = 1,
		.doc = "function as the tool wrote it"),
	ROW(file, FL_TEXT, .flags = FL_ONCE, .doc = "source file"),
	ROW(line, FL_INT, .terse = 2, .doc = "line, from 1"),
	ROW(col, FL_INT, .doc = "column in bytes, from 1"),
	ROW(module, FL_TEXT, .doc = "program or library, without its directory"),
	ROW(offset, FL_HEX, .doc = "of the instruction in the module, when asked for"),
	ROW(inlined, FL_BOOL, .doc = "inlined into the next frame"),
};
#undef ROW

const struct fl_shape san_frame_shape = {
	.name = "report_frame",
	.size = sizeof(struct san_frame),
	FL_SHAPE_FIELDS(frame_fields),
	.doc = "One frame of a stack in a sanitizer's report.",
};

#define ROW(m, k, ...) FL_ROW(struct san_stack, m, k, __VA_ARGS__)
static const struct fl_field stack_fields[] = {
	ROW(role, FL_ENUM, .flags = FL_KEEP, .names = &san_role_names, .doc = "what it shows"),
	ROW(thread, FL_TEXT, .doc = "the sanitizer's number of the thread, T0 is the first"),
	ROW(frames, FL_LIST, .flags = FL_CUT_TAIL, .shape = &san_frame_shape, .item = "frame",
		.doc = "innermost first"),
};
#undef ROW

const struct fl_shape san_stack_shape = {
	.name = "report_stack",
	.size = sizeof(struct san_stack),
	FL_SHAPE_FIELDS(stack_fields),
	.doc = "One stack of a sanitizer's report.",
};

#define ROW(m, k, ...) FL_ROW(struct san_access, m, k, __VA_ARGS__)
static const struct fl_field access_fields[] = {
	ROW(type, FL_ENUM, .names = &access_names, .doc = "read or write"),
	ROW(size, FL_INT, .doc = "bytes read or written, or leaked"),
	ROW(address, FL_HEX, .doc = "where, in that process, when asked for"),
	ROW(region, FL_TEXT, .doc = "the object at or near the address"),
	ROW(offset, FL_INT, .doc = "of the access from the start of that object, in bytes"),
};
#undef ROW

const struct fl_shape san_access_shape = {
	.name = "report_access",
	.size = sizeof(struct san_access),
	FL_SHAPE_FIELDS(access_fields),
	.doc = "The memory access that a sanitizer complained of.",
};

#define ROW(m, k, ...) FL_ROW(struct san_variable, m, k, __VA_ARGS__)
static const struct fl_field variable_fields[] = {
	ROW(name, FL_TEXT, .flags = FL_KEEP, .doc = "name of the variable"),
	ROW(size, FL_INT, .doc = "its size in bytes"),
	ROW(offset, FL_INT, .doc = "where it starts in the frame, in bytes"),
	ROW(line, FL_INT, .doc = "line of its declaration, from 1"),
	ROW(accessed, FL_BOOL, .doc = "the access hit or passed this one"),
};
#undef ROW

const struct fl_shape san_variable_shape = {
	.name = "report_variable",
	.size = sizeof(struct san_variable),
	FL_SHAPE_FIELDS(variable_fields),
	.doc = "A variable of the stack frame that a sanitizer's report is about.",
};

#define ROW(m, k, ...) FL_ROW(struct san_report, m, k, __VA_ARGS__)
static const struct fl_field report_fields[] = {
	ROW(tool, FL_ENUM, .flags = FL_KEEP | FL_NOT_TERSE, .names = &san_tool_names,
		.doc = "who noticed"),
	ROW(kind, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .doc = "the tool's own word"),
	ROW(error_class, FL_ENUM, .flags = FL_KEEP | FL_NOT_TERSE, .names = &diag_class_names,
		.doc = "class of the fault"),
	ROW(confidence, FL_RATIO, .flags = FL_NOT_TERSE,
		.doc = "lower bound of the share of right classes"),
	ROW(cwe, FL_TEXT, .flags = FL_WHOLE | FL_NOT_TERSE,
		.doc = "Common Weakness Enumeration id"),
	ROW(message, FL_TEXT, .flags = FL_KEEP, .same = "kind",
		.doc = "what the tool said, without addresses"),
	ROW(file, FL_TEXT, .flags = FL_WHOLE | FL_ONCE, .doc = "file of the blamed frame"),
	ROW(line, FL_INT, .doc = "line of the blamed frame"),
	ROW(col, FL_INT, .doc = "column of the blamed frame in bytes, from 1"),
	ROW(function, FL_TEXT, .doc = "function of the blamed frame, without parameters"),
	ROW(access, FL_OBJECT, .shape = &san_access_shape, .doc = "the memory access"),
	ROW(stacks, FL_LIST, .flags = FL_CUT_TAIL, .shape = &san_stack_shape, .item = "stack",
		.doc = "the faulty action's stack first"),
	ROW(variables, FL_LIST, .flags = FL_CUT_TAIL, .shape = &san_variable_shape,
		.item = "variable", .doc = "variables of the stack frame that holds the memory"),
	ROW(hash, FL_TEXT, .flags = FL_WHOLE | FL_NOT_TERSE,
		.doc = "the same for the same fault, whatever addresses, paths and compiler"),
	ROW(lane, FL_TEXT, .flags = FL_WHOLE,
		.doc = "which of several writers in one log it is from: container, job, process"),
	ROW(omitted, FL_INT, .doc = "items and texts dropped to fit a byte budget"),
};
#undef ROW

const struct fl_shape san_report_shape = {
	.name = "report",
	.size = sizeof(struct san_report),
	FL_SHAPE_FIELDS(report_fields),
	.doc = "What a failed run left: a sanitizer's report or the like.",
	.omitted = "omitted",
};

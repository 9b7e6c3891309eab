#include "tracegen/machine/shapes.h"

static const struct fl_field register_fields[] = {
	FL_ROW(struct tg_register, name, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 16,
		.doc = "the processor's name of it"),
	FL_ROW(struct tg_register, value, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 32,
		.doc = "what it holds, as hex"),
};

static const struct fl_shape register_shape = {.name = "cpu_register",
	.size = sizeof(struct tg_register),
	FL_SHAPE_FIELDS(register_fields),
	.doc = "A register of the processor and its value."};

#define ROW(m, k, ...) FL_ROW(struct tg_exception, m, k, __VA_ARGS__)
static const struct fl_field exception_fields[] = {
	ROW(name, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 128, .doc = "what it is called"),
	ROW(codes, FL_TEXT, .max = 512, .doc = "what the processor says of it, in words"),
	ROW(cause, FL_TEXT, .flags = FL_WHOLE, .max = 32,
		.doc = "what the codes and the page tables make of it, in a word"),
	ROW(explanation, FL_TEXT, .max = 512, .doc = "the same in a sentence"),
	ROW(function, FL_TEXT, .max = 256, .doc = "that the instruction is in"),
	ROW(file, FL_TEXT, .flags = FL_WHOLE, .max = 1024, .doc = "source file of it"),
	ROW(line, FL_INT, .doc = "line of it"),
	ROW(instruction, FL_TEXT, .max = 128, .doc = "that could not be executed"),
	ROW(registers, FL_LIST, .flags = FL_CUT_TAIL, .shape = &register_shape, .item = "register",
		.max = 40, .doc = "those that it uses, and where the processor stood"),
};
#undef ROW

const struct fl_shape tg_exception_shape = {.name = "cpu_exception",
	.size = sizeof(struct tg_exception),
	FL_SHAPE_FIELDS(exception_fields),
	.doc = "an exception of the processor that nothing handled",
	.tagged = true};

static const struct fl_field entry_fields[] = {
	FL_ROW(struct tg_walk_entry, level, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 32,
		.doc = "what such an entry is called"),
	FL_ROW(struct tg_walk_entry, index, FL_INT, .flags = FL_KEEP, .doc = "in its table"),
	FL_ROW(struct tg_walk_entry, value, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 32,
		.doc = "what it holds, as hex"),
	FL_ROW(struct tg_walk_entry, flags, FL_TEXT, .max = 128,
		.doc = "of it, those that are set"),
};

static const struct fl_shape entry_shape = {.name = "walk_entry",
	.size = sizeof(struct tg_walk_entry),
	FL_SHAPE_FIELDS(entry_fields),
	.doc = "An entry of a page table on the way of an address."};

#define ROW(m, k, ...) FL_ROW(struct tg_page_walk, m, k, __VA_ARGS__)
static const struct fl_field walk_fields[] = {
	ROW(address, FL_HEX, .flags = FL_KEEP, .doc = "that is looked up"),
	ROW(mode, FL_TEXT, .flags = FL_WHOLE, .max = 32, .doc = "the form of the page tables"),
	ROW(entries, FL_LIST, .flags = FL_CUT_HEAD, .shape = &entry_shape, .item = "entry",
		.max = 8, .doc = "each entry on the way, from the root on"),
	ROW(result, FL_TEXT, .flags = FL_KEEP | FL_WHOLE, .max = 32,
		.doc = "mapped, or why it is not, in a word"),
	ROW(page_bytes, FL_INT, .doc = "of the page that it is mapped to"),
	ROW(rights, FL_TEXT, .flags = FL_WHOLE, .max = 4,
		.doc = "what the kernel may do there: read, write, execute"),
};
#undef ROW

const struct fl_shape tg_page_walk_shape = {.name = "page_walk",
	.size = sizeof(struct tg_page_walk),
	FL_SHAPE_FIELDS(walk_fields),
	.doc = "where the page tables lead an address",
	.tagged = true};

static const struct fl_field serial_fields[] = {
	FL_ROW(struct tg_serial, lines, FL_TEXTS, .flags = FL_CUT_HEAD, .max = 64,
		.doc = "as they were written"),
	FL_ROW(struct tg_serial, omitted, FL_INT, .doc = "lines before these"),
};

const struct fl_shape tg_serial_shape = {.name = "serial_output",
	.size = sizeof(struct tg_serial),
	FL_SHAPE_FIELDS(serial_fields),
	.doc = "the last lines that a machine wrote to its serial line",
	.omitted = "omitted",
	.tagged = true};

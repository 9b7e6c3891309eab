#include "diag/model/diagnostic.h"

static const char *const level_words[] = {"fatal", "error", "warning", "note", "remark"};
const struct fl_names diag_level_names = {
	.name = "severity", .words = level_words, .count = DIAG_LEVEL_COUNT};

/* Levels are in falling order of badness, but for remarks and notes. */
bool diag_level_reaches(int level, int least)
{
	return level <= least || (least == DIAG_NOTE && level == DIAG_REMARK);
}

static const char *const kind_words[] = {
	"note", "include", "template", "macro", "function", "candidate", "event"};
const struct fl_names diag_note_kind_names = {
	.name = "note_kind", .words = kind_words, .count = DIAG_NOTE_KIND_COUNT};

#define N(m, k, ...) FL_ROW(struct diag_note, m, k, __VA_ARGS__)
static const struct fl_field note_fields[] = {
	N(kind, FL_ENUM, .names = &diag_note_kind_names, .flags = FL_KEEP | FL_NOT_TERSE,
		.doc = "What the note is."),
	N(parent, FL_INT, .unset = -1, .flags = FL_NOT_TERSE,
		.doc = "Index of the note that this one explains; -1: the diagnostic itself."),
	N(file, FL_TEXT, .flags = FL_WHOLE | FL_ONCE, .doc = "File, as the tool named it."),
	N(line, FL_INT, .terse = 2, .doc = "Line, from 1."),
	N(col, FL_INT, .terse = 3, .doc = "Column, from 1, in the diagnostic's col_unit."),
	N(message, FL_TEXT, .flags = FL_KEEP, .terse = 1, .doc = "What the note says."),
	N(source_line, FL_TEXT, .flags = FL_SOURCE | FL_ONCE, .terse = 4,
		.doc = "The source line as the tool printed it."),
	N(caret, FL_TEXT, .flags = FL_NOT_TERSE, .doc = "The line of carets below it."),
	N(col_unit, FL_TEXT, .flags = FL_WHOLE | FL_NOT_TERSE,
		.doc = "What col counts, where that is not the diagnostic's col_unit."),
};
const struct fl_shape diag_note_shape = {.name = "note",
	.size = sizeof(struct diag_note),
	FL_SHAPE_FIELDS(note_fields),
	.doc = "A remark that belongs to a diagnostic."};

#define R(m, k, ...) FL_ROW(struct diag_range, m, k, __VA_ARGS__)
static const struct fl_field range_fields[] = {
	R(line, FL_INT, .flags = FL_KEEP, .doc = "First line."),
	R(col, FL_INT, .flags = FL_KEEP, .doc = "First column."),
	R(end_line, FL_INT, .flags = FL_KEEP, .doc = "Last line."),
	R(end_col, FL_INT, .flags = FL_KEEP, .doc = "Column behind the last character."),
};
const struct fl_shape diag_range_shape = {.name = "range",
	.size = sizeof(struct diag_range),
	FL_SHAPE_FIELDS(range_fields),
	.doc = "Source that a diagnostic underlines, in its file."};

#define F(m, k, ...) FL_ROW(struct diag_fixit, m, k, __VA_ARGS__)
static const struct fl_field fixit_fields[] = {
	F(note, FL_INT, .unset = -1, .flags = FL_NOT_TERSE,
		.doc = "Index of the note that suggests it; -1: the diagnostic itself."),
	F(file, FL_TEXT, .flags = FL_WHOLE | FL_ONCE,
		.doc = "File to edit; empty: the diagnostic's."),
	F(line, FL_INT, .flags = FL_KEEP, .terse = 4, .same = "^line",
		.doc = "First line to replace."),
	F(col, FL_INT, .flags = FL_KEEP, .terse = 2, .doc = "First column to replace."),
	F(end_line, FL_INT, .flags = FL_KEEP, .terse = 5, .same = "line",
		.doc = "Last line to replace."),
	F(end_col, FL_INT, .flags = FL_KEEP, .terse = 3, .same = "col",
		.doc = "Column behind what is replaced."),
	F(text, FL_TEXT, .flags = FL_KEEP, .terse = 1, .doc = "The replacement."),
};
const struct fl_shape diag_fixit_shape = {.name = "fixit",
	.size = sizeof(struct diag_fixit),
	FL_SHAPE_FIELDS(fixit_fields),
	.doc = "An edit that the tool suggests."};

#define D(m, k, ...) FL_ROW(struct diag_diagnostic, m, k, __VA_ARGS__)
static const struct fl_field diagnostic_fields[] = {
	D(file, FL_TEXT, .flags = FL_KEEP | FL_WHOLE | FL_ONCE, .terse = 1,
		.doc = "File, as the tool named it."),
	D(line, FL_INT, .flags = FL_KEEP, .terse = 2, .doc = "Line, from 1; 0: not known."),
	D(col, FL_INT, .flags = FL_KEEP, .terse = 3,
		.doc = "Column, from 1, in col_unit; 0: not known."),
	D(level, FL_ENUM, .names = &diag_level_names, .flags = FL_KEEP | FL_CXX_ENUM,
		.doc = "How bad it is."),
	D(code, FL_TEXT, .flags = FL_WHOLE, .terse = 6,
		.doc = "The flag that controls it, as printed."),
	D(message, FL_TEXT, .flags = FL_KEEP, .terse = 4,
		.doc = "What the tool says, without the flag."),
	D(source_line, FL_TEXT, .flags = FL_SOURCE | FL_ONCE, .terse = 5,
		.doc = "The source line as the tool printed it."),
	D(caret, FL_TEXT, .flags = FL_NOT_TERSE, .doc = "The line of carets below it."),
	D(notes, FL_LIST, .terse = 7, .shape = &diag_note_shape, .item = "note",
		.flags = FL_CUT_TAIL,
		.doc = "Notes, in the tool's order; what leads to the diagnostic comes first."),
	D(end_line, FL_INT, .flags = FL_NOT_TERSE,
		.doc = "Line where the range of the place ends."),
	D(end_col, FL_INT, .flags = FL_NOT_TERSE, .doc = "Column behind that range."),
	D(col_unit, FL_TEXT, .flags = FL_WHOLE | FL_NOT_TERSE,
		.doc = "What columns count: byte, display, codepoint, utf16, or offset (line 0: "
		       "from the file's start)."),
	D(ranges, FL_LIST, .shape = &diag_range_shape, .item = "range", .flags = FL_NOT_TERSE,
		.doc = "What is underlined."),
	D(fixits, FL_LIST, .terse = 8, .flags = FL_SOURCE, .shape = &diag_fixit_shape,
		.item = "fixit", .doc = "Edits suggested."),
	D(symbol, FL_TEXT, .flags = FL_NOT_TERSE,
		.doc = "The linker's symbol, demangled where that is known."),
	D(raw_symbol, FL_TEXT, .flags = FL_NOT_TERSE,
		.doc = "The symbol's name in the object, where it is known."),
	D(object, FL_TEXT, .flags = FL_WHOLE,
		.doc = "The object file or archive member that refers to the symbol."),
	D(error_class, FL_ENUM, .names = &diag_class_names, .flags = FL_NOT_TERSE,
		.doc = "The class of the error."),
	D(confidence, FL_RATIO, .flags = FL_NOT_TERSE,
		.doc = "How often the rule that chose the class is right."),
	D(tool, FL_TEXT, .flags = FL_WHOLE | FL_NOT_TERSE,
		.doc = "Who spoke: gcc, clang, clang-tidy, as, ld, gold, lld, mold, msvc, link, "
		       "nvcc, "
		       "cppcheck, cmake, and others that docs/unread.md names."),
	D(lane, FL_TEXT, .flags = FL_WHOLE,
		.doc = "Which of several writers in one log it is from: container, job, process."),
	D(root_cause, FL_TEXT, .doc = "Why it is wrong, as far as that is known for sure."),
	D(fix_strategy, FL_TEXT, .doc = "How such an error is mended."),
	D(repeats, FL_INT, .doc = "How often it came again, from other translation units."),
	D(skipped, FL_INT, .doc = "Diagnostics that were left out behind this one."),
	D(omitted, FL_INT, .doc = "Notes, ranges and fix-its left out."),
	D(id, FL_TEXT, .flags = FL_WHOLE | FL_NOT_TERSE,
		.doc = "What it says, whichever tool says it: see idents.md."),
	D(args, FL_TEXTS, .flags = FL_WHOLE | FL_NOT_TERSE, .max = 16,
		.doc = "What it is about, in the id's order."),
};
const struct fl_shape diag_diagnostic_shape = {.name = "diagnostic",
	.size = sizeof(struct diag_diagnostic),
	FL_SHAPE_FIELDS(diagnostic_fields),
	.doc = "What a compiler or linker reported.",
	.omitted = "omitted",
	.kind = "level"};

static const struct fl_shape *const shapes[] = {&diag_diagnostic_shape};
const struct fl_registry diag_registry = {.shapes = shapes, .count = 1};

bool diag_range_contains(const struct diag_range *r, int64_t line, int64_t col)
{
	bool started = r->line < line || (r->line == line && r->col <= col);
	return started && (line < r->end_line || (line == r->end_line && col < r->end_col));
}

struct fl_list diag_list_copy(struct fl_arena *a, const struct fl_list *l, size_t size)
{
	void *items = l->len ? fl_arena_array(a, l->len, size) : NULL;
	if (!items)
		return (struct fl_list){0};
	memcpy(items, l->items, l->len * size);
	return (struct fl_list){.items = items, .len = l->len};
}

struct diag_diagnostic *diag_diagnostic_copy(struct fl_arena *a, const struct diag_diagnostic *d)
{
	return fl_object_copy(&diag_diagnostic_shape, d, a);
}

struct fl_list diag_errors(const struct fl_list *list, size_t max, struct fl_arena *a)
{
	const struct diag_diagnostic *from = list->items;
	struct diag_diagnostic *to = fl_arena_array(a, max, sizeof(*to));
	struct fl_list errors = {.items = to};
	for (size_t i = 0; to && i < list->len && errors.len < max; i++)
		if (from[i].level == DIAG_ERROR || from[i].level == DIAG_FATAL)
			to[errors.len++] = from[i];
	return errors;
}

struct fl_items diag_items(struct fl_arena *a, const struct fl_list *list)
{
	struct fl_item *at = list->len ? fl_arena_array(a, list->len, sizeof(*at)) : NULL;
	if (!at)
		return (struct fl_items){0};
	for (size_t i = 0; i < list->len; i++)
		at[i] = (struct fl_item){.shape = &diag_diagnostic_shape,
			.object = fl_list_at(list, &diag_diagnostic_shape, i)};
	return (struct fl_items){.at = at, .len = list->len};
}

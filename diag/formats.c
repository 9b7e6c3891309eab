#include "diag/formats.h"

const char *const diag_format_names[DIAG_FORMAT_COUNT] = {
	[DIAG_FORMAT_GCC_TEXT] = "gcc text",
	[DIAG_FORMAT_GCC_JSON] = "gcc JSON",
	[DIAG_FORMAT_GCC_SARIF] = "gcc SARIF",
	[DIAG_FORMAT_CLANG_TEXT] = "clang text",
	[DIAG_FORMAT_CLANG_DIA] = "clang .dia",
	[DIAG_FORMAT_CLANG_SARIF] = "clang SARIF",
	[DIAG_FORMAT_TIDY] = "clang-tidy text",
	[DIAG_FORMAT_LINKER] = "linkers",
};

#define HELD DIAG_HELD
#define LOST DIAG_LOST
#define SPELT "where a macro is expanded, not where it is spelt"
#define START "where the range starts, not the caret"
#define RANGE "of one character too, where the text shows none"
#define TABS "with the tabs of the file"
#define KNOWN "where its words tell it"

/* In the order of enum diag_format. */
const struct diag_holding diag_holdings[] = {
	{"file", {HELD, HELD, HELD, HELD, HELD, "absolute", HELD, "with -g"}},
	{"line", {HELD, SPELT, SPELT, HELD, HELD, HELD, HELD, "with -g"}},
	{"col", {HELD, SPELT, START, HELD, HELD, HELD, HELD, LOST}},
	{"level", {HELD, HELD, "a warning grouped with another is a note (13, 14)", HELD, HELD,
			  HELD, HELD, HELD}},
	{"code", {HELD, HELD, HELD, HELD, HELD, LOST, "the check", LOST}},
	{"message", {HELD, HELD, "in UTF-8 in any locale", HELD, HELD, HELD, HELD, HELD}},
	{"source_line", {HELD, LOST, TABS, HELD, LOST, LOST, HELD, LOST}},
	{"caret", {HELD, LOST, LOST, HELD, LOST, LOST, HELD, LOST}},
	{"end_line, end_col", {HELD, SPELT, RANGE, HELD, RANGE, RANGE, HELD, LOST}},
	{"col_unit", {KNOWN, HELD, HELD, "byte, " KNOWN, HELD, "codepoint", "byte", LOST}},
	{"ranges", {HELD, SPELT, "one; " RANGE, HELD, RANGE, RANGE, HELD, LOST}},
	{"fixits", {HELD, HELD, HELD, HELD, HELD, LOST, HELD, LOST}},
	{"fixits of notes", {HELD, HELD, LOST, HELD, HELD, LOST, HELD, LOST}},
	{"notes: note", {HELD, HELD, HELD, HELD, HELD, HELD, HELD, HELD}},
	{"notes: candidate", {HELD, HELD, HELD, HELD, HELD, HELD, HELD, LOST}},
	{"notes: include",
		{HELD, LOST, LOST, "once for diagnostics in a row", HELD, LOST, LOST, LOST}},
	{"notes: template", {HELD, LOST, LOST, HELD, HELD, HELD, HELD, LOST}},
	{"notes: macro", {HELD, LOST, LOST, HELD, HELD, LOST, HELD, LOST}},
	{"notes: function", {"once for diagnostics in a row", LOST, "its name alone, each time",
				    LOST, LOST, LOST, LOST, "as the place of the reference"}},
	{"notes: event", {HELD, HELD, HELD, LOST, LOST, LOST, LOST, LOST}},
	{"notes' file", {HELD, HELD, HELD, HELD, HELD, "absolute", HELD, "with -g"}},
	{"notes' line and col", {HELD, SPELT, START, HELD, HELD, HELD, HELD, LOST}},
	{"notes' source_line", {HELD, LOST, TABS, HELD, LOST, LOST, HELD, LOST}},
	{"notes' caret", {HELD, LOST, LOST, HELD, LOST, LOST, HELD, LOST}},
	{"symbol, raw_symbol, object", {LOST, LOST, LOST, LOST, LOST, LOST, LOST, HELD}},
	{"tool", {KNOWN, HELD, HELD, KNOWN, HELD, HELD, HELD, HELD}},
};
const size_t diag_holding_count = sizeof(diag_holdings) / sizeof(diag_holdings[0]);

void diag_formats_write(struct fl_buf *out)
{
	fl_buf_str(out, "# What each format holds\n\n"
			"The same compile gives the same diagnostics in every format, but for what "
			"stands here. `=`: held\n"
			"whole, the same in all formats of that compiler; `-`: not held. What is "
			"not held, `--source-root`\n"
			"can fill in where it is the source line; the rest is lost.\n\n"
			"`gen-model formats` writes this page. A test holds the output of gcc 12 "
			"and 14 and of clang 14, 16\n"
			"and 19 to it; the last two columns have no second format to be held to.\n"
			"\n| |");
	for (size_t f = 0; f < DIAG_FORMAT_COUNT; f++)
		fl_buf_printf(out, " %s |", diag_format_names[f]);
	fl_buf_str(out, "\n|---|");
	for (size_t f = 0; f < DIAG_FORMAT_COUNT; f++)
		fl_buf_str(out, "---|");
	for (size_t i = 0; i < diag_holding_count; i++) {
		fl_buf_printf(out, "\n| %s |", diag_holdings[i].what);
		for (size_t f = 0; f < DIAG_FORMAT_COUNT; f++)
			fl_buf_printf(out, " %s |", diag_holdings[i].held[f]);
	}
	fl_buf_char(out, '\n');
}

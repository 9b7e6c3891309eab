/* Which lines are an exception's what(): it may have several, and nothing marks the last. */
#include "sanitize/abort/what.h"

#include "base/buf.h"
#include "sanitize/report/frame.h"
#include "sanitize/report/text.h"

static bool starts_any(struct fl_slice line, const char *const *words, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (fl_slice_starts(line, words[i]))
			return true;
	return false;
}

bool san_is_shell_line(struct fl_slice line, const char *words)
{
	ptrdiff_t in = fl_slice_find(line, words);
	if (in < 0)
		return false;
	struct fl_slice before = fl_slice_head(line, (size_t)in);
	struct fl_slice after = fl_slice_trim(fl_slice_skip(line, before.len + strlen(words)));
	before = fl_slice_trim(before);
	if (!before.len)
		return !after.len || fl_slice_starts(after, "(core dumped)");
	bool digit = before.ptr[before.len - 1] >= '0' && before.ptr[before.len - 1] <= '9';
	return fl_slice_find(before, ": line ") >= 0 && digit;
}

static bool is_end(struct fl_slice line)
{
	static const char *const starts[] = {"==", "AddressSanitizer:", "terminate called",
		"Aborted", "SUMMARY:", "Program received signal ",
		"Program terminated with signal ", "#0 ", "Process ", "* thread #"};
	return starts_any(line, starts, sizeof(starts) / sizeof(*starts)) ||
	       fl_slice_find(line, "Aborted (core dumped)") >= 0 ||
	       san_is_shell_line(line, "Aborted");
}

/* "make[2]: *** [Makefile:5: check] Error 134", "make: Leaving directory" */
static bool is_make(struct fl_slice line)
{
	ptrdiff_t colon = fl_slice_find(line, ": ");
	struct fl_slice name = fl_slice_head(line, colon < 0 ? 0 : (size_t)colon);
	ptrdiff_t open = fl_slice_chr(name, '[');
	name = fl_slice_head(name, open < 0 ? name.len : (size_t)open);
	return fl_slice_eqs(name, "make") || fl_slice_eqs(name, "gmake") ||
	       fl_slice_eqs(name, "ninja");
}

/* "1/3 Test #1: unit ....   Passed", " 2/10 unit OK 0.01s" */
static bool is_test_line(struct fl_slice line)
{
	struct fl_slice s = fl_slice_trim(line);
	uint32_t value;
	size_t n = fl_slice_uint(s, &value);
	s = fl_slice_skip(s, n);
	if (!n || !fl_slice_starts(s, "/"))
		return false;
	s = fl_slice_skip(s, 1);
	n = fl_slice_uint(s, &value);
	return n && fl_slice_starts(fl_slice_skip(s, n), " ");
}

/* "a.c:1:1: error: …", "a.c:1: note: …" */
static bool is_diagnostic(struct fl_slice line)
{
	static const char *const words[] = {"error: ", "warning: ", "note: ", "fatal error: "};
	int64_t at = 0, col;
	ptrdiff_t colon = fl_slice_find(line, ": ");
	if (colon <= 0)
		return false;
	san_place_parse(fl_slice_head(line, (size_t)colon), &at, &col);
	return at && starts_any(fl_slice_skip(line, (size_t)colon + 2), words,
			     sizeof(words) / sizeof(*words));
}

/* GoogleTest's, ctest's and ninja's lines have a frame of their own. */
static bool is_framed(struct fl_slice line)
{
	static const char *const starts[] = {"[ RUN      ]", "[       OK ]", "[  FAILED  ]",
		"[  PASSED  ]", "[  SKIPPED ]", "[----------]", "[==========]",
		"FAILED: ", "Test project ", "    Start ", "The following tests FAILED", "ninja: "};
	uint32_t value;
	if (starts_any(line, starts, sizeof(starts) / sizeof(*starts)))
		return true;
	size_t n = fl_slice_starts(line, "[") ? fl_slice_uint(fl_slice_skip(line, 1), &value) : 0;
	return n && fl_slice_starts(fl_slice_skip(line, 1 + n), "/") &&
	       fl_slice_find(line, "] ") >= 0;
}

enum san_line san_line_of(struct fl_slice line, bool whole)
{
	if (is_end(line))
		return SAN_LINE_END;
	if (is_make(line) || is_framed(line) || is_test_line(line) ||
		(!whole && is_diagnostic(line)))
		return SAN_LINE_OTHER;
	return SAN_LINE_ANY;
}

static bool is_indented(struct fl_slice line)
{
	return fl_slice_starts(line, " ") || fl_slice_starts(line, "\t");
}

/* How many of the lines are the text; the first, with "what():", always is. */
static int lines_of(struct fl_slice rest, bool whole)
{
	struct fl_slice line;
	int sure = 1, i = 1;
	bool gap = false;
	fl_slice_line(&rest, &line);
	for (; i < SAN_MESSAGE_LINES && fl_slice_line(&rest, &line); i++) {
		enum san_line is = san_line_of(line, whole);
		bool empty = !fl_slice_trim(line).len;
		if (is != SAN_LINE_ANY)
			return whole || is == SAN_LINE_END ? i : sure;
		if (!whole && gap && !empty && !is_indented(line))
			return sure;
		if (sure == i && is_indented(line) && !empty)
			sure++;
		gap = empty;
	}
	return whole ? i : sure;
}

struct fl_slice san_what(
	struct fl_slice first, struct fl_slice rest, bool whole, struct fl_arena *a)
{
	struct fl_slice line;
	struct fl_buf out;
	if (!fl_slice_starts(rest, "  what():  "))
		return first;
	int count = lines_of(rest, whole);
	fl_buf_init(&out, SAN_MESSAGE_MAX + 64);
	fl_buf_slice(&out, first);
	fl_buf_str(&out, ": ");
	for (int i = 0; i < count && !out.failed && fl_slice_line(&rest, &line); i++) {
		if (i)
			fl_buf_char(&out, '\n');
		fl_buf_slice(&out,
			fl_slice_head(i ? line : fl_slice_trim(line), SAN_MESSAGE_MAX - first.len));
	}
	struct fl_slice text = fl_slice_head(fl_slice(out.data, out.len), SAN_MESSAGE_MAX);
	text = fl_arena_slice(a, fl_slice_trim(text));
	fl_buf_release(&out);
	return text;
}

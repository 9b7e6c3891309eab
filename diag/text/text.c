/*
 * What the text of gcc and clang has in common: headlines, include chains, parseable fix-its.
 *
 *	FILE:LINE:COL: LEVEL: MESSAGE [-Wflag]		gcc, clang
 *	FILE:LINE: LEVEL: MESSAGE			without column
 *	PROGRAM: LEVEL: MESSAGE				drivers and their children
 *	LEVEL: MESSAGE					clang without a place
 */
#include "diag/text/text.h"

#include "diag/language/local.h"
#include "diag/report/build.h"
#include "diag/report/pending.h"
#include "diag/report/place.h"
#include "diag/report/route.h"
#include "diag/report/snippet.h"

static const struct {
	struct fl_slice word;
	enum diag_level level;
} level_words[] = {
	{FL_LIT("error:"), DIAG_ERROR},
	{FL_LIT("warning:"), DIAG_WARNING},
	{FL_LIT("note:"), DIAG_NOTE},
	{FL_LIT("fatal error:"), DIAG_FATAL},
	{FL_LIT("remark:"), DIAG_REMARK},
	{FL_LIT("internal compiler error:"), DIAG_FATAL},
	{FL_LIT("sorry, unimplemented:"), DIAG_ERROR},
	{FL_LIT("Error:"), DIAG_ERROR}, /* the assembler's */
	{FL_LIT("Warning:"), DIAG_WARNING},
	{FL_LIT("Fatal error:"), DIAG_FATAL},
};
enum { LEVEL_WORDS = sizeof(level_words) / sizeof(level_words[0]), COLONS_MAX = 64 };

/* How they begin. */
static const bool starts_level[256] = {['e'] = true,
	['w'] = true,
	['n'] = true,
	['f'] = true,
	['r'] = true,
	['i'] = true,
	['s'] = true,
	['E'] = true,
	['W'] = true,
	['F'] = true};

/* The length of the level word at the start of s, 0 for none. */
static size_t level_cut(struct fl_slice s, enum diag_level *ret_level)
{
	if (!s.len || !starts_level[(unsigned char)s.ptr[0]])
		return 0;
	for (size_t i = 0; i < LEVEL_WORDS; i++)
		if (s.ptr[0] == level_words[i].word.ptr[0] &&
			fl_slice_starts_with(s, level_words[i].word)) {
			*ret_level = level_words[i].level;
			return level_words[i].word.len;
		}
	return 0;
}

/* Something that may stand before a level where there is no line: a program or "<command-line>". */
static bool speaker(struct fl_slice name, struct diag_head *h)
{
	h->driver = diag_driver_name(name, &h->tool);
	return h->driver || (name.len > 2 && name.ptr[0] == '<' && name.ptr[name.len - 1] == '>');
}

/*
 * In capitals the words are gfortran's ("Error: Unclassifiable statement at (1)") and the
 * assembler's; without a place many tools write so that are no compilers.
 */
static bool capital_take(struct fl_slice line, size_t at, struct diag_head *h)
{
	static const char *const openers[] = {"can't open ", "can't close "};
	if (line.ptr[at] < 'A' || line.ptr[at] > 'Z')
		return true;
	bool fortran = fl_slice_find(h->message, "(1)") >= 0;
	if (h->col || fortran)
		h->by = "gcc";
	if (at || fortran)
		return true;
	for (size_t i = 0; i < sizeof(openers) / sizeof(openers[0]); i++)
		if (fl_slice_starts(h->message, openers[i]))
			return true;
	return false;
}

/* `said` is where the line's first ": " stands, -1: nowhere. */
static bool head_parse(struct fl_slice line, ptrdiff_t said, struct diag_head *ret_head)
{
	struct diag_head h = {0};
	size_t n = level_cut(line, &h.level), at = 0;
	for (int i = 0; !n && i < COLONS_MAX; i++) {
		ptrdiff_t colon = i ? fl_slice_find(fl_slice_skip(line, at), ": ") : said;
		if (colon < 0)
			return false;
		at += (size_t)colon + 2;
		n = level_cut(fl_slice_skip(line, at), &h.level);
		struct fl_slice place = fl_slice_head(line, at - 2);
		if (n && !diag_place_parse(place, &h) && !speaker(place, &h))
			return false;
	}
	if (!n)
		return false;
	h.message = fl_slice_skip(line, at + n);
	if (h.message.len && h.message.ptr[0] == ' ')
		h.message = fl_slice_skip(h.message, 1);
	if (!capital_take(line, at, &h))
		return false;
	diag_code_cut(&h);
	*ret_head = h;
	return true;
}

static void headline_take(struct diag_parser *p, struct diag_head *h, struct fl_slice line)
{
	bool noted = h->level == DIAG_NOTE && diag_route_note(p, h);
	if (h->driver)
		h->file.len = 0;
	if (noted) {
		diag_build_note(p, h, diag_note_kind_of(h->message));
	} else {
		h->message = fl_slice_trim(h->message);
		diag_local_head(p, h);
		bool clang = h->clang || h->level == DIAG_REMARK;
		diag_build_begin(p, h, h->tool ? h->tool : clang ? "clang" : NULL);
		diag_place_ranges(p, h->ranges);
	}
	diag_wrap_start(p, line);
}

bool diag_text_placed(struct diag_parser *p, struct fl_slice line)
{
	struct diag_head h;
	bool crash = p->lane->open && p->lane->d.level == DIAG_FATAL;
	if (crash || !head_parse(line, p->look.said, &h) || !h.col || h.level == DIAG_FATAL)
		return false;
	headline_take(p, &h, line);
	return true;
}

bool diag_text_headline(struct diag_parser *p, struct fl_slice line)
{
	struct diag_head h;
	if (!head_parse(line, p->look.said, &h))
		return false;
	headline_take(p, &h, line);
	return true;
}

/*
 *	In file included from FILE:LINE:		clang
 *	In file included from FILE:LINE:COL,		gcc; the column only in the first
 *	                 from FILE:LINE:
 */
bool diag_text_include(struct diag_parser *p, struct fl_slice line)
{
	static const char first[] = "In file included from ", more[] = "                 from ";
	struct diag_head h = {.message = FL_LIT("in file included from here")};
	struct fl_slice place;
	bool again = fl_slice_starts(line, more);
	if (!again && !fl_slice_starts(line, first))
		return false;
	place = fl_slice_skip(line, again ? sizeof(more) - 1 : sizeof(first) - 1);
	if (!place.len || !strchr(",:", place.ptr[place.len - 1]))
		return false;
	bool comma = place.ptr[--place.len] == ',';
	if (!diag_place_parse(place, &h))
		return false;
	diag_pending_include(p, &h, again || comma || h.col ? "gcc" : NULL, again, comma);
	return true;
}

/* The bytes of a quoted text with C escapes (\ and octal) in place of s. */
static struct fl_slice unescape(struct fl_slice s, struct fl_buf *out)
{
	for (size_t i = 0; i < s.len; i++) {
		char c = s.ptr[i];
		if (c != '\\' || i + 1 >= s.len) {
			fl_buf_char(out, c);
			continue;
		}
		c = s.ptr[++i];
		unsigned value = 0, digits = 0;
		while (digits < 3 && i < s.len && s.ptr[i] >= '0' && s.ptr[i] <= '7') {
			value = value * 8 + (unsigned)(s.ptr[i++] - '0');
			digits++;
		}
		if (digits)
			i--;
		fl_buf_char(out, digits ? (char)value : c == 'n' ? '\n' : c == 't' ? '\t' : c);
	}
	return fl_buf_view(out);
}

/* fix-it:"FILE":{LINE:COL-LINE:COL}:"TEXT" (byte columns, end exclusive) */
bool diag_text_fixit(struct diag_parser *p, struct fl_slice line)
{
	struct diag_fixit f;
	if (!fl_slice_starts(line, "fix-it:\"") || line.ptr[line.len - 1] != '"')
		return false;
	struct fl_slice s = fl_slice_skip(line, strlen("fix-it:\""));
	ptrdiff_t end = fl_slice_find(s, "\":{");
	if (end < 0)
		return false;
	struct fl_slice file = fl_slice_head(s, (size_t)end);
	diag_route_file(p, file);
	f.note = p->lane->snippet.note;
	s = fl_slice_skip(s, (size_t)end + 2);
	struct diag_range span;
	size_t n = diag_span_parse(s, &span);
	s = fl_slice_skip(s, n);
	if (!p->lane->open || !n || !fl_slice_starts(s, ":\"") || s.len < 3)
		return false;
	f.line = span.line;
	f.col = span.col;
	f.end_line = span.end_line;
	f.end_col = span.end_col;
	p->lane->exact_fixits = true;
	struct fl_buf a, b;
	fl_buf_init(&a, DIAG_LINE_MAX);
	fl_buf_init(&b, DIAG_LINE_MAX);
	f.file = unescape(file, &a);
	f.text = unescape(fl_slice(s.ptr + 2, s.len - 3), &b);
	if (a.failed || b.failed)
		diag_build_fail(p, FL_ENOMEM);
	diag_build_fixit(p, f);
	fl_buf_release(&a);
	fl_buf_release(&b);
	return true;
}

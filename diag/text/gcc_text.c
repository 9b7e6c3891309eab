/*
 * What only gcc's text has: the functions and template steps that precede a headline.
 *
 *	FILE: In function 'F':			also "In member function", "In lambda function", …
 *	FILE: In instantiation of 'T':
 *	    inlined from 'F' at FILE:LINE:COL:
 *	FILE:LINE:COL:   required from 'T'
 */
#include "diag/text/text.h"
#include "diag/report/build.h"
#include "diag/report/pending.h"
#include "diag/report/place.h"

static const char *const trailers[] = {
	"compilation terminated.",
	"compilation terminated due to -",
	"cc1: all warnings being treated as errors",
	"cc1: some warnings being treated as errors",
	"cc1plus: all warnings being treated as errors",
	"cc1plus: some warnings being treated as errors",
};

static bool trailer(struct diag_parser *p, struct fl_slice line)
{
	for (size_t i = 0; i < sizeof(trailers) / sizeof(trailers[0]); i++)
		if (fl_slice_starts(line, trailers[i])) {
			diag_build_trailer(p);
			return true;
		}
	return false;
}

/* "FILE: In …:" and "FILE: At …:"; a comma at the end promises "inlined from". */
static bool function_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_head h = {0};
	if (!(p->look.after & (DIAG_BIT('I') | DIAG_BIT('A'))) ||
		!strchr(":,", line.ptr[line.len - 1]))
		return false;
	ptrdiff_t in = fl_slice_find(line, ": In "), at = fl_slice_find(line, ": At ");
	ptrdiff_t start = in >= 0 && (at < 0 || in < at) ? in : at;
	if (start >= 0) {
		h.file = fl_slice_head(line, (size_t)start);
		h.message = fl_slice_skip(line, (size_t)start + 2);
	} else if (fl_slice_starts(line, "In function ") || fl_slice_starts(line, "In member ") ||
		   fl_slice_starts(line, "At top level") ||
		   fl_slice_starts(line, "At global scope")) {
		h.message = line;
	} else {
		return false;
	}
	h.message.len--;
	bool step = fl_slice_starts(h.message, "In instantiation of ") ||
		    fl_slice_starts(h.message, "In substitution of ");
	diag_build_pending(p, step ? DIAG_NOTE_TEMPLATE : DIAG_NOTE_FUNCTION, &h, "gcc");
	return true;
}

static bool inlined_line(struct diag_parser *p, struct fl_slice line)
{
	static const char start[] = "    inlined from ";
	struct diag_head h = {0};
	if (!fl_slice_starts(line, start))
		return false;
	struct fl_slice s = fl_slice_trim(line);
	if (strchr(",:", s.ptr[s.len - 1]))
		s.len--;
	ptrdiff_t at = -1;
	for (size_t i = 0; i + 4 <= s.len; i++)
		if (memcmp(s.ptr + i, " at ", 4) == 0)
			at = (ptrdiff_t)i;
	if (at < 0 || !diag_place_parse(fl_slice_skip(s, (size_t)at + 4), &h))
		return false;
	h.message = fl_slice_head(s, (size_t)at);
	diag_build_pending(p, DIAG_NOTE_FUNCTION, &h, "gcc");
	return true;
}

static bool step_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_head h;
	if (p->look.said < 0 || !(p->look.after & DIAG_BIT(' ')))
		return false;
	ptrdiff_t gap = fl_slice_find(line, ":   ");
	if (gap < 0 || !diag_place_parse(fl_slice_head(line, (size_t)gap), &h))
		return false;
	h.message = fl_slice_trim(fl_slice_skip(line, (size_t)gap + 1));
	diag_build_pending(p, DIAG_NOTE_TEMPLATE, &h, "gcc");
	p->groups[p->group_count - 1].wrapped = line.ptr[line.len - 1] == ' ';
	return true;
}

bool diag_gcc_line(struct diag_parser *p, struct fl_slice line)
{
	if (!line.len)
		return false;
	bool may_end = line.len > 2 && line.ptr[0] == 'c' &&
		       (line.ptr[1] == 'o' || line.ptr[1] == 'c'); /* most are "cd …" */
	if (may_end && trailer(p, line))
		return true;
	return function_line(p, line) || (p->group_count && inlined_line(p, line)) ||
	       step_line(p, line) || (p->group_count && diag_pending_wrapped(p, line));
}

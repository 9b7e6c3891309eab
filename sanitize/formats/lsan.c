/*
 * LeakSanitizer's reports, alone or as part of AddressSanitizer:
 *
 *	==PID==ERROR: LeakSanitizer: detected memory leaks
 *
 *	Direct leak of 16 byte(s) in 1 object(s) allocated from:
 *	    #0 …
 *
 *	SUMMARY: AddressSanitizer: 48 byte(s) leaked in 3 allocation(s).
 *
 * Each stack is a report: two leaks are two faults.
 */
#include "sanitize/formats/formats.h"
#include "sanitize/report/text.h"

static bool begin(struct san_parser *p, struct fl_slice line)
{
	uint32_t size;
	if (p->headline &&
		fl_slice_find(line, "==ERROR: LeakSanitizer: detected memory leaks") >= 0) {
		san_end(p);
		p->in_leaks = true;
		return true;
	}
	if (!p->in_leaks || !(fl_slice_starts(line, "Direct leak of ") ||
				    fl_slice_starts(line, "Indirect leak of ")))
		return false;
	san_begin(p, &san_format_lsan, SAN_TOOL_LSAN);
	san_set_kind(p, san_kind_find(SAN_TOOL_LSAN, line));
	san_expect(p, SAN_ROLE_ALLOCATION, fl_slice(NULL, 0));
	ptrdiff_t end = fl_slice_find(line, " allocated from:");
	p->report.message =
		fl_arena_slice(p->arena, fl_slice_head(line, end > 0 ? (size_t)end : line.len));
	if (san_skip_past(&line, " leak of ") && fl_slice_uint(line, &size))
		p->report.access.size = size;
	return true;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	if (!fl_slice_starts(line, "SUMMARY: "))
		return;
	p->in_leaks = false;
	san_end(p);
}

const struct san_format san_format_lsan = {.begin = begin, .line = take_line, .may_be_cut = true};

/*
 * libFuzzer's own reports (compiler-rt lib/fuzzer/FuzzerLoop.cpp), with and without a sanitizer:
 *
 *	==PID== ERROR: libFuzzer: deadly signal
 *	    #0 0x… in __sanitizer_print_stack_trace (…)
 *	    #1 0x… in fuzzer::PrintStackTrace() (…)
 *	    #7 0x… in LLVMFuzzerTestOneInput /dir/f.cc:9:30
 *	…
 *	SUMMARY: libFuzzer: deadly signal
 *
 * "timeout after 2 seconds", "out-of-memory (used: 282Mb; limit: 200Mb)", "fuzz target exited". A
 * deadly signal that comes from abort() is kind "abrt", so that the message of the abort, which
 * stands before it, can tell more.
 */
#include "sanitize/formats/formats.h"
#include "sanitize/report/text.h"

static bool begin(struct san_parser *p, struct fl_slice line)
{
	if (!p->headline || !san_skip_past(&line, "ERROR: libFuzzer: "))
		return false;
	const struct san_kind *kind = san_kind_find(SAN_TOOL_LIBFUZZER, line);
	if (!*kind->kind)
		return false;
	san_begin(p, &san_format_libfuzzer, SAN_TOOL_LIBFUZZER);
	san_set_kind(p, kind);
	p->report.message = fl_arena_slice(p->arena, line);
	return true;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	if (fl_slice_starts(line, "SUMMARY: "))
		san_end(p);
}

/* Where the signal came into the stack is libc's, and has no name. */
static void drop_trampoline(struct san_stack *s)
{
	const struct san_frame *first = fl_list_at(&s->frames, &san_frame_shape, 0);
	if (s->frames.len < 2 || first->function.len || first->file.len || !first->library)
		return;
	struct san_frame *frames = s->frames.items;
	s->frames = (struct fl_list){.items = frames + 1, .len = s->frames.len - 1};
}

static void end(struct san_parser *p)
{
	struct san_stack *s = san_first_stack(p);
	if (!s)
		return;
	if (fl_slice_eqs(p->report.kind, "deadly-signal") && san_stack_aborts(p))
		san_set_kind(p, san_kind_named(SAN_TOOL_LIBFUZZER, FL_S("abrt")));
	drop_trampoline(s);
	struct san_frame *frames = s->frames.items;
	for (size_t i = 0; i < s->frames.len; i++)
		frames[i].depth = (int64_t)i;
}

const struct san_format san_format_libfuzzer = {.begin = begin, .line = take_line, .end = end};

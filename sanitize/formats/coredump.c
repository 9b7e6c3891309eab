/*
 * What systemd-coredump tells of a crash: "coredumpctl info", and its message in the journal.
 *
 *	        Signal: 11 (SEGV)
 *	    Executable: /home/u/crash
 *	       Message: Process 1234 (crash) of user 1000 dumped core.
 *
 *	                Stack trace of thread 1234:
 *	                #0  0x000055d0c0a5b3ca balance_of (crash + 0x13ca)
 *	                #1  0x00007f6972c4524a n/a (libc.so.6 + 0x2724a)
 *
 * (src/coredump/coredumpctl.c, src/shared/elf-util.c.) The first thread is the one that crashed.
 */
#include "sanitize/formats/debugger.h"
#include "sanitize/formats/formats.h"
#include "sanitize/report/text.h"

static bool begin_signal(struct san_parser *p, struct fl_slice s)
{
	uint32_t number;
	struct fl_slice name = fl_slice_skip(s, strlen("Signal: "));
	if (!fl_slice_uint(name, &number) || !san_skip_past(&name, " (") ||
		!fl_slice_ends(name, ")"))
		return false;
	name.len--;
	const struct san_kind *kind = san_kind_find(
		SAN_TOOL_COREDUMP, fl_arena_printf(p->arena, "SIG%.*s", FL_ARG(name)));
	if (!*kind->kind)
		return false;
	san_begin(p, &san_format_coredump, SAN_TOOL_COREDUMP);
	san_set_kind(p, kind);
	p->report.message = fl_arena_printf(p->arena, "SIG%.*s, dumped core", FL_ARG(name));
	return true;
}

static bool begin(struct san_parser *p, struct fl_slice line)
{
	ptrdiff_t at;
	if (line.len < 16 || p->format == &san_format_coredump)
		return false;
	if (line.ptr[0] == ' ' || line.ptr[0] == 'S') {
		struct fl_slice s = fl_slice_trim(line);
		if (fl_slice_starts(s, "Signal: "))
			return begin_signal(p, s);
	}
	if (!fl_slice_ends(line, " dumped core.") || (at = fl_slice_find(line, "Process ")) < 0 ||
		fl_slice_find(line, " of user ") < at)
		return false;
	san_begin(p, &san_format_coredump, SAN_TOOL_COREDUMP);
	p->report.message = FL_S("dumped core");
	return true;
}

/* "#0  0x… f (crash + 0x13ca)" */
static bool take_frame(struct san_parser *p, struct fl_slice s)
{
	struct san_frame f = {0};
	uint32_t depth;
	if (!san_cut_depth(&s, &depth))
		return false;
	f.depth = depth;
	f.address = san_address(s);
	ptrdiff_t blank = fl_slice_chr(s, ' '), open = fl_slice_rchr(s, '(');
	if (!f.address || blank < 0 || open < blank || !fl_slice_ends(s, ")"))
		return false;
	f.function = fl_slice_trim(fl_slice(s.ptr + blank, (size_t)(open - blank)));
	struct fl_slice inside = fl_slice_skip(s, (size_t)open + 1);
	inside.len--;
	ptrdiff_t plus = fl_slice_find(inside, " + ");
	f.module = fl_slice_head(inside, plus < 0 ? inside.len : (size_t)plus);
	if (plus >= 0)
		f.offset = san_address(fl_slice_skip(inside, (size_t)plus + 3));
	san_add_debugger_frame(p, &f);
	return true;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	struct fl_slice s = fl_slice_trim(line);
	if (fl_slice_starts(s, "Stack trace of thread "))
		san_expect(p, p->stacks.len || p->stack_open ? SAN_ROLE_OTHER : SAN_ROLE_ACCESS,
			fl_slice(NULL, 0));
	else if (!take_frame(p, s) && fl_slice_starts(s, "ELF object binary architecture:"))
		san_end(p);
}

static void end(struct san_parser *p)
{
	if (!p->report.kind.len)
		san_set_kind_by_stack(p, "core-dump");
}

const struct san_format san_format_coredump = {
	.begin = begin, .line = take_line, .end = end, .own_frames = true};

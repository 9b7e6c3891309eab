/*
 * A crash in gdb, as people paste it, alone or in a longer session:
 *
 *	Program received signal SIGSEGV, Segmentation fault.	or "Thread 2 "name" received …"
 *	0x… in f (a=0x…) at f.cpp:17				"Program terminated with …" of a core;
 *								no address where a statement begins
 *	17		return *a->b;
 *	(gdb) bt
 *	#0  0x… in f (a=0x…) at f.cpp:17
 *	#1  0x… in ?? () from /lib/libx.so
 *	#2  <signal handler called>
 *	#3  0x… in main (argc=1,
 *	    argv=0x…) at f.cpp:44
 *
 *	Thread 1 (Thread 0x… (LWP 1) "name"):			"thread apply all bt"
 *	#0  …
 *
 * The stack of the thread that got the signal is the faulty action; that of a signal's handler is
 * left out. A stack alone has the kind "backtrace", or "abrt" when it aborts. gdb's own wrapping of
 * long frames is undone; the variables of "bt full" are skipped.
 */
#include "sanitize/formats/debugger.h"
#include "sanitize/formats/formats.h"
#include "sanitize/report/text.h"

static struct fl_slice without_prompt(struct fl_slice line)
{
	while (fl_slice_starts(line, "(gdb) "))
		line = fl_slice_skip(line, strlen("(gdb) "));
	return line;
}

/* What comes after the words for the signal's name; *ret_thread is 0 where no thread is told. */
static bool take_signal(struct fl_slice line, struct fl_slice *ret_signal, uint32_t *ret_thread)
{
	*ret_thread = 0;
	*ret_signal = line;
	if (fl_slice_starts(line, "Thread ")) {
		fl_slice_uint(fl_slice_skip(line, strlen("Thread ")), ret_thread);
		return *ret_thread && san_skip_past(ret_signal, " received signal ");
	}
	if (!fl_slice_starts(line, "Program "))
		return false;
	return san_skip_past(ret_signal, "Program received signal ") ||
	       san_skip_past(ret_signal, "Program terminated with signal ");
}

/* Past the arguments' end: " at FILE:LINE" or " from MODULE". */
static void take_place(struct san_frame *f, struct fl_slice call)
{
	struct fl_slice rest = call;
	ptrdiff_t at = -1, next;
	while ((next = fl_slice_find(rest, ") at ")) >= 0) {
		at = (rest.ptr - call.ptr) + next;
		rest = fl_slice_skip(rest, (size_t)next + 1);
	}
	if (at >= 0) {
		f->file = san_place_parse(fl_slice_skip(call, (size_t)at + 5), &f->line, &f->col);
		return;
	}
	at = fl_slice_find(call, ") from ");
	if (at >= 0)
		f->module = fl_slice_skip(call, (size_t)at + strlen(") from "));
}

/* "0x… in f (a=1) at f.c:3", "f (a=1) at f.c:3", "<signal handler called>" */
static bool parse_frame(struct fl_slice s, struct san_frame *ret_frame)
{
	struct san_frame f = {.address = san_address(s)};
	if (fl_slice_starts(s, "0x")) {
		ptrdiff_t in = fl_slice_find(s, " in ");
		if (in < 0 || in > 24)
			return false;
		s = fl_slice_skip(s, (size_t)in + strlen(" in "));
	}
	size_t n = san_call_name(s);
	struct fl_slice arguments = fl_slice_skip(s, n);
	if (!fl_slice_starts(arguments, " ("))
		return false;
	f.function = fl_slice_head(s, n);
	take_place(&f, arguments);
	if (!fl_slice_ends(arguments, ")") && !f.file.len && !f.module.len)
		return false;
	*ret_frame = f;
	return true;
}

/* Does a frame's line begin so: of gdb, and no other's? */
static bool is_first_frame(struct fl_slice line)
{
	struct san_frame f;
	if (!fl_slice_starts(line, "#0  "))
		return false;
	struct fl_slice s = fl_slice_trim(fl_slice_skip(line, 2));
	return (fl_slice_starts(s, "0x") && fl_slice_find(s, " in ") > 0) || parse_frame(s, &f);
}

static bool begin(struct san_parser *p, struct fl_slice line)
{
	struct fl_slice signal;
	uint32_t thread;
	if (line.len < 8 || !strchr("(#TP", line.ptr[0]))
		return false;
	line = without_prompt(line);
	if (take_signal(line, &signal, &thread)) {
		const struct san_kind *kind = san_kind_find(SAN_TOOL_GDB, signal);
		if (!*kind->kind)
			return false;
		san_begin(p, &san_format_gdb, SAN_TOOL_GDB);
		san_set_kind(p, kind);
		p->report.message = fl_arena_slice(p->arena, signal);
		p->number = thread;
		return true;
	}
	if (p->format == &san_format_gdb || !is_first_frame(line))
		return false;
	san_begin(p, &san_format_gdb, SAN_TOOL_GDB);
	p->format->line(p, line);
	return true;
}

/* The stop's own line and "bt" after it begin with the same frame. */
static void begin_stack(struct san_parser *p, const struct san_frame *f)
{
	const struct san_frame *first = p->frames.len ? fl_vec_at(&p->frames, 0) : NULL;
	if (p->stack_open && first && p->next_role == SAN_ROLE_OTHER && !p->next_thread.len &&
		first->line == f->line && first->address == f->address)
		san_drop_stack(p);
}

static const char stop_mark[] = "=> "; /* before a stop's line that is held */

/* "0x… in f (a=1) at f.c:3", "f (a=1) at f.c:3", or how a long one of these begins */
static bool is_stop(const struct san_parser *p, struct fl_slice line)
{
	struct san_frame f;
	if (p->stacks.len || p->stack_open || p->stop.len)
		return false;
	if (fl_slice_starts(line, "0x"))
		return true;
	size_t n = san_call_name(line);
	if (!n || line.ptr[0] == '[' || line.ptr[n - 1] == ':' ||
		!fl_slice_starts(fl_slice_skip(line, n), " ("))
		return false;
	return fl_slice_ends(line, ",") || (parse_frame(line, &f) && f.line);
}

static void add_held(struct san_parser *p)
{
	struct fl_slice s = fl_buf_view(&p->held);
	struct san_frame f;
	uint32_t depth;
	if (!s.len)
		return;
	if (fl_slice_starts(s, stop_mark)) {
		s = fl_slice_skip(s, strlen(stop_mark));
		if (parse_frame(s, &f))
			p->stop = fl_arena_slice(p->arena, s);
	} else if (san_cut_depth(&s, &depth)) {
		if (fl_slice_starts(s, "<signal handler called>")) {
			san_drop_stack(p);
		} else if (parse_frame(s, &f)) {
			f.depth = depth;
			if (depth == 0)
				begin_stack(p, &f);
			san_add_debugger_frame(p, &f);
		}
	}
	fl_buf_clear(&p->held);
}

/* gdb breaks long frames between arguments and before "at". */
static bool goes_on(const struct san_parser *p, struct fl_slice line)
{
	struct fl_slice held = fl_buf_view(&p->held), rest = fl_slice_trim(line);
	struct san_frame f;
	if (!held.len || !fl_slice_starts(line, "   ") || fl_slice_starts(rest, "#"))
		return false;
	if (held.len + rest.len + 1 >= p->held.max)
		return false;
	ptrdiff_t blank = fl_slice_chr(held, ' ');
	return fl_slice_starts(rest, "at ") || fl_slice_starts(rest, "from ") ||
	       !parse_frame(fl_slice_trim(fl_slice_skip(held, (size_t)(blank + 1))), &f);
}

/* "Thread 2 (Thread 0x… (LWP 1) "name"):" */
static bool take_thread(struct san_parser *p, struct fl_slice line)
{
	uint32_t number;
	if (!fl_slice_starts(line, "Thread ") || !fl_slice_ends(line, ":"))
		return false;
	if (!fl_slice_uint(fl_slice_skip(line, strlen("Thread ")), &number) || !number ||
		fl_slice_find(line, " (") < 0)
		return false;
	bool crashed = p->number ? number == p->number : !p->stacks.len && !p->stack_open;
	struct fl_slice name = fl_arena_printf(p->arena, "T%u", number - 1);
	san_expect(p, crashed ? SAN_ROLE_ACCESS : SAN_ROLE_OTHER, name);
	return true;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	line = without_prompt(line);
	if (goes_on(p, line)) {
		fl_buf_char(&p->held, ' ');
		fl_buf_slice(&p->held, fl_slice_trim(line));
		return;
	}
	add_held(p);
	if (take_thread(p, line))
		return;
	if (fl_slice_starts(line, "#")) {
		fl_buf_slice(&p->held, fl_slice_head(line, p->held.max));
	} else if (is_stop(p, line) && line.len + sizeof stop_mark < p->held.max) {
		fl_buf_str(&p->held, stop_mark);
		fl_buf_slice(&p->held, line);
	}
}

static void end(struct san_parser *p)
{
	struct san_frame f;
	if (!p->stacks.len && parse_frame(p->stop, &f)) {
		san_add_debugger_frame(p, &f);
		san_close_stack(p);
	}
	p->stop = fl_slice(NULL, 0);
	san_sort_crashed(p);
	if (!p->report.kind.len) {
		san_set_kind_by_stack(p, "backtrace");
		p->report.message = FL_S("backtrace");
	}
}

const struct san_format san_format_gdb = {
	.begin = begin, .line = take_line, .end = end, .flush = add_held, .own_frames = true};

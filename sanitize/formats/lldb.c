/*
 * A crash in lldb:
 *
 *	Process 10310 stopped
 *	* thread #1, name = 'crash', stop reason = signal SIGSEGV: address not mapped to object
 *	    frame #0: 0x… crash`(anonymous namespace)::f(a=0x…) at f.cpp:17:13
 *	(lldb) bt
 *	* thread #1, name = 'crash', stop reason = signal SIGSEGV
 *	  * frame #0: 0x… crash`(anonymous namespace)::f(a=0x…) at f.cpp:17:13
 *	    frame #1: 0x… crash`bank::total(this=0x…) const at f.cpp:23:62
 *	    frame #2: 0x… libc.so.6`__libc_start_call_main + 122
 *
 * and macOS's "stop reason = EXC_BAD_ACCESS (code=1, address=0x0)". Stops for other reasons
 * (breakpoints, steps) are none. lldb names files without their directories: what is in namespace
 * std is then the library's.
 */
#include "base/lanes.h"
#include "sanitize/formats/debugger.h"
#include "sanitize/formats/formats.h"
#include "sanitize/report/text.h"

/* "* thread #1, name = 'x', stop reason = R": the reason, past "signal "; empty: none is told. */
static bool take_thread(struct fl_slice line, uint32_t *ret_thread, struct fl_slice *ret_reason)
{
	size_t blanks = fl_blanks(line);
	if (blanks == line.len || !line.ptr[blanks] || !strchr("*t\t\r", line.ptr[blanks]))
		return false;
	struct fl_slice s = fl_slice_trim(line);
	if (fl_slice_starts(s, "* "))
		s = fl_slice_trim(fl_slice_skip(s, 2));
	if (!fl_slice_starts(s, "thread #") ||
		!fl_slice_uint(fl_slice_skip(s, strlen("thread #")), ret_thread))
		return false;
	if (!san_skip_past(&s, "stop reason = "))
		s = fl_slice(NULL, 0);
	*ret_reason = fl_slice_starts(s, "signal ") ? fl_slice_skip(s, strlen("signal ")) : s;
	return true;
}

static void take_address(struct san_parser *p, struct fl_slice text)
{
	enum { ZERO_PAGE = 4096 };
	p->report.access.address = san_address(text);
	if (fl_slice_starts(text, "0x") && p->report.access.address < ZERO_PAGE)
		p->report.cwe = FL_S("CWE-476");
}

static bool begin(struct san_parser *p, struct fl_slice line)
{
	uint32_t thread;
	struct fl_slice reason;
	if (line.len < 16 || !strchr("* t", line.ptr[0]) || p->format == &san_format_lldb ||
		!take_thread(line, &thread, &reason))
		return false;
	const struct san_kind *kind = san_kind_find(SAN_TOOL_LLDB, reason);
	if (!*kind->kind)
		return false;
	san_begin(p, &san_format_lldb, SAN_TOOL_LLDB);
	san_set_kind(p, kind);
	ptrdiff_t at = fl_slice_find(reason, " (fault address: ");
	p->report.message = san_without_addresses(
		fl_slice_head(reason, at < 0 ? reason.len : (size_t)at), p->arena);
	if (san_skip_past(&reason, "fault address: ") || san_skip_past(&reason, "address="))
		take_address(p, reason);
	p->number = thread;
	return true;
}

/* " at f.cpp:17:13" off the end of a call. */
static void cut_place(struct fl_slice *call, struct san_frame *f)
{
	struct fl_slice rest = *call;
	ptrdiff_t at = -1, next;
	while ((next = fl_slice_find(rest, " at ")) >= 0) {
		at = (rest.ptr - call->ptr) + next;
		rest = fl_slice_skip(rest, (size_t)next + 1);
	}
	if (at < 0)
		return;
	f->file = san_place_parse(fl_slice_skip(*call, (size_t)at + 4), &f->line, &f->col);
	if (f->line)
		*call = fl_slice_head(*call, (size_t)at);
	else
		f->file = fl_slice(NULL, 0);
}

static struct fl_slice without_tail(struct fl_slice s, const char *tail)
{
	return fl_slice_ends(s, tail) ? fl_slice_head(s, s.len - strlen(tail)) : s;
}

/* lldb puts arguments into an operator's name: "x::operator(this=0x…)() const", "operator(a=1)" */
static struct fl_slice call_operator(struct fl_slice name, struct fl_arena *a)
{
	static const char word[] = "operator";
	ptrdiff_t at = fl_slice_find(name, word);
	struct fl_slice rest = fl_slice_skip(name, at < 0 ? name.len : (size_t)at + strlen(word));
	if (at < 0 || (rest.len && (rest.ptr[0] != '(' || fl_slice_starts(rest, "()"))))
		return name;
	return fl_arena_printf(a, "%.*soperator()", (int)at, name.ptr);
}

/* "* frame #0: 0x… module`f(a=1) + 3 at f.cpp:17:13" */
static bool parse_frame(
	const struct san_parser *p, struct fl_slice line, struct san_frame *ret_frame)
{
	struct san_frame f = {0};
	uint32_t depth;
	struct fl_slice s = fl_slice_trim(line);
	if (fl_slice_starts(s, "* "))
		s = fl_slice_trim(fl_slice_skip(s, 2));
	if (!fl_slice_starts(s, "frame #"))
		return false;
	s = fl_slice_skip(s, strlen("frame #"));
	size_t n = fl_slice_uint(s, &depth);
	s = fl_slice_skip(s, n);
	if (!n || !fl_slice_starts(s, ": "))
		return false;
	s = fl_slice_skip(s, 2);
	f.depth = depth;
	f.address = san_address(s);
	ptrdiff_t blank = fl_slice_chr(s, ' '), tick;
	s = fl_slice_skip(s, f.address && blank > 0 ? (size_t)blank + 1 : 0);
	tick = fl_slice_chr(s, '`');
	ptrdiff_t module = tick >= 0 ? tick : fl_slice_chr(s, ' '); /* Markdown takes the tick */
	if (module > 0) {
		f.module = fl_slice_head(s, (size_t)module);
		s = fl_slice_skip(s, (size_t)module + 1);
		cut_place(&s, &f);
		struct fl_slice call = without_tail(s, " [opt]");
		f.inlined = fl_slice_ends(call, " [inlined]");
		call = without_tail(call, " [inlined]");
		f.function = fl_slice_head(call, san_call_name(call));
		f.function = call_operator(f.function, p->arena);
		ptrdiff_t plus = fl_slice_find(f.function, " + ");
		if (plus > 0)
			f.function = fl_slice_head(f.function, (size_t)plus);
	}
	*ret_frame = f;
	return true;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	struct san_frame f;
	uint32_t thread;
	struct fl_slice reason;
	if (parse_frame(p, line, &f)) {
		const struct san_frame *first = p->frames.len ? fl_vec_at(&p->frames, 0) : NULL;
		if (f.depth == 0 && p->stack_open && first && first->address == f.address)
			san_drop_stack(p);
		san_add_debugger_frame(p, &f);
	} else if (fl_slice_starts(line, "Process ")) {
		san_end(p);
	} else if (take_thread(line, &thread, &reason)) {
		/* the crashed one's headline comes again before its whole stack */
		if (thread == p->number && p->stack_open && p->stack.role == SAN_ROLE_ACCESS)
			return;
		struct fl_slice name = fl_arena_printf(p->arena, "T%u", thread - (thread > 0));
		san_expect(p, thread == p->number ? SAN_ROLE_ACCESS : SAN_ROLE_OTHER, name);
	}
}

const struct san_format san_format_lldb = {
	.begin = begin, .line = take_line, .end = san_sort_crashed, .own_frames = true};

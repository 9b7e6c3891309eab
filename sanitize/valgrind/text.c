/*
 * Valgrind's text, each line behind the process's number (and the time, with --time-stamp=yes):
 *
 *	==PID== Invalid write of size 4
 *	==PID==    at 0x109177: set (/dir/a.c:4)
 *	==PID==    by 0x48417B4: malloc (in /usr/libexec/valgrind/vgpreload_….so)
 *	==PID==  Address 0x4a42068 is 0 bytes after a block of size 40 alloc'd
 *	==PID==    at …
 *	==PID==
 *
 * A blank line ends Memcheck's reports, a line of dashes Helgrind's. While a report of one process
 * is open, the lines of others are no part of it; a report that another process begins ends it.
 */
#include "sanitize/valgrind/sentences.h"

/* Take "==PID== " or "==TIME PID== " off the line; false when it does not begin so. */
static bool cut_prefix(struct fl_slice *line, uint32_t *ret_pid)
{
	struct fl_slice s = fl_slice_skip(*line, 2);
	size_t n = 0, number = 0;
	if (line->len < 5 || line->ptr[0] != '=' || line->ptr[1] != '=')
		return false;
	for (; n < s.len && s.ptr[n] != '='; n++) {
		char c = s.ptr[n];
		if (c == ' ')
			number = n + 1;
		else if (c != ':' && c != '.' && (c < '0' || c > '9'))
			return false;
	}
	if (!fl_slice_starts(fl_slice_skip(s, n), "==") ||
		fl_slice_uint(fl_slice_skip(s, number), ret_pid) != n - number)
		return false;
	*line = fl_slice_skip(s, n + 2);
	return true;
}

/* "main (/dir/a.c:4)", "malloc (in /lib/x.so)", "??? (in /lib/x.so)", "???" */
static void take_place(struct san_frame *f, struct fl_slice s)
{
	ptrdiff_t open = fl_slice_ends(s, ")") ? fl_slice_rchr(s, '(') : -1;
	f->function = s;
	if (open > 0 && s.ptr[open - 1] == ' ') {
		struct fl_slice inside = fl_slice_skip(s, (size_t)open + 1);
		inside.len--;
		f->function = fl_slice_head(s, (size_t)open - 1);
		if (fl_slice_starts(inside, "in "))
			f->module = fl_slice_skip(inside, 3);
		else
			f->file = san_place_parse(inside, &f->line, &f->col);
	}
	if (fl_slice_eqs(f->function, "???"))
		f->function.len = 0;
}

/* "   at 0x109177: main (a.c:4)" */
static bool take_frame(struct san_parser *p, struct fl_slice line)
{
	struct fl_slice s = fl_slice_trim(line);
	struct san_frame f = {0};
	bool first = fl_slice_starts(s, "at 0x");
	if (!first && !fl_slice_starts(s, "by 0x"))
		return false;
	f.address = san_address(fl_slice_skip(s, 3));
	if (!san_skip_past(&s, ": "))
		return false;
	take_place(&f, s);
	if (first)
		p->valgrind.depth = 0;
	san_valgrind_frame(p, &f);
	return true;
}

/* "Memcheck, a memory error detector" and its like: the tool. */
static bool take_banner(struct san_parser *p, struct fl_slice s)
{
	static const char *const tools[] = {"Memcheck, a ", "Helgrind, a ", "drd, a ",
		"Cachegrind, a ", "Callgrind, a ", "Massif, a ", "DHAT, a ", "Nulgrind, the "};
	for (size_t i = 0; i < sizeof(tools) / sizeof(*tools); i++)
		if (fl_slice_starts(s, tools[i])) {
			san_end(p);
			san_valgrind_tool(p, s);
			return true;
		}
	return false;
}

static bool is_open(const struct san_parser *p)
{
	return p->format == &san_format_valgrind;
}

/* What does not need an open report: the banner, a first sentence, what Helgrind says before it. */
static bool begin(struct san_parser *p, struct fl_slice line)
{
	uint32_t pid, thread;
	if (line.len < 8 || line.ptr[0] != '=' || !cut_prefix(&line, &pid))
		return false;
	line = fl_slice_skip(line, fl_slice_starts(line, " "));
	struct fl_slice s = line;
	bool top = line.len && line.ptr[0] != ' ';
	if (top && (take_banner(p, line) || san_valgrind_begin(p, line, fl_slice(NULL, 0)))) {
		p->valgrind.pid = pid;
		return true;
	}
	if (top && fl_slice_starts(line, "Thread #") && fl_slice_ends(line, " was created") &&
		fl_slice_uint(fl_slice_skip(line, strlen("Thread #")), &thread)) {
		san_valgrind_announce(p, thread);
		p->valgrind.pid = pid;
	} else if (!is_open(p) && fl_slice_starts(line, " Lock at 0x")) {
		san_valgrind_also(p, s);
		p->valgrind.pid = pid;
	} else {
		return false;
	}
	return true;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	uint32_t pid;
	if (!cut_prefix(&line, &pid) || (p->valgrind.pid && p->valgrind.pid != pid))
		return;
	struct fl_slice s = fl_slice_trim(line);
	if ((s.len == 0 && p->valgrind.ends_at_blank) || fl_slice_starts(s, "---"))
		san_end(p);
	else if (!take_frame(p, line))
		san_valgrind_also(p, s);
}

const struct san_format san_format_valgrind = {
	.begin = begin, .line = take_line, .end = san_valgrind_end};

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
 * is open, the lines of others are no part of it: they wait (turns.c).
 */
#include "base/buf.h"
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

static void note_process(struct san_valgrind *v, uint32_t pid)
{
	size_t at = v->began++ % SAN_KNOWN_PROCESSES;
	v->processes[at].pid = pid;
	v->processes[at].tool = v->tool;
	v->processes[at].foreign = v->foreign;
}

/* What is known of the process goes for its lines; a child without a banner has its parent's. */
static void select_process(struct san_valgrind *v, uint32_t pid)
{
	for (size_t i = 0; v->began > 1 && i < v->began && i < SAN_KNOWN_PROCESSES; i++)
		if (v->processes[i].pid == pid) {
			v->tool = v->processes[i].tool;
			v->foreign = v->processes[i].foreign;
		}
}

/* "Memcheck, a memory error detector" and its like: the tool. */
static bool take_banner(struct san_parser *p, struct fl_slice s, uint32_t pid)
{
	static const char *const tools[] = {"Memcheck, a ", "Helgrind, a ", "drd, a ",
		"Cachegrind, a ", "Callgrind, a ", "Massif, a ", "DHAT, a ", "Nulgrind, the "};
	for (size_t i = 0; i < sizeof(tools) / sizeof(*tools); i++)
		if (fl_slice_starts(s, tools[i])) {
			san_end(p);
			san_valgrind_tool(p, s, pid);
			note_process(&p->valgrind, pid);
			return true;
		}
	return false;
}

static bool is_open(const struct san_parser *p)
{
	return p->format == &san_format_valgrind;
}

static bool is_others(const struct san_parser *p, uint32_t pid)
{
	return is_open(p) && p->valgrind.pid && p->valgrind.pid != pid;
}

/* What does not need an open report: the banner, a first sentence, what Helgrind says before it. */
static bool begin_own(struct san_parser *p, struct fl_slice line, uint32_t pid)
{
	uint32_t thread;
	select_process(&p->valgrind, pid);
	line = fl_slice_skip(line, fl_slice_starts(line, " "));
	struct fl_slice s = line;
	bool top = line.len && line.ptr[0] != ' ';
	if (top && (take_banner(p, line, pid) || san_valgrind_begin(p, line, fl_slice(NULL, 0)))) {
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

/* Take a line of the process whose report is open. */
static void take_own(struct san_parser *p, struct fl_slice line)
{
	struct fl_slice s = fl_slice_trim(line);
	if ((s.len == 0 && p->valgrind.ends_at_blank) || fl_slice_starts(s, "---") ||
		fl_slice_starts(s, "ERROR SUMMARY: "))
		san_end(p);
	else if (!take_frame(p, line))
		san_valgrind_also(p, s);
}

/* While no report is open: the lines of one process after the other, up to an open report. */
static void take_turns(struct san_parser *p)
{
	struct fl_buf lines;
	while (!is_open(p) && san_valgrind_next(p, &lines)) {
		for (struct fl_slice rest = fl_buf_view(&lines); rest.len;) {
			uint32_t pid;
			ptrdiff_t end = fl_slice_chr(rest, '\n');
			struct fl_slice line =
				fl_slice_head(rest, end < 0 ? rest.len : (size_t)end);
			rest = fl_slice_skip(rest, line.len + 1);
			if (cut_prefix(&line, &pid) && !begin_own(p, line, pid) && is_open(p))
				take_own(p, line);
		}
		fl_buf_release(&lines);
	}
}

void san_valgrind_finish(struct san_parser *p)
{
	while (san_valgrind_waits(p)) {
		take_turns(p);
		san_end_all(p);
	}
}

static bool begin(struct san_parser *p, struct fl_slice line)
{
	uint32_t pid;
	struct fl_slice s = line;
	if (line.len < 8 || line.ptr[0] != '=' || !cut_prefix(&s, &pid))
		return false;
	if (!is_open(p) && san_valgrind_waits(p))
		take_turns(p);
	while (is_others(p, pid)) {
		if (san_valgrind_wait(p, pid, line))
			return true;
		p->report.omitted++; /* it took too long */
		san_end(p);
		take_turns(p);
	}
	return begin_own(p, s, pid);
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	uint32_t pid;
	if (!cut_prefix(&line, &pid))
		return;
	take_own(p, line);
	if (!is_open(p))
		take_turns(p);
}

const struct san_format san_format_valgrind = {
	.begin = begin, .line = take_line, .end = san_valgrind_end};

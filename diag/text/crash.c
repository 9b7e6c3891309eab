/*
 * Compilers that crash. gcc says so in a headline (text.c) and adds its stack, clang prints
 *
 *	PLEASE submit a bug report to … and include the crash backtrace, …
 *	Stack dump:
 *	0.	Program arguments: clang++ -c c.cpp
 *	1.	c.cpp:4:2: current parser token 'pragma'
 *	 #0 0x00007f8a378a5291 llvm::sys::PrintStackTrace(llvm::raw_ostream&, int) (/lib/…+0xea5291)
 *	clang: error: clang frontend command failed with exit code 132 (use -v to see invocation)
 *	Debian clang version 14.0.6
 *	Target: x86_64-pc-linux-gnu
 *	clang: note: diagnostic msg:
 *	********************
 *
 * Each crash is one fatal diagnostic, at the place that the compiler was at, if it says so. What it
 * was doing and its stack are notes, DIAG_FRAMES_MAX at most, without addresses.
 */
#include "diag/text/text.h"
#include "diag/report/build.h"
#include "diag/report/place.h"

enum { DIAG_FRAMES_MAX = 64 };

static bool in_crash(const struct diag_parser *p)
{
	return p->lane->open && p->lane->crash;
}

static void note_add(struct diag_parser *p, struct diag_head *h, enum diag_note_kind kind)
{
	if (p->lane->notes.len >= DIAG_FRAMES_MAX) {
		p->lane->d.omitted++;
		return;
	}
	h->level = DIAG_NOTE;
	diag_build_note(p, h, kind);
	p->lane->snippet.active = false;
}

static size_t hex_length(struct fl_slice s)
{
	size_t n = 0;
	while (n < s.len &&
		((s.ptr[n] >= '0' && s.ptr[n] <= '9') || (s.ptr[n] >= 'a' && s.ptr[n] <= 'f')))
		n++;
	return n;
}

/* Cut "0x7fb0f56be04f " off the start. */
static bool address_cut(struct fl_slice *s)
{
	struct fl_slice digits = fl_slice_skip(*s, 2);
	size_t n = hex_length(digits);
	if (!fl_slice_starts(*s, "0x") || n < 4 || n >= digits.len || digits.ptr[n] != ' ')
		return false;
	*s = fl_slice_skip(digits, n + 1);
	return true;
}

/* " #4 0x00007f… clang::Lexer::Lex(clang::Token&) (/usr/lib/…+0x9cc9c3)" */
static bool clang_frame(struct diag_parser *p, struct fl_slice line)
{
	uint32_t number;
	struct fl_slice s = fl_slice_trim(line);
	if (!fl_slice_starts(s, "#"))
		return false;
	size_t n = fl_slice_uint(fl_slice_skip(s, 1), &number);
	s = fl_slice_skip(s, n + 2);
	if (!n || !address_cut(&s))
		return false;
	ptrdiff_t module = fl_slice_find(s, " (/");
	struct diag_head h = {.message = fl_slice_head(s, module < 0 ? s.len : (size_t)module)};
	note_add(p, &h, DIAG_NOTE_EVENT);
	return true;
}

/* "1.	c.cpp:4:2: current parser token 'pragma'"; the first place is the crash's. */
static bool clang_activity(struct diag_parser *p, struct fl_slice line)
{
	uint32_t number;
	struct diag_diagnostic *d = &p->lane->d;
	size_t n = fl_slice_uint(line, &number);
	if (!n || !fl_slice_starts(fl_slice_skip(line, n), ".\t"))
		return false;
	struct fl_slice said = fl_slice_skip(line, n + 2);
	struct diag_head h = {.message = said};
	ptrdiff_t colon = fl_slice_find(said, ": ");
	if (colon > 0 && diag_place_parse(fl_slice_head(said, (size_t)colon), &h))
		h.message = fl_slice_skip(said, (size_t)colon + 2);
	else
		h.file.len = 0;
	if (h.line && !d->line) {
		d->file = diag_build_text(p, h.file);
		d->line = h.line;
		d->col = h.col;
	}
	note_add(p, &h, DIAG_NOTE_EVENT);
	return true;
}

/* What the driver says of the crash: its words are the message; files that it left are notes. */
static bool clang_driver(struct diag_parser *p, struct fl_slice line, ptrdiff_t colon)
{
	static const char *const errors[] = {
		": error: clang frontend command failed ", ": error: unable to execute command: "};
	static const char left[] = ": note: diagnostic msg: ";
	struct fl_slice said = fl_slice_skip(line, colon < 0 ? line.len : (size_t)colon);
	for (size_t i = 0; i < sizeof(errors) / sizeof(errors[0]); i++) {
		if (!fl_slice_starts(said, errors[i]))
			continue;
		struct diag_head h = {.level = DIAG_FATAL};
		h.message = fl_slice_skip(said, strlen(": error: "));
		if (!in_crash(p))
			diag_build_begin(p, &h, "clang");
		else if (p->lane->crash == DIAG_CRASH_NAMED)
			note_add(p, &h, DIAG_NOTE_NOTE);
		else
			p->lane->d.message = diag_build_text(p, h.message);
		p->lane->crash = DIAG_CRASH_NAMED;
		p->lane->snippet.active = false;
		return true;
	}
	struct diag_head h = {.message = fl_slice_skip(said, sizeof(left) - 1)};
	if (!in_crash(p) || !fl_slice_starts(said, left))
		return false;
	if (h.message.len)
		note_add(p, &h, DIAG_NOTE_NOTE);
	else
		diag_build_trailer(p);
	return true;
}

/* Lines without content in a crash report of either compiler. */
static bool filling(struct diag_parser *p, struct fl_slice line)
{
	static const char *const starts[] = {"Stack dump", "Debian clang version ",
		"Ubuntu clang version ", "clang version ", "Target: ", "Thread model: ",
		"InstalledDir: ", "Build config: ", "PLEASE ATTACH THE FOLLOWING FILES",
		"Preprocessed source(s) and ", "********************",
		"Please submit a full bug report", "Please include the complete backtrace",
		"See <"};
	for (size_t i = 0; i < sizeof(starts) / sizeof(starts[0]); i++)
		if (fl_slice_starts(line, starts[i])) {
			diag_build_trailer(p);
			return true;
		}
	return !line.len;
}

/* "0x7fb0f56be04f crash_signal" and below it "	../../src/gcc/toplev.cc:322" */
static bool gcc_frame(struct diag_parser *p, struct fl_slice line)
{
	struct diag_head h = {.message = line};
	if (address_cut(&h.message)) {
		note_add(p, &h, DIAG_NOTE_EVENT);
		p->lane->crash = DIAG_CRASH_FRAME;
		p->lane->evidence = "gcc";
		return true;
	}
	if (p->lane->crash != DIAG_CRASH_FRAME || !fl_slice_starts(line, "\t"))
		return false;
	p->lane->crash = DIAG_CRASH_NAMED;
	if (p->lane->notes.len >= DIAG_FRAMES_MAX)
		return true;
	struct diag_note *n = fl_vec_at(&p->lane->notes, p->lane->notes.len - 1);
	if (diag_place_parse(fl_slice_skip(line, 1), &h)) {
		n->file = diag_build_text(p, h.file);
		n->line = h.line;
	}
	return true;
}

/* The words that begin a crash, but for gcc's headline; the message from there on. */
static const char *begin_tool(struct fl_slice line, ptrdiff_t colon, struct diag_head *h)
{
	static const char words[] = ": out of memory allocating ";
	h->message = line;
	if (fl_slice_starts(line, "PLEASE submit a bug report to "))
		return "clang";
	if (fl_slice_starts(line, "virtual memory exhausted: "))
		return "gcc";
	if (colon < 1 || !fl_slice_starts(fl_slice_skip(line, (size_t)colon), words) ||
		!diag_driver_name(fl_slice_head(line, (size_t)colon), NULL))
		return NULL;
	h->message = fl_slice_skip(line, (size_t)colon + 2);
	return "gcc";
}

/* An error in the backend has said why; what follows is its report. */
static bool begin_line(struct diag_parser *p, struct fl_slice line, ptrdiff_t colon)
{
	struct diag_head h = {.level = DIAG_FATAL};
	const char *tool = begin_tool(line, colon, &h);
	if (!tool)
		return false;
	bool backend = p->lane->open && p->lane->d.level == DIAG_FATAL &&
		       fl_slice_starts(p->lane->d.message, "error in backend");
	if (backend)
		diag_build_trailer(p);
	else
		diag_build_begin(p, &h, tool);
	p->lane->evidence = tool;
	p->lane->snippet.active = false;
	p->lane->crash = backend ? DIAG_CRASH_NAMED : DIAG_CRASH_BARE;
	return true;
}

bool diag_crash_line(struct diag_parser *p, struct fl_slice line)
{
	ptrdiff_t colon = p->look.said;
	if (begin_line(p, line, colon) || clang_driver(p, line, colon))
		return true;
	bool fatal = p->lane->open && p->lane->d.level == DIAG_FATAL;
	if (fatal && !p->lane->crash && fl_slice_starts(line, "0x"))
		p->lane->crash = DIAG_CRASH_NAMED;
	if (in_crash(p))
		return clang_frame(p, line) || clang_activity(p, line) || gcc_frame(p, line) ||
		       filling(p, line);
	return fatal && line.len && filling(p, line);
}

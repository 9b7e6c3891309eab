/*
 * Valgrind's XML (--xml=yes; docs/internals/xml-output-protocol4.txt), as it may stand in a
 * program's standard error (--xml-fd=2):
 *
 *	<valgrindoutput>
 *	<protocoltool>memcheck</protocoltool>
 *	<error>
 *	  <kind>InvalidWrite</kind>
 *	  <what>Invalid write of size 4</what>		or <xwhat><text>…</text>…</xwhat>
 *	  <stack><frame><ip/><obj/><fn/><dir/><file/><line/></frame>…</stack>
 *	  <auxwhat>Address 0x4a42068 is 0 bytes after a block of size 40 alloc'd</auxwhat>
 *	  <stack>…</stack>
 *	</error>
 *	<announcethread><hthreadid>2</hthreadid><stack>…</stack></announcethread>
 *	<fatal_signal><signo/><signame/><event/><siaddr/><stack>…</stack></fatal_signal>
 *	</valgrindoutput>
 *
 * The sentences are the text's own, so they take its way. Lines outside of the elements (the
 * program's own, Valgrind's remarks) are left to the other formats.
 */
#include <stdlib.h>

#include "base/lanes.h"
#include "sanitize/valgrind/sentences.h"
#include "sanitize/valgrind/xml.h"

enum { FIELD_MAX = 4096, FIELDS_MAX = 1 << 16 };

struct san_valgrind_xml {
	struct san_xml reader;
	bool active; /* inside <valgrindoutput> */
	bool in_error, begun; /* inside an error; its first sentence has come */
	bool announcing;
	/* Of the error and of the frame that are being read; the parser's arenas may go any time. */
	struct fl_slice kind, signal_number;
	struct fl_arena error_arena;
	struct san_frame frame;
	struct fl_slice dir;
	struct fl_arena frame_arena;
};

static struct fl_slice copy(struct fl_arena *a, struct fl_slice text)
{
	return fl_arena_slice(a, fl_slice_head(fl_slice_trim(text), FIELD_MAX));
}

/* A line of another format may have ended the report in the middle. */
static bool is_open(const struct san_parser *p)
{
	return p->format == &san_format_valgrind;
}

static void on_open(void *context, struct fl_slice name)
{
	struct san_parser *p = context;
	struct san_valgrind_xml *x = p->xml;
	if (fl_slice_eqs(name, "error") || fl_slice_eqs(name, "fatal_signal") ||
		fl_slice_eqs(name, "announcethread")) {
		san_end(p);
		x->in_error = fl_slice_eqs(name, "error");
		x->announcing = fl_slice_eqs(name, "announcethread");
		x->begun = false;
		x->kind = x->signal_number = fl_slice(NULL, 0);
		fl_arena_clear(&x->error_arena);
	} else if (fl_slice_eqs(name, "stack")) {
		p->valgrind.depth = 0;
	} else if (fl_slice_eqs(name, "frame")) {
		x->frame = (struct san_frame){0};
		x->dir = fl_slice(NULL, 0);
		fl_arena_clear(&x->frame_arena);
	}
}

static void take_kind(struct san_parser *p, struct fl_slice text)
{
	p->xml->kind = copy(&p->xml->error_arena, text);
}

/* The first sentence of an error begins the report. */
static void take_what(struct san_parser *p, struct fl_slice text)
{
	struct san_valgrind_xml *x = p->xml;
	if (!x->in_error)
		return;
	if (x->begun && is_open(p))
		san_valgrind_also(p, text);
	else if (!x->begun && x->kind.len)
		x->begun = san_valgrind_begin(p, fl_slice_trim(text), x->kind);
	p->valgrind.pid = 0;
	p->valgrind.ends_at_blank = false;
}

static void take_thread(struct san_parser *p, struct fl_slice text)
{
	uint32_t number;
	if (!p->xml->announcing || !fl_slice_uint(fl_slice_trim(text), &number))
		return;
	san_valgrind_announce(p, number);
	p->valgrind.pid = 0;
}

static void take_signal_number(struct san_parser *p, struct fl_slice text)
{
	p->xml->signal_number = copy(&p->xml->error_arena, text);
}

/* What kind of access it was comes after it, unless somebody sent the signal. */
static void take_signal_name(struct san_parser *p, struct fl_slice text)
{
	struct san_valgrind_xml *x = p->xml;
	if (x->begun || !x->signal_number.len)
		return;
	struct fl_slice name = fl_slice_trim(text);
	struct fl_slice sentence = fl_arena_printf(&x->error_arena,
		"Process terminating with default action of signal %.*s (%.*s)",
		FL_ARG(x->signal_number), FL_ARG(fl_slice_head(name, FIELD_MAX)));
	x->begun = san_valgrind_begin(p, sentence, fl_slice(NULL, 0));
	p->valgrind.pid = 0;
	p->valgrind.ends_at_blank = false;
}

static void take_event(struct san_parser *p, struct fl_slice text)
{
	if (p->xml->begun && is_open(p))
		san_valgrind_also(p, text);
}

static void take_tool(struct san_parser *p, struct fl_slice text)
{
	san_valgrind_tool(p, fl_slice_trim(text), 0);
}

static void take_ip(struct san_parser *p, struct fl_slice text)
{
	p->xml->frame.address = san_address(fl_slice_trim(text));
}

static void take_object(struct san_parser *p, struct fl_slice text)
{
	p->xml->frame.module = copy(&p->xml->frame_arena, text);
}

static void take_function(struct san_parser *p, struct fl_slice text)
{
	p->xml->frame.function = copy(&p->xml->frame_arena, text);
}

static void take_dir(struct san_parser *p, struct fl_slice text)
{
	p->xml->dir = copy(&p->xml->frame_arena, text);
}

static void take_file(struct san_parser *p, struct fl_slice text)
{
	p->xml->frame.file = copy(&p->xml->frame_arena, text);
}

static void take_line_number(struct san_parser *p, struct fl_slice text)
{
	uint32_t line;
	if (fl_slice_uint(fl_slice_trim(text), &line))
		p->xml->frame.line = line;
}

static void take_frame(struct san_parser *p, struct fl_slice text)
{
	struct san_valgrind_xml *x = p->xml;
	struct san_frame *f = &x->frame;
	(void)text;
	if (!is_open(p) || (!x->begun && !x->announcing))
		return;
	if (x->dir.len && f->file.len && !fl_slice_starts(f->file, "/"))
		f->file = fl_arena_printf(
			&x->frame_arena, "%.*s/%.*s", FL_ARG(x->dir), FL_ARG(f->file));
	if (!f->file.len)
		f->line = 0; /* of no file it says nothing: a damaged document */
	san_valgrind_frame(p, f);
}

static void take_end(struct san_parser *p, struct fl_slice text)
{
	(void)text;
	p->xml->in_error = p->xml->announcing = p->xml->begun = false;
	if (is_open(p))
		san_end(p);
}

static void take_last(struct san_parser *p, struct fl_slice text)
{
	take_end(p, text);
	p->xml->active = false;
	p->valgrind.tool = SAN_TOOL_NONE;
	p->valgrind.foreign = false;
}

static const struct {
	const char *name;
	void (*take)(struct san_parser *p, struct fl_slice text);
} elements[] = {
	{"ip", take_ip},
	{"obj", take_object},
	{"fn", take_function},
	{"dir", take_dir},
	{"file", take_file},
	{"line", take_line_number},
	{"frame", take_frame},
	{"kind", take_kind},
	{"what", take_what},
	{"auxwhat", take_what},
	{"text", take_what},
	{"hthreadid", take_thread},
	{"signo", take_signal_number},
	{"signame", take_signal_name},
	{"event", take_event},
	{"protocoltool", take_tool},
	{"error", take_end},
	{"fatal_signal", take_end},
	{"announcethread", take_end},
	{"valgrindoutput", take_last},
};

static void on_close(void *context, struct fl_slice name, struct fl_slice text)
{
	for (size_t i = 0; i < sizeof(elements) / sizeof(*elements); i++)
		if (name.len && name.ptr[0] == elements[i].name[0] &&
			fl_slice_eqs(name, elements[i].name)) {
			elements[i].take(context, text);
			return;
		}
}

static bool open_document(struct san_parser *p, struct fl_slice line)
{
	if (!fl_slice_starts(line, "<valgrindoutput>"))
		return false;
	if (!p->xml) {
		struct san_xml_sink sink = {.context = p, .open = on_open, .close = on_close};
		p->xml = calloc(1, sizeof *p->xml);
		if (!p->xml) {
			p->arena->failed = FL_ENOMEM;
			return false;
		}
		san_xml_init(&p->xml->reader, &sink);
		fl_arena_init(&p->xml->error_arena, FIELDS_MAX);
		fl_arena_init(&p->xml->frame_arena, FIELDS_MAX);
	}
	p->xml->active = true;
	return true;
}

void san_valgrind_xml_free(struct san_valgrind_xml *x)
{
	if (!x)
		return;
	san_xml_release(&x->reader);
	fl_arena_release(&x->error_arena);
	fl_arena_release(&x->frame_arena);
	free(x);
}

/* Valgrind begins a line with each tag but for those that close a line, so no other line is its. */
static bool begin(struct san_parser *p, struct fl_slice line)
{
	if (line.len == 0 || (line.ptr[0] != '<' && line.ptr[0] != ' '))
		return false;
	size_t blanks = fl_blanks(line); /* most lines with some are others' */
	if (blanks == line.len || !strchr("<\t\r", line.ptr[blanks]))
		return false;
	struct fl_slice s = fl_slice_trim(line);
	if (!fl_slice_starts(s, "<") || !((p->xml && p->xml->active) || open_document(p, s)))
		return false;
	if (san_xml_feed(&p->xml->reader, line) || san_xml_feed(&p->xml->reader, FL_S("\n")))
		p->arena->failed = p->xml->reader.text.failed;
	return true;
}

/* The lines between the elements are Valgrind's text, or nobody's. */
static void take_line(struct san_parser *p, struct fl_slice line)
{
	(void)p;
	(void)line;
}

const struct san_format san_format_valgrind_xml = {
	.begin = begin, .line = take_line, .end = san_valgrind_end};

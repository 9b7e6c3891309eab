/* The driver: lines, and which format reads them. */
#include "sanitize/parse.h"

#include <stdlib.h>

#include "base/lanes.h"
#include "sanitize/builder/builder.h"
#include "sanitize/formats/formats.h"
#include "sanitize/unread.h"
#include "sanitize/valgrind/valgrind.h"

enum { LINE_MAX_BYTES = 64 << 10 };

/*
 * In this order. For speed, a format is asked only for lines that begin with one of its bytes
 * (NULL: with any), and where it has headlines, for lines that look like one.
 */
static const struct {
	const struct san_format *format;
	const char *first;
	bool headlines; /* see look_before() */
} formats[] = {
	{&san_format_hwasan, "", true}, /* before asan, which takes its deadly signals */
	{&san_format_asan, "", true}, {&san_format_lsan, "DI", true},
	{&san_format_ubsan, "u", true}, {&san_format_tsan, "WT", false},
	{&san_format_msan, "U", true}, {&san_format_valgrind_xml, "< ", false},
	{&san_format_valgrind, "=", false}, {&san_format_libfuzzer, "", true},
	{&san_format_gdb, "(#TP", false}, {&san_format_lldb, "* t", false},
	{&san_format_coredump, NULL, false}, {&san_format_kernel, NULL, false},
	{&san_format_summary, "S", false}, /* what no other takes */
};
enum { FORMATS = sizeof(formats) / sizeof(*formats) };

/* Which formats a line may begin, by its first byte; those with headlines stand in the last set. */
static void formats_init(struct san_parser *p)
{
	_Static_assert(FORMATS <= 16, "a set of formats has 16 bits");
	for (size_t i = 0; i < FORMATS; i++) {
		const uint16_t bit = (uint16_t)(1U << i);
		const char *first = formats[i].first;
		for (size_t byte = 0; !first && byte < SAN_HEADLINES; byte++)
			p->asked[byte] |= bit;
		for (; first && *first; first++)
			p->asked[(unsigned char)*first] |= bit;
		p->asked[SAN_HEADLINES] |= formats[i].headlines ? bit : 0;
	}
}

/* Ask them in turn until one takes the line. */
static bool begins(struct san_parser *p, struct fl_slice line)
{
	unsigned asked = p->asked[line.len ? (unsigned char)line.ptr[0] : SAN_EMPTY];
	asked |= p->headline ? p->asked[SAN_HEADLINES] : 0U;
	for (; asked; asked &= asked - 1)
		if (formats[__builtin_ctz(asked)].format->begin(p, line))
			return true;
	return false;
}

struct san_parser *san_parser_new(const struct san_parse_opts *opts, struct fl_arena *a)
{
	struct san_parser *p = calloc(1, sizeof *p);
	if (!p)
		return NULL;
	san_builder_init(p, opts, a);
	formats_init(p);
	fl_buf_init(&p->partial, LINE_MAX_BYTES);
	fl_buf_init(&p->plain, LINE_MAX_BYTES);
	return p;
}

void san_parser_free(struct san_parser *p)
{
	if (!p)
		return;
	san_builder_release(p);
	fl_buf_release(&p->partial);
	fl_buf_release(&p->plain);
	san_valgrind_xml_free(p->xml);
	san_valgrind_turns_free(p->turns);
	free(p);
}

/*
 * "ERROR: ", "error: ", "WARNING: " stand in almost every headline, and in few other lines; so do
 * "prog[12]: " and "traps: " in what a kernel says of programs.
 */
static void look_before(struct san_parser *p, struct fl_slice line, size_t colon)
{
	char before = colon ? line.ptr[colon - 1] : ' ';
	p->headline = before == 'R' || before == 'r' || before == 'G';
	p->of_program = p->of_program || before == ']' || before == 's';
	p->telling = p->telling || (p->opts.messages && san_abort_at_colon(line, colon));
}

static void look_at(struct san_parser *p, struct fl_slice line)
{
	size_t at = 0, done = 0; /* the last block overlaps the one before */
	p->headline = p->of_program = p->telling = false;
	while (line.len > FL_LANES && done + 1 < line.len && !p->headline) {
		at = done + FL_LANES < line.len ? done : line.len - FL_LANES - 1;
		unsigned held =
			fl_lanes_mask((fl_lanes_load(line.ptr + at) == fl_lanes_of(':')) &
				      (fl_lanes_load(line.ptr + at + 1) == fl_lanes_of(' ')));
		for (; held && !p->headline; held &= held - 1)
			look_before(p, line, at + (size_t)__builtin_ctz(held));
		done = at + FL_LANES;
	}
	for (; done + 1 < line.len && !p->headline; done++)
		if (line.ptr[done] == ':' && line.ptr[done + 1] == ' ')
			look_before(p, line, done);
}

static struct fl_slice without_escapes(struct san_parser *p, struct fl_slice line)
{
	if (!p->escapes || fl_slice_chr(line, '\033') < 0)
		return line;
	fl_buf_clear(&p->plain);
	fl_buf_plain(&p->plain, line);
	if (p->plain.failed)
		p->arena->failed = p->plain.failed;
	return fl_buf_view(&p->plain);
}

/* No format begins with this line. */
static void note_unread(struct san_parser *p, struct fl_slice line)
{
	const char *form = san_unread_form(line, p->headline, p->format != NULL);
	if (!form || p->unread++)
		return;
	p->unread_form = form;
	p->unread_len = line.len < sizeof p->unread_line ? line.len : sizeof p->unread_line;
	memcpy(p->unread_line, line.ptr, p->unread_len);
}

/* A report began: whose end tells whether the message before it is of the same abort. */
static void message_is_before(struct san_parser *p)
{
	if (p->format)
		san_abort_log_behind(&p->abort);
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	line = without_escapes(p, line);
	if (line.len && line.ptr[line.len - 1] == '\r')
		line.len--;
	look_at(p, line);
	if (begins(p, line)) {
		message_is_before(p);
		return;
	}
	if (p->opts.messages)
		san_message_line(p, line);
	note_unread(p, line);
	/* a frame may stand after output of the program that did not end its line */
	bool frames = p->format && !p->format->own_frames;
	ptrdiff_t at = frames ? fl_slice_find(line, "    #") : -1;
	if (p->format &&
		!(frames && san_take_frame(p, fl_slice_skip(line, at > 0 ? (size_t)at : 0))))
		p->format->line(p, line);
}

/* Keep what fits of a line whose end is still to come. */
static void keep(struct san_parser *p, struct fl_slice part)
{
	fl_buf_slice(&p->partial, fl_slice_head(part, LINE_MAX_BYTES - p->partial.len));
	if (p->partial.failed)
		p->arena->failed = p->partial.failed;
}

void san_parser_feed(struct san_parser *p, struct fl_slice bytes)
{
	p->escapes = p->escapes || fl_slice_chr(bytes, '\033') >= 0;
	while (bytes.len) {
		ptrdiff_t end = fl_slice_chr(bytes, '\n');
		struct fl_slice part = fl_slice_head(bytes, end < 0 ? bytes.len : (size_t)end);
		bytes = fl_slice_skip(bytes, end < 0 ? bytes.len : (size_t)end + 1);
		if (end < 0) {
			keep(p, part);
		} else if (p->partial.len == 0) {
			take_line(p, fl_slice_head(part, LINE_MAX_BYTES));
		} else {
			keep(p, part);
			take_line(p, fl_buf_view(&p->partial));
			fl_buf_clear(&p->partial);
		}
	}
}

int san_parser_finish(struct san_parser *p, struct san_reports *ret_reports, struct fl_error *err)
{
	if (p->partial.len)
		take_line(p, fl_buf_view(&p->partial));
	fl_buf_clear(&p->partial);
	san_message_end(p); /* it ends all that is open */
	san_valgrind_finish(p);
	struct fl_list list = fl_vec_freeze(&p->reports, p->arena);
	if (p->stopped) {
		if (err)
			*err = p->error;
		return p->stopped;
	}
	int rc = fl_arena_error(p->arena, "the sanitizer reports", err);
	if (rc)
		return rc;
	ret_reports->list = list;
	ret_reports->dropped = p->dropped;
	ret_reports->unread = p->unread;
	ret_reports->unread_form = p->unread_form;
	ret_reports->unread_first =
		fl_arena_slice(p->arena, fl_slice(p->unread_line, p->unread_len));
	return 0;
}

int san_parse(struct fl_slice log, const struct san_parse_opts *opts, struct fl_arena *a,
	struct san_reports *ret_reports, struct fl_error *err)
{
	struct san_parser *p = san_parser_new(opts, a);
	if (!p)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the report parser");
	san_parser_feed(p, log);
	int rc = san_parser_finish(p, ret_reports, err);
	san_parser_free(p);
	return rc;
}

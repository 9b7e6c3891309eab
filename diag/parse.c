/*
 * The stream: bytes to lines and JSON arrays, colours off, each to the format that takes it. A new
 * format is a file with a diag_line_fn and a row in `formats`.
 */
#include "diag/parse.h"

#include "base/lanes.h"
#include "diag/clang/dia.h"
#include "diag/clang/tidy.h"
#include "diag/json/json.h"
#include "diag/json/own.h"
#include "diag/language/local.h"
#include "diag/linker/linker.h"
#include "diag/report/build.h"
#include "diag/report/pending.h"
#include "diag/report/snippet.h"
#include "diag/text/text.h"
#include "diag/tools/tools.h"

#include <stdlib.h>

const char *const diag_from_words[] = {
	"auto", "text", "gcc-json", "linker", "dia", "sarif", "tidy", "tidy-yaml", NULL};

enum {
	DIAG_ROWS_EMPTY = 256, /* of a line without a byte */
	FROM_TEXT = 1 << DIAG_FROM_AUTO | 1 << DIAG_FROM_TEXT | 1 << DIAG_FROM_TIDY,
	FROM_TIDY = 1 << DIAG_FROM_AUTO | 1 << DIAG_FROM_TIDY,
	FROM_YAML = 1 << DIAG_FROM_AUTO | 1 << DIAG_FROM_TIDY_YAML,
	FROM_LINKER = 1 << DIAG_FROM_AUTO | 1 << DIAG_FROM_LINKER,
	FROM_DIA = 1 << DIAG_FROM_AUTO | 1 << DIAG_FROM_DIA
};

/* The parser, and what its formats keep between lines. */
struct driver {
	struct diag_parser p; /* the first: see driver_of() */
	struct fl_buf line; /* an incomplete line */
	bool cut; /* more of it came than there is room for */
	struct fl_buf clean;
	bool escapes; /* the input has had escape sequences */
	/* sets of rows of the table below: by a line's first byte, and */
	uint32_t rows[DIAG_ROWS_EMPTY + 1];
	uint32_t rows_with[3]; /* by what the rows need */
	uint32_t rows_after[64], rows_after_any; /* by a byte as in struct diag_look, any one */
	uint32_t waits; /* see waited_for() */
	size_t mark; /* bytes of a byte order mark seen at the start of the input */
	struct diag_dia dia;
	struct diag_tidy tidy;
	struct diag_linker ld;
	struct diag_patch patch;
	struct diag_local local;
	struct diag_module module;
	struct diag_tools tools;
};

static inline struct driver *driver_of(struct diag_parser *p)
{
	return (struct driver *)p;
}

static bool local_take(struct diag_parser *p, struct fl_slice line);

#define B(c) DIAG_BIT(c)
#define DIGITS "0123456789"

/* How the words of text.c and the linkers' for a level begin. */
#define LEVELS \
	(B('e') | B('w') | B('n') | B('f') | B('r') | B('i') | B('s') | B('E') | B('W') | B('F'))

/*
 * In this order: what is certain first, lines that may be source last. For speed, what a line
 * cannot be is not tried: it must have what the row needs, and one of the bytes of each set (NULL,
 * 0: any).
 */
static const struct {
	diag_line_fn take;
	unsigned from;
	enum { ANY, COLON, SAID } needs; /* only lines that have a colon; with a blank behind it */
	const char *first;
	uint64_t after; /* as in struct diag_look */
} formats[] = {
	{diag_tidy_yaml_line, FROM_YAML, ANY, "-M", 0},
	{diag_patch_line, FROM_TEXT, ANY, "-", 0},
	{diag_cmake_line, FROM_TEXT, ANY, "C-TS", 0},
	{diag_configure_line, FROM_TEXT, ANY, "c", 0},
	{diag_ninja_line, FROM_TEXT, ANY, "Fn", 0},
	{diag_ld64_line, FROM_LINKER, ANY, "Udl", 0},
	{diag_event_line, FROM_TEXT, ANY, " ", 0},
	{diag_snippet_gutter, FROM_TEXT, ANY, " ." DIGITS, 0},
	{diag_snippet_carets, FROM_TEXT, ANY, " ~^-\t", 0},
	{diag_cppcheck_line, FROM_TEXT, SAID, NULL, LEVELS | B('p')},
	{diag_text_placed, FROM_TEXT, SAID, NULL, LEVELS},
	{diag_module_line, FROM_TEXT, COLON, NULL, B('I') | B('e') | B('f') | B('n') | B('w')},
	{diag_nvcc_line, FROM_TEXT, COLON, 0,
		B('R') | B('n') | B('p') | B('f') | B('c') | B('e') | B('w') | B('r') | B('i')},
	{diag_nvcc_step, FROM_TEXT, ANY, " ", 0},
	{diag_msvc_step, FROM_TEXT, ANY, " \t", 0},
	{diag_msvc_line, FROM_TEXT, SAID, NULL,
		B('f') | B('e') | B('w') | B('C') | B('s') | B('n') | B('m')},
	{diag_speaker_line, FROM_TEXT, COLON, 0,
		B('e') | B('f') | B('w') | B('l') | B(' ') | B('E')},
	{diag_make_line, FROM_TEXT, SAID, NULL, B('*')},
	{diag_noise_line, FROM_TEXT, COLON, "efnwEFW", 0},
	{diag_linker_trailer, FROM_LINKER, SAID, NULL, 0},
	{diag_linker_line, FROM_LINKER, COLON, NULL, 0},
	{diag_linker_detail, FROM_LINKER, ANY, "> ", 0},
	{diag_crash_line, FROM_TEXT, ANY, NULL, B('P') | B('v') | B('o') | B('e') | B('n')},
	{diag_assembler_line, FROM_TEXT, SAID, 0,
		B('E') | B('W') | B('F') | B('I') | B(' ') | B('A')},
	{diag_text_headline, FROM_TEXT, COLON, NULL, LEVELS},
	{diag_text_include, FROM_TEXT, COLON, "I ", 0},
	{diag_text_fixit, FROM_TEXT, COLON, "f", 0},
	{local_take, FROM_TEXT, COLON, NULL, 0},
	{diag_gcc_line, FROM_TEXT, ANY, NULL, B('I') | B('A') | B(' ') | B('c') | B('[')},
	{diag_clang_line, FROM_TEXT, ANY, DIGITS, 0},
	{diag_tidy_line, FROM_TIDY, ANY, DIGITS "SUEFc", 0},
	{diag_snippet_bare, FROM_TEXT, ANY, NULL, 0},
};
enum { WAITERS = 6, EARLY = 9 }; /* so many rows may wait; need no more than the first byte */

static struct fl_slice strip_escapes(struct driver *v, struct fl_slice line)
{
	if (fl_slice_chr(line, '\033') < 0)
		return line;
	fl_buf_clear(&v->clean);
	fl_buf_plain(&v->clean, line);
	if (v->clean.failed)
		diag_build_fail(&v->p, v->clean.failed);
	return fl_buf_view(&v->clean);
}

/* What the formats wait for counts as if lines began so. */
static uint32_t waited_for(const struct driver *v)
{
	uint32_t rows = 0;
	if (v->tidy.active)
		rows |= v->rows['M'];
	if (v->patch.state)
		rows |= v->rows['-'];
	if (v->tools.block.tool || v->tools.block.stack)
		rows |= v->rows['C'] | v->rows['c'];
	if (v->tools.failed.waiting)
		rows |= v->rows['n'];
	if (v->ld.list)
		rows |= v->rows['U'];
	return rows;
}

/* What the line has; what the parser waits for counts as if it had that. */
static void look(struct diag_parser *p, struct fl_slice line)
{
	struct diag_look *l = &p->look;
	diag_look_at(l, line);
	if (p->lane->open && p->lane->d.level == DIAG_FATAL)
		l->after |= B('P');
	if (p->group_count && p->groups[p->group_count - 1].wrapped)
		l->after |= B('[');
}

/* The rows in turn until one takes the line. */
static bool rows_take(struct diag_parser *p, struct fl_slice line, uint32_t rows)
{
	for (; rows; rows &= rows - 1)
		if (formats[__builtin_ctz(rows)].take(p, line))
			return true;
	return false;
}

/* Source and carets, which many lines are, are known by their first byte. */
static bool format_take(struct diag_parser *p, struct fl_slice line)
{
	const uint32_t waiters = (UINT32_C(1) << WAITERS) - 1, early = (UINT32_C(1) << EARLY) - 1;
	struct driver *v = driver_of(p);
	uint32_t rows = v->waits |
			v->rows[line.len ? (unsigned char)line.ptr[0] : (unsigned)DIAG_ROWS_EMPTY];
	bool taken = rows_take(p, line, rows & early);
	if (rows & waiters)
		v->waits = waited_for(v);
	if (taken)
		return true;
	look(p, line);
	uint32_t after = v->rows_after_any;
	for (uint64_t bytes = p->look.after; bytes; bytes &= bytes - 1)
		after |= v->rows_after[__builtin_ctzll(bytes)];
	rows &= v->rows_with[p->look.said >= 0 ? SAID : p->look.colon ? COLON : ANY];
	return rows_take(p, line, rows & after & ~early);
}

/* Which rows of the table a line can need, by its first byte, and by what it has. */
static void rows_init(struct driver *v)
{
	enum { ROWS = sizeof(formats) / sizeof(formats[0]) };
	_Static_assert(ROWS <= 32, "a set of rows has 32 bits");
	for (int i = 0; i < ROWS; i++) {
		const uint32_t row = UINT32_C(1) << i;
		const char *first = formats[i].first;
		if (!(formats[i].from & 1U << v->p.from))
			continue;
		for (int byte = 0; !first && byte <= DIAG_ROWS_EMPTY; byte++)
			v->rows[byte] |= row;
		for (; first && *first; first++)
			v->rows[(unsigned char)*first] |= row;
		if (!formats[i].after)
			v->rows_after_any |= row;
		for (uint64_t bytes = formats[i].after; bytes; bytes &= bytes - 1)
			v->rows_after[__builtin_ctzll(bytes)] |= row;
		for (int has = (int)formats[i].needs; has <= SAID; has++)
			v->rows_with[has] |= row;
	}
}

/* The first line of another language; those behind it are translated before they come here. */
static bool local_take(struct diag_parser *p, struct fl_slice line)
{
	if (!(p->look.after & p->local->words) || !diag_local_detect(p, line))
		return false;
	return format_take(p, diag_local_line(p, line));
}

static void line_take(struct driver *v, struct fl_slice line)
{
	struct diag_parser *p = &v->p;
	p->stats.lines++;
	if (v->escapes)
		line = strip_escapes(v, line);
	if (line.len && line.ptr[line.len - 1] == '\r')
		line.len--;
	if (p->local->language)
		line = diag_local_line(p, line);
	bool own = p->from == DIAG_FROM_AUTO && line.len && line.ptr[0] == '{';
	if ((own && diag_own_line(p, line)) || format_take(p, line))
		return;
	diag_snippet_flush(p);
	if (p->look.colon)
		diag_build_rest(p, line);
	else
		diag_build_plain(p, line);
}

static void line_clear(struct driver *v)
{
	fl_buf_clear(&v->line);
	v->cut = false;
}

/* Add to the incomplete line, up to its maximum. */
static void line_add(struct driver *v, struct fl_slice bytes)
{
	size_t room = DIAG_LINE_MAX - v->line.len;
	fl_buf_slice(&v->line, fl_slice_head(bytes, room));
	if (bytes.len > room && !v->cut)
		v->p.stats.cut++;
	v->cut = v->cut || bytes.len > room;
	if (v->line.failed)
		diag_build_fail(&v->p, v->line.failed);
}

/* Take bytes up to the end of the line that they start or continue. */
static struct fl_slice line_feed(struct driver *v, struct fl_slice bytes)
{
	ptrdiff_t newline = fl_slice_chr(bytes, '\n');
	if (newline < 0) {
		line_add(v, bytes);
		return (struct fl_slice){0};
	}
	struct fl_slice part = fl_slice_head(bytes, (size_t)newline);
	if (!v->line.len) {
		v->p.stats.cut += part.len > DIAG_LINE_MAX;
		line_take(v, fl_slice_head(part, DIAG_LINE_MAX));
	} else {
		line_add(v, part);
		line_take(v, fl_buf_view(&v->line));
		line_clear(v);
	}
	return fl_slice_skip(bytes, (size_t)newline + 1);
}

static void lines_feed(struct driver *v, struct fl_slice text)
{
	while (text.len && !v->p.rc)
		text = line_feed(v, text);
}

static const char byte_order_mark[] = "\xef\xbb\xbf";

/* Pass the mark that some tools put before their text; bytes that only start like it are text. */
static struct fl_slice mark_feed(struct driver *v, struct fl_slice bytes)
{
	while (bytes.len && v->mark < sizeof(byte_order_mark) - 1) {
		if (bytes.ptr[0] != byte_order_mark[v->mark]) {
			lines_feed(v, fl_slice(byte_order_mark, v->mark));
			v->mark = sizeof(byte_order_mark);
			break;
		}
		v->mark++;
		bytes = fl_slice_skip(bytes, 1);
	}
	return bytes;
}

/* "[ 42%] Building …", "[7/9] …": no format's JSON is an array that starts with a number. */
static bool is_progress(struct fl_slice bytes)
{
	size_t at = 1 + fl_blanks(fl_slice_skip(bytes, 1));
	return at < bytes.len && bytes.ptr[at] >= '0' && bytes.ptr[at] <= '9';
}

/* Bytes where JSON is, may start, or broke off within a line. */
static struct fl_slice json_feed(struct driver *v, struct fl_slice bytes)
{
	struct diag_parser *p = &v->p;
	if (!v->line.len && !diag_json_active(p))
		diag_json_start(p, bytes.ptr[0]);
	if (!diag_json_active(p))
		return line_feed(v, bytes);
	struct diag_json_text text;
	bytes = diag_json_feed(p, bytes, &text);
	lines_feed(v, text.held);
	lines_feed(v, text.used);
	return bytes;
}

/* Take bytes of text and embedded JSON. */
static void text_feed(struct driver *v, struct fl_slice bytes)
{
	bytes = mark_feed(v, bytes);
	while (bytes.len && !v->p.rc) {
		struct diag_json *j = v->p.json;
		if (j && j->tail) {
			j->tail = bytes.ptr[0] == '\r';
			if (strchr("\r\n", bytes.ptr[0]) && bytes.ptr[0]) {
				bytes = fl_slice_skip(bytes, 1);
				continue;
			}
		}
		bool json = j && (j->format || j->within_line);
		bool starts = bytes.ptr[0] == '{' || (bytes.ptr[0] == '[' && !is_progress(bytes));
		bytes = json || starts ? json_feed(v, bytes) : line_feed(v, bytes);
	}
}

/* An input starts: only there can serialized diagnostics start, or a byte order mark stand. */
static void input_start(struct driver *v)
{
	v->mark = 0;
	if (FROM_DIA & 1U << v->p.from)
		v->dia.state = DIAG_DIA_START;
}

int diag_parser_feed(struct diag_parser *p, struct fl_slice bytes, struct fl_error *err)
{
	struct driver *v = driver_of(p);
	v->escapes = v->escapes || fl_slice_chr(bytes, '\033') >= 0;
	if (p->dia->state != DIAG_DIA_NO) {
		bytes = diag_dia_feed(p, bytes);
		if (p->dia->state == DIAG_DIA_NO)
			text_feed(v, diag_dia_refused(p->dia));
	}
	text_feed(v, bytes);
	return p->rc ? fl_error_set(err, (enum fl_code)p->rc, "cannot take more diagnostics") : 0;
}

int diag_parser_next(struct diag_parser *p, struct fl_error *err)
{
	struct driver *v = driver_of(p);
	if (p->dia->state == DIAG_DIA_START && p->from == DIAG_FROM_AUTO)
		text_feed(v, diag_dia_refused(p->dia));
	if (v->mark < sizeof(byte_order_mark) - 1)
		lines_feed(v, fl_slice(byte_order_mark, v->mark));
	lines_feed(v, diag_json_finish(p));
	if (v->line.len && !p->rc)
		line_take(v, fl_buf_view(&v->line));
	line_clear(v);
	diag_tools_finish(p);
	fl_buf_clear(&v->module.file);
	diag_patch_finish(p);
	diag_tidy_finish(p);
	diag_lanes_finish(p);
	diag_dia_end(p);
	v->waits = waited_for(v);
	input_start(v);
	return p->rc ? fl_error_set(err, (enum fl_code)p->rc, "cannot finish the diagnostics") : 0;
}

int diag_parser_finish(struct diag_parser *p, struct fl_error *err)
{
	return diag_parser_next(p, err);
}

/* Give the formats what they keep between lines. */
static void rooms_init(struct driver *v)
{
	struct diag_parser *p = &v->p;
	diag_pending_init(p);
	diag_local_init(p->local = &v->local);
	diag_linker_init(p->ld = &v->ld);
	diag_patch_init(p->patch = &v->patch);
	diag_module_init(p->module = &v->module);
	diag_tools_init(p->tools = &v->tools);
	diag_tidy_init(p->tidy = &v->tidy);
	diag_dia_init(p->dia = &v->dia);
}

int diag_parser_new(enum diag_from from, const struct diag_sink *sink,
	struct diag_parser **ret_parser, struct fl_error *err)
{
	struct driver *v = calloc(1, sizeof(*v));
	if (!v || diag_lanes_init(&v->p)) {
		free(v);
		return fl_error_set(err, FL_ENOMEM, "out of memory for a parser");
	}
	v->p.from = from;
	v->p.sink = *sink;
	fl_buf_init(&v->line, DIAG_LINE_MAX);
	fl_buf_init(&v->clean, DIAG_LINE_MAX);
	rooms_init(v);
	rows_init(v);
	input_start(v);
	*ret_parser = &v->p;
	return 0;
}

void diag_parser_free(struct diag_parser *p)
{
	if (!p)
		return;
	struct driver *v = driver_of(p);
	fl_buf_release(&v->line);
	fl_buf_release(&v->clean);
	diag_local_release(p->local);
	diag_json_free(p->json);
	diag_linker_release(p->ld);
	diag_patch_release(p->patch);
	diag_module_release(p->module);
	diag_tools_release(p->tools);
	diag_dia_release(p->dia);
	diag_tidy_release(p->tidy);
	diag_lanes_release(p);
	diag_pending_release(p);
	free(v);
}

void diag_parser_expect(struct diag_parser *p, const char *tool)
{
	p->tool = p->compiler = tool;
}

void diag_parser_catalogues(struct diag_parser *p, diag_catalogue_fn find, void *ctx)
{
	p->local->find = find;
	p->local->find_ctx = ctx;
}

const struct diag_stats *diag_parser_stats(const struct diag_parser *p)
{
	return &p->stats;
}

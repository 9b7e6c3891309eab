/*
 * What clang-tidy --export-fixes writes (clang/Tooling/DiagnosticsYaml.h; seen: 14, 16, 19), a
 * subset of YAML, read line by line:
 *
 *	---
 *	MainSourceFile:  '/src/a.cpp'
 *	Diagnostics:
 *	  - DiagnosticName:  modernize-use-nullptr
 *	    DiagnosticMessage:
 *	      Message:         'use ''nullptr'''
 *	      FilePath:        '/src/a.cpp'
 *	      FileOffset:      308
 *	      Replacements:
 *	        - FilePath:        '/src/a.cpp'
 *	          Offset:          308
 *	          Length:          4
 *	          ReplacementText: nullptr
 *	      Ranges:
 *	        - FilePath: …	FileOffset: …	Length: …
 *	    Notes:
 *	      - Message: …	FilePath: …	FileOffset: …	Replacements: …
 *	    Level:           Warning
 *	    BuildDirectory:  '/src'
 *	...
 *
 * The keys tell what a line is; indentation is not looked at. Places are byte offsets: a column
 * with line 0 and col_unit "offset" (diag/source/offsets.h turns them into lines and columns).
 */
#include "diag/clang/tidy.h"
#include "diag/report/build.h"
#include "diag/report/place.h"
#include "base/utf8.h"

struct tidy_note {
	struct fl_slice message, file;
	int64_t offset;
};

struct tidy_edit {
	struct fl_slice file, text;
	int64_t note, offset, length;
};

struct tidy_range {
	struct fl_slice file;
	int64_t offset, length;
};

void diag_tidy_init(struct diag_tidy *t)
{
	fl_arena_init(&t->arena, DIAG_TIDY_TEXT_MAX);
	fl_vec_init(&t->notes, sizeof(struct tidy_note), DIAG_NOTES_MAX);
	fl_vec_init(&t->edits, sizeof(struct tidy_edit), DIAG_FIXITS_MAX);
	fl_vec_init(&t->ranges, sizeof(struct tidy_range), DIAG_RANGES_MAX);
	fl_buf_init(&t->key, DIAG_LINE_MAX);
	fl_buf_init(&t->value, DIAG_LINE_MAX);
}

void diag_tidy_release(struct diag_tidy *t)
{
	fl_arena_release(&t->arena);
	fl_vec_release(&t->notes);
	fl_vec_release(&t->edits);
	fl_vec_release(&t->ranges);
	fl_buf_release(&t->key);
	fl_buf_release(&t->value);
}

static void clear(struct diag_tidy *t)
{
	fl_arena_clear(&t->arena);
	t->notes.len = t->edits.len = t->ranges.len = 0;
	t->check = t->message = t->file = (struct fl_slice){0};
	t->offset = -1;
	t->lost = 0;
	t->level = DIAG_WARNING;
	t->begun = t->in_notes = false;
	t->part = DIAG_TIDY_HEAD;
}

/* A column from an offset; 0 where there is no file. */
static int64_t column(struct fl_slice file, int64_t offset)
{
	return file.len && offset >= 0 ? offset + 1 : 0;
}

static void ranges_emit(struct diag_parser *p)
{
	struct diag_tidy *t = p->tidy;
	for (size_t i = 0; i < t->ranges.len; i++) {
		const struct tidy_range *r = fl_vec_at(&t->ranges, i);
		if (!fl_slice_eq(r->file, t->file)) {
			p->lane->d.omitted++; /* a range has no file of its own */
			continue;
		}
		diag_build_range(p, (struct diag_range){.col = column(r->file, r->offset),
					    .end_col = column(r->file, r->offset + r->length)});
	}
}

/* Hand the diagnostic that was read to the builder. */
static void emit(struct diag_parser *p)
{
	struct diag_tidy *t = p->tidy;
	struct diag_head h = {.level = t->level,
		.file = t->file,
		.message = fl_slice_trim(t->message),
		.code = t->check,
		.col = column(t->file, t->offset)};
	if (!t->begun)
		return;
	diag_build_begin(p, &h, "clang-tidy");
	p->lane->d.col_unit = FL_S("offset");
	p->lane->d.omitted += t->lost;
	p->lane->snippet.active = false;
	for (size_t i = 0; i < t->notes.len; i++) {
		const struct tidy_note *n = fl_vec_at(&t->notes, i);
		h = (struct diag_head){.level = DIAG_NOTE,
			.file = n->file,
			.message = n->message,
			.col = column(n->file, n->offset)};
		diag_build_note(p, &h, diag_note_kind_of(n->message));
		p->lane->snippet.active = false;
	}
	ranges_emit(p);
	for (size_t i = 0; i < t->edits.len; i++) {
		const struct tidy_edit *e = fl_vec_at(&t->edits, i);
		diag_build_fixit(p, (struct diag_fixit){.note = e->note,
					    .file = e->file,
					    .col = column(e->file, e->offset),
					    .end_col = column(e->file, e->offset + e->length),
					    .text = e->text});
	}
	diag_build_end(p);
	clear(t);
}

/* A code point of `digits` hexadecimal digits at the start of s; false when they are not there. */
static bool code_point(struct fl_slice s, size_t digits, struct fl_buf *out)
{
	uint32_t c = 0;
	for (size_t i = 0; i < digits; i++) {
		int value = i < s.len ? fl_hex_value(s.ptr[i]) : -1;
		if (value < 0)
			return false;
		c = c << 4 | (uint32_t)value;
	}
	char bytes[4];
	fl_buf_add(out, bytes, c < 0x110000 ? fl_utf8_encode(c, bytes) : 0);
	return true;
}

/* The escape behind a backslash; the count of its bytes. */
static size_t escape(struct fl_slice s, struct fl_buf *out)
{
	static const char names[] = "0abtnvfre", values[] = "\0\a\b\t\n\v\f\r\033";
	const char *name = s.ptr[0] ? strchr(names, s.ptr[0]) : NULL;
	size_t digits = s.ptr[0] == 'x' ? 2 : s.ptr[0] == 'u' ? 4 : s.ptr[0] == 'U' ? 8 : 0;
	if (digits && code_point(fl_slice_skip(s, 1), digits, out))
		return digits + 1;
	fl_buf_char(out, name ? values[name - names] : s.ptr[0]);
	return 1;
}

/*
 * Read a value as far as the line goes. A quoted one whose quote does not end is still open: a line
 * break in it is a blank, an empty line a newline.
 */
static void scalar_add(struct diag_tidy *t, struct fl_slice s, char quote)
{
	for (size_t i = 0; i < s.len; i++) {
		if (quote == '"' && s.ptr[i] == '\\' && i + 1 < s.len) {
			i += escape(fl_slice_skip(s, i + 1), &t->value);
			continue;
		}
		if (s.ptr[i] == quote) {
			if (quote == '"' || i + 1 >= s.len || s.ptr[i + 1] != quote) {
				t->open = false;
				return;
			}
			i++;
		}
		fl_buf_char(&t->value, s.ptr[i]);
	}
}

static void value_start(struct diag_tidy *t, struct fl_slice s)
{
	char quote = s.len ? s.ptr[0] : '\0';
	fl_buf_clear(&t->value);
	t->open = quote == '\'' || quote == '"';
	if (t->open)
		scalar_add(t, fl_slice_skip(s, 1), quote);
	else
		fl_buf_slice(&t->value, s);
	if (t->open) /* the quote, for the lines to come */
		fl_buf_char(&t->key, quote);
}

static void value_more(struct diag_tidy *t, struct fl_slice line)
{
	char quote = t->key.data[t->key.len - 1];
	struct fl_slice text = fl_slice_trim(line);
	bool after_break = fl_slice_ends(fl_buf_view(&t->value), "\n");
	if (!text.len)
		fl_buf_char(&t->value, '\n');
	else if (!after_break)
		fl_buf_char(&t->value, ' ');
	scalar_add(t, text, quote);
	if (!t->open)
		t->key.len--;
}

static struct fl_slice text_keep(struct diag_parser *p)
{
	struct diag_tidy *t = p->tidy;
	struct fl_slice s = fl_arena_slice(&t->arena, fl_buf_view(&t->value));
	if (t->arena.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	t->lost += t->arena.failed != 0;
	t->arena.failed = 0;
	return s;
}

/* The last item of the list, NULL when there is none. */
static void *last(const struct fl_vec *v)
{
	return v->len ? fl_vec_at(v, v->len - 1) : NULL;
}

static void *item_add(struct diag_parser *p, struct fl_vec *v)
{
	void *item = v->len < v->max ? fl_vec_add(v) : NULL;
	p->tidy->lost += !item;
	if (v->failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	return item;
}

static int64_t number_of(const struct fl_buf *value)
{
	uint32_t n;
	return fl_slice_uint(fl_buf_view(value), &n) ? (int64_t)n : -1;
}

static void take_name(struct diag_parser *p)
{
	emit(p);
	clear(p->tidy);
	p->tidy->begun = true;
	p->tidy->check = text_keep(p);
}

static void take_message(struct diag_parser *p)
{
	struct diag_tidy *t = p->tidy;
	t->part = t->in_notes ? DIAG_TIDY_NOTE : DIAG_TIDY_HEAD;
	struct tidy_note *n = t->in_notes ? item_add(p, &t->notes) : NULL;
	if (n)
		*n = (struct tidy_note){.message = text_keep(p), .offset = -1};
	else if (!t->in_notes)
		t->message = text_keep(p);
}

static void take_path(struct diag_parser *p)
{
	struct diag_tidy *t = p->tidy;
	struct fl_slice path = text_keep(p);
	struct tidy_note *n = t->part == DIAG_TIDY_NOTE ? last(&t->notes) : NULL;
	struct tidy_edit *e = t->part == DIAG_TIDY_EDIT ? item_add(p, &t->edits) : NULL;
	struct tidy_range *r = t->part == DIAG_TIDY_RANGE ? item_add(p, &t->ranges) : NULL;
	if (t->part == DIAG_TIDY_HEAD)
		t->file = path;
	if (n)
		n->file = path;
	if (e)
		*e = (struct tidy_edit){
			.file = path, .note = t->in_notes ? (int64_t)t->notes.len - 1 : -1};
	if (r)
		*r = (struct tidy_range){.file = path};
}

static void take_offset(struct diag_parser *p)
{
	struct diag_tidy *t = p->tidy;
	int64_t offset = number_of(&t->value);
	struct tidy_note *n = t->part == DIAG_TIDY_NOTE ? last(&t->notes) : NULL;
	struct tidy_edit *e = t->part == DIAG_TIDY_EDIT ? last(&t->edits) : NULL;
	struct tidy_range *r = t->part == DIAG_TIDY_RANGE ? last(&t->ranges) : NULL;
	if (t->part == DIAG_TIDY_HEAD)
		t->offset = offset;
	if (n)
		n->offset = offset;
	if (e)
		e->offset = offset;
	if (r)
		r->offset = offset;
}

static void take_length(struct diag_parser *p)
{
	struct diag_tidy *t = p->tidy;
	int64_t length = number_of(&t->value);
	struct tidy_edit *e = t->part == DIAG_TIDY_EDIT ? last(&t->edits) : NULL;
	struct tidy_range *r = t->part == DIAG_TIDY_RANGE ? last(&t->ranges) : NULL;
	if (e && length > 0)
		e->length = length;
	if (r && length > 0)
		r->length = length;
}

static void take_replacement(struct diag_parser *p)
{
	struct tidy_edit *e = p->tidy->part == DIAG_TIDY_EDIT ? last(&p->tidy->edits) : NULL;
	if (e)
		e->text = text_keep(p);
}

static void take_level(struct diag_parser *p)
{
	static const struct {
		const char *word;
		enum diag_level level;
	} words[] = {{"Error", DIAG_ERROR}, {"Warning", DIAG_WARNING}, {"Remark", DIAG_REMARK},
		{"Fatal", DIAG_FATAL}};
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (fl_slice_eqs(fl_buf_view(&p->tidy->value), words[i].word))
			p->tidy->level = words[i].level;
	p->tidy->part = DIAG_TIDY_HEAD;
	p->tidy->in_notes = false;
}

static void take_edits(struct diag_parser *p)
{
	p->tidy->part = DIAG_TIDY_EDIT;
}

static void take_ranges(struct diag_parser *p)
{
	p->tidy->part = DIAG_TIDY_RANGE;
}

static void take_notes(struct diag_parser *p)
{
	p->tidy->in_notes = true;
}

static void take_nothing(struct diag_parser *p)
{
	(void)p;
}

static const struct {
	const char *key;
	void (*take)(struct diag_parser *p);
} keys[] = {
	{"DiagnosticName", take_name},
	{"DiagnosticMessage", take_nothing},
	{"Message", take_message},
	{"FilePath", take_path},
	{"FileOffset", take_offset},
	{"Offset", take_offset},
	{"Length", take_length},
	{"ReplacementText", take_replacement},
	{"Replacements", take_edits},
	{"Ranges", take_ranges},
	{"Notes", take_notes},
	{"Level", take_level},
	{"BuildDirectory", take_nothing},
	{"Diagnostics", take_nothing},
	{"MainSourceFile", take_nothing},
};
enum { KEYS = sizeof(keys) / sizeof(keys[0]) };

static size_t key_find(struct fl_slice key)
{
	size_t i = 0;
	while (i < KEYS && !fl_slice_eqs(key, keys[i].key))
		i++;
	return i;
}

/* "  - KEY:   VALUE"; false when it is no line of this form. */
static bool pair_take(struct diag_parser *p, struct fl_slice line)
{
	struct diag_tidy *t = p->tidy;
	struct fl_slice s = fl_slice_trim(line);
	if (fl_slice_starts(s, "- "))
		s = fl_slice_trim(fl_slice_skip(s, 2));
	ptrdiff_t colon = fl_slice_chr(s, ':');
	size_t row = key_find(fl_slice_head(s, colon < 0 ? 0 : (size_t)colon));
	if (row == KEYS || (!t->begun && row != 0 && row < KEYS - 2))
		return false;
	fl_buf_clear(&t->key);
	fl_buf_str(&t->key, keys[row].key);
	value_start(t, fl_slice_trim(fl_slice_skip(s, (size_t)colon + 1)));
	if (!t->open)
		keys[row].take(p);
	return true;
}

void diag_tidy_finish(struct diag_parser *p)
{
	emit(p);
	p->tidy->active = p->tidy->open = false;
}

bool diag_tidy_yaml_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_tidy *t = p->tidy;
	if (!t->active) {
		if (fl_slice_eqs(line, "---")) { /* a line of dashes has nothing to say anyway */
			diag_build_trailer(p);
			return true;
		}
		if (!fl_slice_starts(line, "MainSourceFile:"))
			return false;
		clear(t);
		t->active = true;
	}
	if (t->open) {
		value_more(t, line);
		if (!t->open)
			keys[key_find(fl_buf_view(&t->key))].take(p);
	} else if (!pair_take(p, line)) {
		bool end = fl_slice_eqs(line, "...");
		diag_tidy_finish(p);
		if (!end)
			return false;
	}
	if (t->value.failed == FL_ENOMEM || t->key.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	else if (t->value.failed || t->key.failed)
		diag_tidy_finish(p); /* a text that goes on for too long */
	diag_build_trailer(p);
	return true;
}

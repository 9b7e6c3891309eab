#include "diag/output/plain.h"

#include <inttypes.h>

#include "base/show.h"
#include "base/utf8.h"

struct pen {
	struct fl_buf *out;
	bool color;
};

static const char bold[] = "1", caret_color[] = "32";

static const struct {
	const char *word, *color;
} levels[DIAG_LEVEL_COUNT] = {
	[DIAG_FATAL] = {"fatal error", "1;31"},
	[DIAG_ERROR] = {"error", "1;31"},
	[DIAG_WARNING] = {"warning", "1;35"},
	[DIAG_NOTE] = {"note", "1;36"},
	[DIAG_REMARK] = {"remark", "1;34"},
};

static void ink(const struct pen *pen, const char *sgr)
{
	if (pen->color)
		fl_buf_printf(pen->out, "\033[%sm", sgr);
}

static void dry(const struct pen *pen)
{
	if (pen->color)
		fl_buf_str(pen->out, "\033[m");
}

static void put(const struct pen *pen, struct fl_slice s)
{
	fl_show_as(pen->out, s, FL_SHOW_TABS);
}

static void put_place(const struct pen *pen, struct fl_slice file, int64_t line, int64_t col)
{
	put(pen, file);
	if (line)
		fl_buf_printf(pen->out, ":%" PRId64, line);
	if (line && col)
		fl_buf_printf(pen->out, ":%" PRId64, col);
}

static void put_snippet(
	const struct pen *pen, int64_t line, struct fl_slice source, struct fl_slice caret)
{
	if (!source.len)
		return;
	fl_buf_printf(pen->out, "%5" PRId64 " | ", line);
	put(pen, source);
	fl_buf_char(pen->out, '\n');
	if (!caret.len)
		return;
	fl_buf_str(pen->out, "      | ");
	ink(pen, caret_color);
	put(pen, caret);
	dry(pen);
	fl_buf_char(pen->out, '\n');
}

/* Text inside quotes, as -fdiagnostics-parseable-fixits has it. */
static void put_quoted(const struct pen *pen, struct fl_slice s)
{
	fl_buf_char(pen->out, '"');
	while (s.len) {
		uint32_t c = 0;
		size_t n = fl_utf8_decode(s, &c), bytes = n ? n : 1;
		bool plain = n && c >= 0x20 && c != 0x7f && !fl_show_hides(c);
		if (c == '"' || c == '\\')
			fl_buf_char(pen->out, '\\');
		if (plain)
			fl_buf_add(pen->out, s.ptr, n);
		for (size_t i = 0; !plain && i < bytes; i++)
			fl_buf_printf(pen->out, "\\%03o", (unsigned char)s.ptr[i]);
		s = fl_slice_skip(s, bytes);
	}
	fl_buf_char(pen->out, '"');
}

/* The edits that the note suggests; -1: the diagnostic. */
static void put_fixits(const struct pen *pen, const struct diag_diagnostic *d, int64_t note)
{
	const struct diag_fixit *f = d->fixits.items;
	for (size_t i = 0; i < d->fixits.len; i++) {
		if (f[i].note != note)
			continue;
		fl_buf_str(pen->out, "fix-it:");
		put_quoted(pen, f[i].file.len ? f[i].file : d->file);
		fl_buf_printf(pen->out,
			":{%" PRId64 ":%" PRId64 "-%" PRId64 ":%" PRId64 "}:", f[i].line, f[i].col,
			f[i].end_line, f[i].end_col);
		put_quoted(pen, f[i].text);
		fl_buf_char(pen->out, '\n');
	}
}

static void put_head(const struct pen *pen, struct fl_slice file, int64_t line, int64_t col,
	int level, struct fl_slice message)
{
	if (file.len) {
		ink(pen, bold);
		put_place(pen, file, line, col);
		fl_buf_char(pen->out, ':');
		dry(pen);
		fl_buf_char(pen->out, ' ');
	}
	ink(pen, levels[level].color);
	fl_buf_printf(pen->out, "%s:", levels[level].word);
	dry(pen);
	fl_buf_char(pen->out, ' ');
	put(pen, message);
}

/* How gcc words the steps of a template chain, which it prints before what they lead to. */
static const char *const step_words[] = {"In ", "required ", "in requirements ", "[ skipping "};

static bool leads(const struct diag_note *n)
{
	if (n->kind != DIAG_NOTE_TEMPLATE)
		return n->kind == DIAG_NOTE_INCLUDE || n->kind == DIAG_NOTE_FUNCTION;
	for (size_t i = 0; i < sizeof(step_words) / sizeof(step_words[0]); i++)
		if (fl_slice_starts(n->message, step_words[i]))
			return true;
	return false;
}

static void put_leading(const struct pen *pen, const struct diag_note *n)
{
	if (n->kind == DIAG_NOTE_INCLUDE) {
		fl_buf_str(pen->out, "In file included from ");
		put_place(pen, n->file, n->line, n->col);
		fl_buf_str(pen->out, ":\n");
		return;
	}
	if (n->file.len) {
		ink(pen, bold);
		put_place(pen, n->file, n->line, n->col);
		fl_buf_char(pen->out, ':');
		dry(pen);
		fl_buf_str(pen->out, n->line ? "   " : " ");
	}
	put(pen, n->message);
	fl_buf_str(pen->out, n->line ? "\n" : ":\n");
}

/* What leads to the note or diagnostic `to`, from notes[i] on; the index behind it. */
static size_t put_leads(
	const struct pen *pen, const struct diag_diagnostic *d, size_t i, int64_t to)
{
	const struct diag_note *notes = d->notes.items;
	while (i < d->notes.len && notes[i].parent == to && leads(&notes[i]))
		put_leading(pen, &notes[i++]);
	return i;
}

/* The note and what leads to it, which stands behind it in the list; the next one's index. */
static size_t put_note(const struct pen *pen, const struct diag_diagnostic *d, size_t i)
{
	const struct diag_note *notes = d->notes.items, *n = &notes[i];
	size_t next = put_leads(pen, d, i + 1, (int64_t)i);
	bool detail = n->kind == DIAG_NOTE_NOTE && n->parent >= 0 && n->parent < (int64_t)i &&
		      notes[n->parent].kind == DIAG_NOTE_CANDIDATE;
	put_head(pen, n->file, n->line, n->col, DIAG_NOTE, detail ? FL_S("  ") : FL_S(""));
	put(pen, n->message);
	fl_buf_char(pen->out, '\n');
	put_snippet(pen, n->line, n->source_line, n->caret);
	put_fixits(pen, d, (int64_t)i);
	return next;
}

void diag_plain_write(struct fl_buf *out, const struct diag_diagnostic *d, bool color)
{
	const struct pen pen = {.out = out, .color = color};
	size_t i = put_leads(&pen, d, 0, -1);
	put_head(&pen, d->file, d->line, d->col, d->level, d->message);
	if (d->code.len) {
		fl_buf_str(out, " [");
		put(&pen, d->code);
		fl_buf_char(out, ']');
	}
	fl_buf_char(out, '\n');
	put_snippet(&pen, d->line, d->source_line, d->caret);
	put_fixits(&pen, d, -1);
	while (i < d->notes.len)
		i = put_note(&pen, d, i);
	if (d->omitted)
		fl_buf_printf(out, "      (%" PRId64 " left out)\n", d->omitted);
	if (d->skipped)
		fl_buf_printf(out, "(%" PRId64 " diagnostics left out)\n", d->skipped);
}

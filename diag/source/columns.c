#include "diag/source/columns.h"

#include "base/utf8.h"
#include "diag/source/width.h"

static const char *const unit_words[] = {
	[DIAG_UNIT_NATIVE] = "",
	[DIAG_UNIT_BYTE] = "byte",
	[DIAG_UNIT_CODEPOINT] = "codepoint",
	[DIAG_UNIT_DISPLAY] = "display",
};

enum diag_unit diag_unit_of(struct fl_slice col_unit)
{
	for (size_t i = 1; i < sizeof(unit_words) / sizeof(unit_words[0]); i++)
		if (fl_slice_eqs(col_unit, unit_words[i]))
			return (enum diag_unit)i;
	return DIAG_UNIT_NATIVE;
}

/* How many columns the character at the start of s takes at column `at` (from 0). */
static size_t char_columns(
	struct fl_slice s, size_t at, enum diag_unit unit, unsigned tab, size_t *ret_bytes)
{
	uint32_t c = 0;
	size_t n = fl_utf8_decode(s, &c);
	*ret_bytes = n ? n : 1;
	if (unit == DIAG_UNIT_BYTE)
		return *ret_bytes;
	if (unit == DIAG_UNIT_CODEPOINT || !n)
		return 1;
	return c == '\t' ? tab - at % tab : diag_char_width(c);
}

size_t diag_column_to_offset(struct fl_slice line, int64_t col, enum diag_unit unit, unsigned tab)
{
	size_t want = col > 0 ? (size_t)col - 1 : 0, at = 0, offset = 0, bytes;
	if (unit == DIAG_UNIT_BYTE)
		return want;
	while (at < want && offset < line.len) {
		size_t n = char_columns(fl_slice_skip(line, offset), at, unit, tab, &bytes);
		if (at + n > want)
			return offset; /* in the middle of it */
		at += n;
		offset += bytes;
	}
	return offset + (want - at);
}

int64_t diag_column_from_offset(
	struct fl_slice line, size_t offset, enum diag_unit unit, unsigned tab)
{
	size_t at = 0, done = 0, bytes;
	if (unit == DIAG_UNIT_BYTE)
		return (int64_t)offset + 1;
	while (done < offset && done < line.len) {
		size_t n = char_columns(fl_slice_skip(line, done), at, unit, tab, &bytes);
		if (done + bytes > offset)
			break;
		at += n;
		done += bytes;
	}
	bool inside = done < line.len;
	return (int64_t)(at + (inside ? 0 : offset - done)) + 1;
}

struct conversion {
	enum diag_unit from, to;
	unsigned tab;
	struct diag_source *source;
	struct fl_arena *a;
};

/* A place with its printed source, the diagnostic's or a note's, and the line it stands for. */
struct spot {
	struct fl_slice file, source_line, caret;
	int64_t line, col;
	bool tried, known;
	struct fl_slice restored;
};

enum { PRINTED_MAX = 1 << 16 };

/* Could a tab hide in the blanks of a printed line? In its indentation, or where there are two. */
static bool tab_possible(struct fl_slice printed)
{
	for (size_t i = 0, run = 0; i < printed.len; i++) {
		run = printed.ptr[i] == ' ' ? run + 1 : 0;
		bool ends = run && (i + 1 >= printed.len || printed.ptr[i + 1] != ' ');
		if (ends && (i + 1) % DIAG_TAB == 0 && (run > 1 || run == i + 1))
			return true;
	}
	return false;
}

/*
 * A printed line as it is in the file, where that is sure. Of a tool that counts bytes the caret
 * shows how many of its indentation's cells come from tabs: each is seven more than its one byte.
 */
static bool line_restore(
	const struct conversion *c, const struct spot *s, struct fl_slice *ret_line)
{
	struct fl_slice printed = s->source_line;
	ptrdiff_t caret = fl_slice_chr(s->caret, '^');
	size_t indent = 0, col = s->col > 0 ? (size_t)s->col - 1 : 0;
	if (!printed.len || printed.len > PRINTED_MAX)
		return false;
	while (indent < printed.len && printed.ptr[indent] == ' ')
		indent++;
	*ret_line = printed;
	if (c->from != DIAG_UNIT_BYTE || caret < (ptrdiff_t)indent || !s->col)
		return !tab_possible(printed);
	size_t at = diag_column_offset(printed, (size_t)caret);
	size_t tabs = at > col ? (at - col) / (DIAG_TAB - 1) : 0;
	if (at < col || at - col != tabs * (DIAG_TAB - 1) || tabs * DIAG_TAB > indent ||
		tab_possible(fl_slice_skip(printed, indent)))
		return false;
	size_t cut = tabs * (DIAG_TAB - 1);
	char *line = fl_arena_alloc(c->a, printed.len - cut + 1);
	if (!line)
		return false;
	memset(line, '\t', tabs);
	memcpy(line + tabs, printed.ptr + tabs * DIAG_TAB, printed.len - tabs * DIAG_TAB);
	*ret_line = fl_slice(line, printed.len - cut);
	return true;
}

/* The line of a file, until the next one is asked for; near: where its printed form may be. */
static bool line_find(const struct conversion *c, struct fl_slice file, int64_t line,
	struct spot *near, struct fl_slice *ret_line)
{
	if (c->source && diag_source_line(c->source, file, line, ret_line))
		return true;
	if (line != near->line || !fl_slice_eq(file, near->file))
		return false;
	if (!near->tried)
		near->known = line_restore(c, near, &near->restored);
	near->tried = true;
	*ret_line = near->restored;
	return near->known;
}

/* One column; false when its line is not known. */
static bool convert(const struct conversion *c, struct fl_slice file, int64_t line, int64_t *col,
	struct spot *near)
{
	struct fl_slice text;
	if (!*col)
		return true;
	if (!line_find(c, file, line, near, &text))
		return false;
	size_t offset = diag_column_to_offset(text, *col, c->from, DIAG_TAB);
	*col = diag_column_from_offset(text, offset, c->to, c->tab);
	return true;
}

/* The edits of one note (-1: of the diagnostic) in the copy `fixits` of d's: all, or none. */
static bool convert_fixits(const struct conversion *c, const struct diag_diagnostic *d,
	struct diag_fixit *fixits, int64_t note, struct spot *near)
{
	const struct diag_fixit *native = d->fixits.items;
	size_t i = 0;
	for (; i < d->fixits.len; i++) {
		struct diag_fixit *f = &fixits[i];
		struct fl_slice file = f->file.len ? f->file : d->file;
		if (f->note == note && (!convert(c, file, f->line, &f->col, near) ||
					       !convert(c, file, f->end_line, &f->end_col, near)))
			break;
	}
	if (i == d->fixits.len)
		return true;
	for (size_t k = 0; k <= i; k++)
		if (fixits[k].note == note)
			fixits[k] = native[k];
	return false;
}

static bool convert_ranges(const struct conversion *c, const struct diag_diagnostic *d,
	struct diag_range *ranges, struct spot *near)
{
	for (size_t i = 0; i < d->ranges.len; i++)
		if (!convert(c, d->file, ranges[i].line, &ranges[i].col, near) ||
			!convert(c, d->file, ranges[i].end_line, &ranges[i].end_col, near))
			return false;
	return true;
}

static void *copy_list(struct fl_arena *a, const struct fl_list *l, size_t size)
{
	void *items = fl_arena_array(a, l->len + 1, size);
	if (items && l->len)
		memcpy(items, l->items, l->len * size);
	return items;
}

/* Place, ranges and edits: all, or none when a line is not known. True: done. */
static bool convert_head(
	const struct conversion *c, struct diag_diagnostic *d, struct diag_fixit *fixits)
{
	struct spot near = {.file = d->file,
		.source_line = d->source_line,
		.caret = d->caret,
		.line = d->line,
		.col = d->col};
	struct diag_range *ranges = copy_list(c->a, &d->ranges, sizeof(*ranges));
	int64_t col = d->col, end_col = d->end_col;
	if (!ranges || !convert(c, d->file, d->line, &col, &near) ||
		!convert(c, d->file, d->end_line, &end_col, &near) ||
		!convert_ranges(c, d, ranges, &near) || !convert_fixits(c, d, fixits, -1, &near))
		return false;
	d->col = col;
	d->end_col = end_col;
	d->ranges.items = ranges;
	return true;
}

static bool convert_note(const struct conversion *c, const struct diag_diagnostic *d,
	struct diag_note *n, int64_t index, struct diag_fixit *fixits)
{
	struct spot near = {.file = n->file,
		.source_line = n->source_line,
		.caret = n->caret,
		.line = n->line,
		.col = n->col};
	int64_t col = n->col;
	if (!convert(c, n->file, n->line, &col, &near) ||
		!convert_fixits(c, d, fixits, index, &near))
		return false;
	n->col = col;
	return true;
}

int diag_columns(struct diag_diagnostic *d, enum diag_unit unit, unsigned tab,
	struct diag_source *source, struct fl_arena *a, struct fl_error *err)
{
	struct conversion c = {.from = diag_unit_of(d->col_unit),
		.to = unit,
		.tab = tab,
		.source = source,
		.a = a};
	bool same = c.from == unit && (unit != DIAG_UNIT_DISPLAY || tab == DIAG_TAB);
	if (unit == DIAG_UNIT_NATIVE || c.from == DIAG_UNIT_NATIVE || same)
		return 0;
	struct fl_slice words[] = {d->col_unit, fl_slice_str(unit_words[unit])};
	struct diag_note *notes = copy_list(a, &d->notes, sizeof(*notes));
	struct diag_fixit *fixits = copy_list(a, &d->fixits, sizeof(*fixits));
	if (!notes || !fixits)
		return fl_arena_error(a, "the columns", err);
	bool done = convert_head(&c, d, fixits);
	d->col_unit = words[done];
	for (size_t i = 0; i < d->notes.len; i++) {
		if (!notes[i].col)
			continue;
		bool note_done = convert_note(&c, d, &notes[i], (int64_t)i, fixits);
		if (note_done != done)
			notes[i].col_unit = words[note_done];
	}
	d->notes.items = notes;
	d->fixits.items = fixits;
	return fl_arena_error(a, "the columns", err);
}

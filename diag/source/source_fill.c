/* Source lines and carets for formats that have none (diag/source/source.h). */
#include "base/utf8.h"
#include "diag/source/columns.h"
#include "diag/source/width.h"

/* The line as compilers print it: tabs expanded, no blanks at its end. */
static struct fl_slice expand(struct fl_slice line, struct fl_arena *a)
{
	size_t width = 0, len = 0;
	char *out = fl_arena_alloc(a, line.len * DIAG_TAB + 1);
	while (out && line.len) {
		uint32_t c = 0;
		size_t bytes = fl_utf8_decode(line, &c);
		size_t cells = c == '\t' ? DIAG_TAB - width % DIAG_TAB
			       : bytes   ? diag_char_width(c)
					 : 1;
		bytes = bytes ? bytes : 1;
		if (c == '\t')
			memset(out + len, ' ', cells);
		else
			memcpy(out + len, line.ptr, bytes);
		len += c == '\t' ? cells : bytes;
		width += cells;
		line = fl_slice_skip(line, bytes);
	}
	while (len && out[len - 1] == ' ')
		len--;
	return fl_slice(out, out ? len : 0);
}

/* A line of carets under construction. */
struct carets {
	char *text;
	size_t len, max;
};

static void underline(struct carets *c, size_t from, size_t to, char mark)
{
	for (size_t i = from; i < to && i < c->max; i++) {
		if (c->text[i] != '^')
			c->text[i] = mark;
		if (i >= c->len)
			c->len = i + 1;
	}
}

/* The cell (from 0) of a column of the line. */
static size_t cell_of(struct fl_slice line, int64_t col, enum diag_unit unit)
{
	size_t offset = diag_column_to_offset(line, col, unit, DIAG_TAB);
	return (size_t)diag_column_from_offset(line, offset, DIAG_UNIT_DISPLAY, DIAG_TAB) - 1;
}

/* "^" at col, "~" below what the ranges have of this line. */
static struct fl_slice carets_of(struct fl_slice line, int64_t number, int64_t col,
	enum diag_unit unit, const struct fl_list *ranges, struct fl_arena *a)
{
	struct carets c = {.max = line.len * DIAG_TAB + 2};
	if (unit == DIAG_UNIT_NATIVE || !col)
		return (struct fl_slice){0};
	c.text = fl_arena_alloc(a, c.max);
	if (!c.text)
		return (struct fl_slice){0};
	memset(c.text, ' ', c.max);
	size_t width = cell_of(line, (int64_t)line.len + 1, DIAG_UNIT_BYTE);
	const struct diag_range *r = ranges->items;
	for (size_t i = 0; i < ranges->len; i++) {
		if (r[i].line > number || r[i].end_line < number || !r[i].end_col)
			continue;
		size_t from = r[i].line == number ? cell_of(line, r[i].col, unit) : 0;
		size_t to = r[i].end_line == number ? cell_of(line, r[i].end_col, unit) : width;
		underline(&c, from, to, '~');
	}
	size_t at = cell_of(line, col, unit);
	underline(&c, at, at + 1, '^');
	return fl_slice(c.text, c.len);
}

int diag_source_fill(
	struct diag_source *s, struct diag_diagnostic *d, struct fl_arena *a, struct fl_error *err)
{
	static const struct fl_list none;
	enum diag_unit unit = diag_unit_of(d->col_unit);
	struct fl_slice line;
	if (!d->source_line.len && diag_source_line(s, d->file, d->line, &line)) {
		d->source_line = expand(line, a);
		d->caret = carets_of(line, d->line, d->col, unit, &d->ranges, a);
	}
	struct diag_note *notes = fl_arena_array(a, d->notes.len + 1, sizeof(*notes));
	if (notes && d->notes.len)
		memcpy(notes, d->notes.items, d->notes.len * sizeof(*notes));
	for (size_t i = 0; notes && i < d->notes.len; i++) {
		struct diag_note *n = &notes[i];
		if (n->source_line.len || !diag_source_line(s, n->file, n->line, &line))
			continue;
		n->source_line = expand(line, a);
		n->caret = carets_of(line, n->line, n->col, unit, &none, a);
	}
	d->notes.items = notes;
	return fl_arena_error(a, "the source lines", err);
}

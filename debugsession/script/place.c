/* Places of diagnostics that the script's text does not have. */
#include "diag/model/diagnostic.h"

#include "debugsession/script/priv.h"
#include "debugsession/script/text.h"

enum { LINE_MAX_BYTES = 1 << 16, TAB = 8 };

/* Behind the last line's text: a caret there, and both as a compiler prints them. */
struct end {
	int64_t line, col;
	struct fl_slice source_line, caret;
};

static int find_end(struct fl_slice text, struct fl_arena *a, struct end *ret, struct fl_error *err)
{
	struct fl_buf last, shown, caret;
	fl_buf_init(&last, text.len + 1);
	fl_buf_init(&shown, LINE_MAX_BYTES);
	fl_buf_init(&caret, LINE_MAX_BYTES);
	int rc = dbg_script_last_line(text, &ret->line, &last, err);
	struct fl_slice s = fl_buf_view(&last);
	for (size_t i = 0; rc == 0 && i < s.len; i++) {
		bool tab = s.ptr[i] == '\t';
		do {
			fl_buf_char(&shown, tab ? ' ' : s.ptr[i]);
			if (((unsigned char)s.ptr[i] & 0xc0) != 0x80) /* no column: it goes on */
				fl_buf_char(&caret, ' ');
		} while (tab && caret.len % TAB);
	}
	fl_buf_char(&caret, '^');
	/* a line that is longer than any printed one is not shown */
	bool whole = !shown.failed && !caret.failed;
	ret->col = (int64_t)s.len + 1;
	ret->source_line = whole ? fl_arena_slice(a, fl_buf_view(&shown)) : FL_S("");
	ret->caret = whole ? fl_arena_slice(a, fl_buf_view(&caret)) : FL_S("");
	fl_buf_release(&last);
	fl_buf_release(&shown);
	fl_buf_release(&caret);
	return rc ? rc : fl_arena_error(a, "a diagnostic's place", err);
}

static bool is_behind(struct fl_slice file, int64_t line, const char *name, const struct end *end)
{
	return line > end->line && fl_slice_eqs(file, name);
}

int dbg_script_own_places(struct fl_slice text, const char *name, struct fl_arena *a,
	const struct fl_list *list, struct fl_error *err)
{
	struct end end;
	struct diag_diagnostic *d = list->items;
	int rc = find_end(text, a, &end, err);
	for (size_t i = 0; rc == 0 && i < list->len; i++, d++) {
		struct diag_note *n = d->notes.items;
		for (size_t k = 0; k < d->notes.len; k++, n++) {
			if (!is_behind(n->file, n->line, name, &end))
				continue;
			n->line = end.line;
			n->col = end.col;
			n->source_line = end.source_line;
			n->caret = end.caret;
		}
		if (!is_behind(d->file, d->line, name, &end))
			continue;
		d->line = end.line;
		d->col = end.col;
		d->source_line = end.source_line;
		d->caret = end.caret;
		d->end_line = d->end_col = 0;
		d->ranges.len = d->fixits.len = 0;
	}
	return rc;
}

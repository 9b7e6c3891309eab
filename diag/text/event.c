/*
 * The path of gcc's analyzer as it is drawn by default (-fdiagnostics-path-format=inline-events):
 *
 *	  'f': events 1-2
 *	    |
 *	    |    5 |     char *s = malloc(4);
 *	    |      |               ^~~~~~~~~
 *	    |      |               |
 *	    |      |               (1) allocated here
 *	    |......
 *	    |b.h:7:3:					events from here on are in another file
 *	    +--> 'g': event 3
 *	           |
 *	    <------+
 *	    |
 *
 * Each event becomes a note "(1) allocated here", as the other two forms have them: notes of their
 * own (separate-events), and "path" in JSON. Without line numbers at the left the lines of events
 * are not known.
 */
#include "diag/text/text.h"
#include "diag/language/local.h"
#include "diag/report/build.h"
#include "diag/report/place.h"
#include "diag/report/snippet.h"
#include "diag/source/width.h"
#include "base/lanes.h"

static struct fl_slice skip_blanks(struct fl_slice s)
{
	return fl_slice_skip(s, fl_blanks(s));
}

/* "'F': events 1-2", "event 3", with " (depth 1)" behind it or not. */
static bool header(struct fl_slice s)
{
	uint32_t n;
	if (!s.len || (s.ptr[0] != 'e' && s.ptr[0] != '\'' &&
			      s.ptr[0] != '\xe2')) /* most lines: source and carets */
		return false;
	ptrdiff_t colon = fl_slice_find(s, ": event");
	if (colon > 0)
		s = fl_slice_skip(s, (size_t)colon + 2);
	if (!fl_slice_starts(s, "event"))
		return false;
	s = fl_slice_skip(s, strlen("event"));
	s = fl_slice_skip(s, fl_slice_starts(s, "s"));
	return fl_slice_starts(s, " ") && fl_slice_uint(fl_slice_skip(s, 1), &n) != 0;
}

/* Labels are drawn from the right to the left: the event goes before those of higher numbers. */
static void event_sort(struct diag_parser *p, uint32_t number)
{
	struct fl_vec *notes = &p->lane->notes;
	uint32_t other;
	for (size_t i = notes->len - 1; i > p->lane->path.first; i--) {
		struct diag_note *n = fl_vec_at(notes, i), *before = fl_vec_at(notes, i - 1);
		if (!diag_event_number(before->message, &other) || other <= number)
			return;
		struct diag_note swapped = *n;
		*n = *before;
		*before = swapped;
	}
}

static void event_add(struct diag_parser *p, struct fl_slice text, size_t column)
{
	struct diag_path *path = &p->lane->path;
	uint32_t number;
	size_t n = diag_event_number(text, &number);
	struct diag_note *note = diag_build_add_note(p);
	if (!note)
		return;
	size_t index = p->lane->notes.len - 1;
	fl_buf_clear(&path->text);
	fl_buf_printf(&path->text, "(%u) ", number);
	diag_local_text(p, fl_slice_trim(fl_slice_skip(text, n)), &path->text);
	if (path->text.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	struct fl_slice file =
		path->file.len ? diag_build_text(p, fl_buf_view(&path->file)) : p->lane->d.file;
	struct fl_slice message = diag_build_text(p, fl_buf_view(&path->text));
	note = fl_vec_at(&p->lane->notes, index);
	*note = (struct diag_note){.kind = DIAG_NOTE_EVENT,
		.parent = -1,
		.file = file,
		.line = path->line,
		.col = path->line ? (int64_t)column : 0,
		.message = message};
	event_sort(p, number);
}

/* Where the label at the start of s ends: before the next one, two blanks off. */
static size_t label_length(struct fl_slice s)
{
	uint32_t n;
	for (size_t i = 3; i + 3 < s.len; i++)
		if (s.ptr[i] == '(' && s.ptr[i - 1] == ' ' && s.ptr[i - 2] == ' ' &&
			diag_event_number(fl_slice_skip(s, i), &n))
			return i;
	return s.len;
}

static void labels_take(struct diag_parser *p, struct fl_slice text)
{
	uint32_t number;
	for (size_t i = 0; i < text.len;) {
		struct fl_slice rest = fl_slice_skip(text, i);
		if (text.ptr[i] == ' ' || text.ptr[i] == '|') {
			i++;
			continue;
		}
		if (!diag_event_number(rest, &number))
			return;
		size_t n = label_length(rest);
		event_add(p, fl_slice_head(rest, n), diag_text_width(fl_slice_head(text, i)) + 1);
		i += n;
	}
}

/* What stands right of the stem of the drawing. */
static void body(struct diag_parser *p, struct fl_slice text)
{
	struct diag_path *path = &p->lane->path;
	struct diag_head h = {0};
	struct diag_gutter g;
	bool gutter = diag_gutter_cut(text, &g);
	if (g.number && gutter) {
		path->line = g.number;
		path->gutter = true;
	} else if (gutter || !path->gutter) {
		labels_take(p, gutter ? g.text : text);
	}
	if (!gutter && fl_slice_ends(text, ":") &&
		diag_place_parse(fl_slice_head(text, text.len - 1), &h)) {
		fl_buf_clear(&path->file);
		fl_buf_slice(&path->file, h.file);
	}
}

bool diag_event_line(struct diag_parser *p, struct fl_slice line)
{
	struct diag_path *path = &p->lane->path;
	if (!fl_slice_starts(line, "  ") || !p->lane->open)
		return false;
	struct fl_slice s = skip_blanks(line);
	if (((s.len && s.ptr[0] == '\xe2') || p->lane->nested_line) &&
		diag_nested_line(p, s, line.len - s.len))
		return true;
	if (path->active && fl_slice_starts(s, "|")) {
		body(p, fl_slice_skip(s, 1));
		return true;
	}
	if (path->active && (fl_slice_starts(s, "<-") || fl_slice_starts(s, "+--> ")))
		return true;
	if (!header(s))
		return false;
	diag_snippet_stop(p);
	if (!path->active) {
		path->first = p->lane->notes.len;
		fl_buf_clear(&path->file);
	}
	path->active = true;
	path->gutter = false;
	path->line = 0;
	return true;
}

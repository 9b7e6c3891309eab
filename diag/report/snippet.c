/*
 * The source that is printed below a headline, with and without a gutter:
 *
 *	    5 |         int n = 3			        int n = 3
 *	      |                  ^			                 ^
 *	      |                  ;			                 ;
 *
 * Below the carets stand edits, and (gcc) labels under lines of "|". "+++ |+TEXT" is a line to
 * insert before the next source line.
 */
#include "diag/report/snippet.h"
#include "diag/report/build.h"
#include "diag/report/pending.h"
#include "diag/report/route.h"
#include "diag/model/tool.h"
#include "diag/source/width.h"
#include "base/lanes.h"

void diag_snippet_start(struct diag_parser *p, const struct diag_head *h, ptrdiff_t note)
{
	struct diag_snippet *s = &p->lane->snippet;
	s->active = true;
	s->gutter = s->underlined = s->bare_done = s->primary = s->escaped = false;
	s->note = note;
	s->head_line = h->line;
	s->head_col = h->col;
	s->line = 0;
	s->run_count = s->label_count = 0;
	s->held_count = 0;
	s->caret = -1;
	fl_buf_clear(&s->source);
	fl_buf_clear(&s->insert);
}

/* The line that was held is no source. It may go on with the message. */
static void held_drop(struct diag_parser *p, struct diag_lane *lane)
{
	struct diag_snippet *s = &lane->snippet;
	struct diag_lane *last = p->lane;
	if (!s->holding)
		return;
	s->holding = false;
	p->holding--;
	p->lane = lane;
	if (s->held_count || !diag_wrap_take(p, fl_buf_view(&s->held))) {
		s->held_count++;
		diag_build_rest(p, fl_buf_view(&s->held));
	}
	p->lane = last;
}

void diag_snippet_end(struct diag_parser *p, struct diag_lane *lane)
{
	struct diag_lane *last = p->lane;
	held_drop(p, lane);
	p->lane = lane;
	diag_wrap_end(p);
	p->lane = last;
	lane->snippet.active = false;
}

void diag_snippet_stop(struct diag_parser *p)
{
	diag_snippet_end(p, p->lane);
}

void diag_snippet_flush(struct diag_parser *p)
{
	while (p->holding) {
		struct diag_lane *oldest = NULL;
		for (size_t i = 0; i < p->lane_count; i++) {
			struct diag_lane *lane = p->lanes[i];
			if (lane->snippet.holding && (!oldest || lane->line < oldest->line))
				oldest = lane;
		}
		held_drop(p, oldest);
	}
}

void diag_snippet_init(struct diag_snippet *s)
{
	fl_buf_init(&s->source, DIAG_LINE_MAX);
	fl_buf_init(&s->held, DIAG_LINE_MAX);
	fl_buf_init(&s->insert, DIAG_LINE_MAX);
}

void diag_snippet_release(struct diag_snippet *s)
{
	fl_buf_release(&s->source);
	fl_buf_release(&s->held);
	fl_buf_release(&s->insert);
}

/* Where the snippet's source line and carets are kept. */
static void store(struct diag_parser *p, struct fl_slice text, bool carets)
{
	struct diag_snippet *s = &p->lane->snippet;
	struct fl_slice *to = NULL;
	if (s->note < 0)
		to = carets ? &p->lane->d.caret : &p->lane->d.source_line;
	else if ((size_t)s->note < p->lane->notes.len) {
		struct diag_note *n = fl_vec_at(&p->lane->notes, (size_t)s->note);
		to = carets ? &n->caret : &n->source_line;
	}
	if (!to || (to->len && !s->primary))
		return;
	*to = diag_build_text(p, text);
}

static void source_line(struct diag_parser *p, int64_t number, struct fl_slice text)
{
	struct diag_snippet *s = &p->lane->snippet;
	s->line = number;
	s->primary = number == s->head_line;
	s->underlined = false;
	s->label_count = 0;
	s->run_count = 0;
	s->caret = -1;
	fl_buf_clear(&s->source);
	fl_buf_slice(&s->source, text);
	store(p, text, false);
	if (s->insert.len)
		diag_build_guess(p, (struct diag_fixit){.note = s->note,
					    .line = number,
					    .col = 1,
					    .end_line = number,
					    .end_col = 1,
					    .text = fl_buf_view(&s->insert)});
	fl_buf_clear(&s->insert);
}

/* What is printed for characters before `at` that would not show: "<U+202E>", of no width. */
static size_t escapes_width(struct fl_slice text, size_t at)
{
	size_t width = 0;
	ptrdiff_t next;
	for (size_t i = 0; (next = fl_slice_chr(fl_slice_skip(text, i), '<')) >= 0; i++) {
		i += (size_t)next;
		if (i >= at)
			break;
		struct fl_slice s = fl_slice_skip(text, i);
		ptrdiff_t end = fl_slice_starts(s, "<U+") ? fl_slice_chr(s, '>') : -1;
		if (end < (ptrdiff_t)strlen("<U+0000") || end > (ptrdiff_t)strlen("<U+000000"))
			continue;
		width += (size_t)end + 1;
		i += (size_t)end;
	}
	return width;
}

/*
 * The tool's column of a display column (from 0) of the current source line, 0 when it cannot be
 * known. gcc counts what it prints. clang counts bytes, of a line whose tabs it printed as blanks:
 * known from the caret on, where the headline says the byte.
 */
static int64_t column_of(const struct diag_parser *p, size_t at)
{
	const struct diag_snippet *s = &p->lane->snippet;
	struct fl_slice text = fl_buf_view(&s->source);
	const struct diag_tool *row = diag_lane_tool(p->lane);
	bool bytes = p->lane->byte_cols || (row && strcmp(row->col_unit, "byte") == 0);
	if (!bytes)
		return (int64_t)(at + 1 - (s->escaped ? escapes_width(text, at) : 0));
	if (s->primary && s->caret >= 0 && s->head_col) {
		int64_t here = (int64_t)diag_column_offset(text, at);
		int64_t caret = (int64_t)diag_column_offset(text, (size_t)s->caret);
		int64_t col = s->head_col + here - caret;
		return col > 0 ? col : 0;
	}
	if (fl_slice_starts(text, "        "))
		return 0;
	return (int64_t)diag_column_offset(text, at) + 1;
}

/* Nothing but carets, tildes, dashes and blanks, and one of the first two. */
static bool carets_only(struct fl_slice text)
{
	bool found = false;
	size_t i = fl_blanks(text);
	for (; text.len - i >= FL_LANES; i += FL_LANES) {
		fl_lanes v = fl_lanes_load(text.ptr + i);
		fl_lanes under = (v == fl_lanes_of('^')) | (v == fl_lanes_of('~'));
		fl_lanes between = (v == fl_lanes_of(' ')) | (v == fl_lanes_of('-')) |
				   (v == fl_lanes_of('\t'));
		if (fl_lanes_mask(under | between) != 0xffff)
			return false;
		found = found || fl_lanes_mask(under);
	}
	for (; i < text.len; i++) {
		char c = text.ptr[i];
		if (c != ' ' && c != '~' && c != '^' && c != '-' && c != '\t')
			return false;
		found = found || c == '^' || c == '~';
	}
	return found;
}

static bool is_underline(char c)
{
	return c == '^' || c == '~';
}

static void runs_find(struct diag_snippet *s, struct fl_slice text)
{
	ptrdiff_t caret = fl_slice_chr(text, '^');
	s->run_count = 0;
	s->caret = caret;
	for (size_t i = fl_blanks(text); i < text.len && s->run_count < DIAG_RUNS_MAX; i++) {
		if (!is_underline(text.ptr[i]))
			continue;
		size_t start = i;
		while (i < text.len && is_underline(text.ptr[i]))
			i++;
		s->runs[s->run_count++] = (struct diag_run){.start = start, .end = i};
	}
}

/* The headline's column tells how columns are counted, where the line has tabs or wide text. */
static void unit_learn(struct diag_parser *p)
{
	struct diag_snippet *s = &p->lane->snippet;
	bool gcc = p->lane->evidence && strcmp(p->lane->evidence, "gcc") == 0;
	if (s->note >= 0 || !s->primary || s->caret < 0 || !s->head_col)
		return;
	if (s->caret + 1 == s->head_col)
		return;
	size_t more = escapes_width(fl_buf_view(&s->source), (size_t)s->caret);
	s->escaped = more && s->caret + 1 == s->head_col + (ptrdiff_t)more;
	if (s->escaped && !p->lane->evidence)
		p->lane->evidence = "gcc"; /* clang counts the bytes */
	else if (!gcc && !s->escaped)
		p->lane->byte_cols = true;
}

static void ranges_add(struct diag_parser *p)
{
	struct diag_snippet *s = &p->lane->snippet;
	for (size_t i = 0; i < s->run_count && s->note < 0; i++) {
		size_t start = s->runs[i].start, end = s->runs[i].end;
		bool main_run =
			s->primary && s->caret >= (ptrdiff_t)start && s->caret < (ptrdiff_t)end;
		if (main_run && end - start == 1)
			continue; /* a place, not a range */
		struct diag_range r = {.line = s->line,
			.col = column_of(p, start),
			.end_line = s->line,
			.end_col = column_of(p, end)};
		if (!r.col || !r.end_col) {
			p->lane->d.omitted++;
			continue;
		}
		if (!p->lane->exact_ranges)
			diag_build_range(p, r);
		if (main_run) {
			p->lane->d.end_line = r.end_line;
			p->lane->d.end_col = r.end_col;
		}
	}
}

static void carets(struct diag_parser *p, struct fl_slice text)
{
	struct diag_snippet *s = &p->lane->snippet;
	s->underlined = true;
	runs_find(s, text);
	unit_learn(p);
	store(p, text, true);
	ranges_add(p);
}

/* The name of the parameter below the caret, in a comment: clang-tidy puts a blank before it. */
static bool comments_out(const struct diag_snippet *s, struct fl_slice text)
{
	struct fl_slice source = fl_buf_view(&s->source);
	if (s->caret < 0 || !fl_slice_starts(text, "/*") || !fl_slice_ends(text, "*/"))
		return false;
	source = fl_slice_skip(source, diag_column_offset(source, (size_t)s->caret));
	return text.len > 4 && fl_slice_starts_with(source, fl_slice(text.ptr + 2, text.len - 4));
}

/*
 * Does the edit printed at display column `at` start with a blank, which does not show? Behind the
 * end of the line or of the blank below the caret nothing can be put, and clang-tidy's comparisons
 * (" != 0") go behind their operand.
 */
static bool is_indented(const struct diag_snippet *s, size_t at, struct fl_slice text)
{
	struct fl_slice source = fl_buf_view(&s->source);
	bool beside = s->caret >= 0 && at == (size_t)s->caret + 1;
	if (!at || at > diag_text_width(source) || fl_slice_starts(text, "!= ") ||
		fl_slice_starts(text, "== "))
		return at != 0;
	size_t under = diag_column_offset(source, at - 1);
	return beside && (source.ptr[under] == ' ' || comments_out(s, text));
}

/*
 * Where the edit printed at display column `at` ends: it replaces what is underlined from there.
 * One underlined character is replaced only by something of its own kind; else it marks a place.
 */
static size_t edit_end(const struct diag_snippet *s, size_t at, struct fl_slice text)
{
	size_t offset = diag_column_offset(fl_buf_view(&s->source), at);
	char under = offset < s->source.len ? s->source.data[offset] : ' ';
	bool indented = text.ptr[0] == ' ', comment = fl_slice_starts(text, " /*");
	if ((indented && !comment) || under == ' ')
		return at;
	if (text.len == 1 && strchr(";,(){}", text.ptr[0]) && fl_is_name(under))
		return at; /* never in place of a word */
	for (size_t i = 0; i < s->run_count; i++) {
		if (s->runs[i].start != at && s->caret != (ptrdiff_t)at)
			continue;
		if (s->runs[i].start <= at && (comment || s->runs[i].end > at + 1))
			return s->runs[i].end;
		bool alone = s->caret < (ptrdiff_t)s->runs[i].start ||
			     s->caret >= (ptrdiff_t)s->runs[i].end;
		if (alone && s->runs[i].start == at && fl_is_name(under) && fl_is_name(text.ptr[0]))
			return at + 1;
	}
	bool place = s->caret == (ptrdiff_t)at;
	if (!place || offset >= s->source.len)
		return at;
	if (under == ' ' || strchr(";,(){}&*", text.ptr[0]))
		return at;
	return fl_is_name(under) == fl_is_name(text.ptr[0]) ? at + 1 : at;
}

static void edit_add(struct diag_parser *p, size_t at, struct fl_slice text)
{
	struct diag_snippet *s = &p->lane->snippet;
	size_t stop = edit_end(s, at, text);
	if (text.ptr[0] == '-' && fl_slice_ends(text, "--")) { /* dashes delete */
		stop = at + text.len;
		text.len = 0;
	}
	diag_build_guess(p, (struct diag_fixit){.note = s->note,
				    .line = s->line,
				    .col = column_of(p, at),
				    .end_line = s->line,
				    .end_col = column_of(p, stop),
				    .text = text});
}

/* "()" below a name of one letter: around it, one to either side. */
static bool encloses(const struct diag_snippet *s, size_t at, struct fl_slice text)
{
	struct fl_slice source = fl_buf_view(&s->source);
	size_t i = diag_column_offset(source, at);
	return fl_slice_eqs(text, "()") && i && i + 1 < source.len && fl_is_name(source.ptr[i]) &&
	       !fl_is_name(source.ptr[i - 1]) && !fl_is_name(source.ptr[i + 1]);
}

/* A line of edits: each text between two or more blanks is one, at its column. */
static void edits(struct diag_parser *p, struct fl_slice text)
{
	struct diag_snippet *s = &p->lane->snippet;
	size_t count = 0;
	for (size_t i = 0; i < text.len;) {
		if (text.ptr[i] == ' ') {
			i++;
			continue;
		}
		if (count++ == DIAG_RUNS_MAX) { /* each looks through the whole line */
			p->lane->guesses_lost++;
			return;
		}
		size_t end = i;
		while (end < text.len && !(text.ptr[end] == ' ' &&
						 (end + 1 >= text.len || text.ptr[end + 1] == ' ')))
			end++;
		struct fl_slice edit = fl_slice(text.ptr + i, end - i);
		size_t at = diag_text_width(fl_slice_head(text, i));
		i = end;
		if (encloses(s, at, edit)) {
			edit_add(p, at, fl_slice_head(edit, 1));
			edit_add(p, at + 1, fl_slice_skip(edit, 1));
		} else if (is_indented(s, at, edit)) {
			edit_add(p, at - 1, fl_slice(edit.ptr - 1, edit.len + 1));
		} else {
			edit_add(p, at, edit);
		}
	}
}

/* A first line of "|" below the carets: the columns where labels will hang. */
static bool connectors_find(struct diag_snippet *s, struct fl_slice text)
{
	s->label_count = 0;
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '|' && s->label_count < DIAG_RUNS_MAX)
			s->labels[s->label_count++] = i;
		else if (text.ptr[i] != ' ')
			s->label_count = 0;
		if (text.ptr[i] != ' ' && !s->label_count)
			return false;
	}
	return s->label_count > 0;
}

/* A line with labels, or with "|" that lead to them: those that it prints hang no longer. */
static bool labels_take(struct diag_snippet *s, struct fl_slice text)
{
	size_t left = 0;
	bool found = false;
	for (size_t i = 0; i < s->label_count; i++) {
		size_t at = diag_column_offset(text, s->labels[i]);
		char c = at < text.len ? text.ptr[at] : ' ';
		found = found || c != ' ';
		if (c == '|' || c == ' ')
			s->labels[left++] = s->labels[i];
	}
	if (found)
		s->label_count = left;
	return found;
}

/* What stands below a source line, right of the gutter. */
static void below(struct diag_parser *p, const struct diag_gutter *g)
{
	struct diag_snippet *s = &p->lane->snippet;
	struct fl_slice text = g->text;
	if (!s->underlined && g->carets)
		carets(p, text);
	else if (s->underlined && (labels_take(s, text) || connectors_find(s, text)))
		return;
	else if (s->underlined)
		edits(p, text);
}

bool diag_gutter_cut(struct fl_slice line, struct diag_gutter *g)
{
	size_t i = fl_blanks(line);
	*g = (struct diag_gutter){0};
	if (fl_slice_starts(fl_slice_skip(line, i), "+++ |+")) {
		g->insert = true;
		g->text = fl_slice_skip(line, i + strlen("+++ |+"));
		return true;
	}
	size_t n = fl_slice_uint(fl_slice_skip(line, i), &g->number);
	i += n;
	if (n && (i >= line.len || line.ptr[i] != ' '))
		return false;
	i += n ? 1 : 0;
	if (!i || i >= line.len || line.ptr[i] != '|')
		return false;
	if (i + 1 < line.len && line.ptr[i + 1] != ' ')
		return false;
	g->bar = i;
	g->text = fl_slice_skip(line, i + 2);
	g->carets = !n && carets_only(g->text);
	return true;
}

bool diag_snippet_gutter(struct diag_parser *p, struct fl_slice line)
{
	struct diag_gutter g = {0};
	char first = line.len ? line.ptr[0] : '\0';
	if (first != ' ' && first != '.' && (first < '0' || first > '9'))
		return false;
	g.dots = fl_slice_starts(line, "......");
	if (!(p->lane_count || p->group_count) || (!g.dots && !diag_gutter_cut(line, &g)))
		return false;
	if (p->group_count && diag_pending_snippet(p, &g))
		return true;
	if (!p->lane_count || !diag_route_gutter(p, &g))
		return false;
	struct diag_snippet *s = &p->lane->snippet;
	held_drop(p, p->lane);
	s->gutter = true;
	if (g.insert) {
		fl_buf_slice(&s->insert, g.text);
		fl_buf_char(&s->insert, '\n');
	} else if (g.number) {
		s->bar = g.bar;
		source_line(p, g.number, g.text);
	} else if (!g.dots) {
		below(p, &g);
	}
	return true;
}

/* The line may be source: keep it until the next one shows carets. */
static void hold(struct diag_parser *p, struct fl_slice line)
{
	struct diag_snippet *s = &p->lane->snippet;
	held_drop(p, p->lane);
	fl_buf_clear(&s->held);
	fl_buf_slice(&s->held, line);
	s->holding = true;
	p->holding++;
}

/*
 * The held line is source, and `line` its carets. gcc's -fno-diagnostics-show-line-numbers puts one
 * blank before both, and its columns are those of the carets (of clang's, in a line with tabs and
 * wide characters, that can be chance).
 */
static void bare_source(struct diag_parser *p, struct fl_slice line)
{
	struct diag_snippet *s = &p->lane->snippet;
	struct fl_slice text = fl_buf_view(&s->held);
	const char *hint = p->lane->hint;
	bool blank = !(hint && strcmp(hint, "clang") == 0) && fl_slice_starts(text, " ") &&
		     fl_slice_starts(line, " ") && fl_slice_chr(line, '^') == s->head_col;
	s->holding = false;
	p->holding--;
	s->bare_done = true;
	s->bare_blank = blank;
	source_line(p, s->head_line, fl_slice_skip(text, blank));
	if (s->note < 0 && !p->lane->evidence)
		p->lane->evidence = blank ? "gcc" : "clang";
	carets(p, fl_slice_skip(line, blank));
}

bool diag_snippet_carets(struct diag_parser *p, struct fl_slice line)
{
	if (!p->holding || !carets_only(line) || !diag_route_carets(p, line))
		return false;
	bare_source(p, line);
	return true;
}

bool diag_snippet_bare(struct diag_parser *p, struct fl_slice line)
{
	if (!p->lane_count)
		return false;
	if (!diag_route_bare(p, line, carets_only(line)))
		return false;
	struct diag_snippet *s = &p->lane->snippet;
	if (s->bare_done) {
		struct fl_slice text = fl_slice_skip(line, s->bare_blank);
		if (s->bare_blank && (labels_take(s, text) || connectors_find(s, text)))
			return true;
		edits(p, text);
		s->active = false;
	} else {
		hold(p, line);
	}
	return true;
}

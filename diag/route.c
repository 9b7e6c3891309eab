/*
 * Which of the open diagnostics a line is for, when several compilers write at the same time. Each
 * lane says how well the line fits what it waits for; among equals the lane of the line before
 * wins, as its compiler is the most likely to go on.
 */
#include "diag/parse_impl.h"

enum { NOT = -100, QUOTES_MAX = 4, RECENT = 32, LATE = 3, HELD_MAX = 2 };

static bool is_after_name(char c)
{
	return c == '(' || c == '<' || c == '[' || c == ' ';
}

/* Cut the next quoted name off *s: without the arguments behind it and the scopes before it. */
static bool name_cut(struct fl_slice *s, struct fl_slice *ret_name)
{
	static const char utf8[] = "\xe2\x80\x98";
	ptrdiff_t at = fl_slice_chr(*s, '\''), wide = fl_slice_find(*s, utf8);
	if (wide >= 0 && (at < 0 || wide < at))
		at = wide + 2;
	if (at < 0)
		return false;
	struct fl_slice rest = fl_slice_skip(*s, (size_t)at + 1);
	size_t end = 0, start = 0;
	while (end < rest.len && rest.ptr[end] != '\'' && rest.ptr[end] != '\xe2' &&
		!is_after_name(rest.ptr[end])) {
		end++;
		if (rest.ptr[end - 1] == ':')
			start = end;
	}
	*ret_name = fl_slice(rest.ptr + start, end - start);
	ptrdiff_t close = fl_slice_chr(rest, '\'');
	*s = fl_slice_skip(rest, close < 0 ? end : (size_t)close + 1);
	return true;
}

/* True when one of the names that the message quotes stands in the text. */
static bool shares_name(struct fl_slice message, struct fl_slice text)
{
	struct fl_slice name;
	for (int i = 0; i < QUOTES_MAX && name_cut(&message, &name); i++)
		if (name.len > 1 && text.len && memmem(text.ptr, text.len, name.ptr, name.len))
			return true;
	return false;
}

/* What the lane's snippet is for. */
static struct fl_slice snippet_message(const struct diag_lane *lane)
{
	const struct diag_snippet *s = &lane->snippet;
	if (s->note < 0 || (size_t)s->note >= lane->notes.len)
		return lane->d.message;
	const struct diag_note *n = fl_vec_at(&lane->notes, (size_t)s->note);
	return n->message;
}

/* It was said where, and no source was printed yet; or source, and no carets. */
bool diag_lane_waits(const struct diag_lane *lane)
{
	const struct diag_snippet *s = &lane->snippet;
	return s->active && s->head_line && !s->bare_done && (!s->gutter || !s->underlined);
}

static bool is_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

/* 0 to 3: may the text be the source line of the snippet's headline? */
static int source_fit(const struct diag_lane *lane, struct fl_slice text)
{
	const struct diag_snippet *s = &lane->snippet;
	size_t at = s->head_col ? diag_column_offset(text, (size_t)s->head_col - 1) : 0;
	if (at > text.len + 1)
		return 0;
	bool starts = at < text.len && text.ptr[at] != ' ' &&
		      (!at || !is_word(text.ptr[at]) || !is_word(text.ptr[at - 1]));
	bool ends = at && at <= text.len && text.ptr[at - 1] != ' ';
	return 1 + (starts || ends) + shares_name(snippet_message(lane), text);
}

typedef int (*fit_fn)(const struct diag_lane *lane, const void *what);

/*
 * What continues a snippet comes soon. A lane that is not the last one is in doubt when it took its
 * last line further back than a whole other snippet.
 */
static bool is_late(const struct diag_parser *p, const struct diag_lane *lane)
{
	return lane != p->lane && p->stats.lines - lane->line > LATE;
}

/* The lane where it fits best into p->lane; false when it fits nowhere. */
static bool route(struct diag_parser *p, fit_fn fit, const void *what)
{
	struct diag_lane *best = NULL;
	int score = NOT;
	for (size_t i = p->lane_count; i-- > 0;) {
		struct diag_lane *lane = p->lanes[i];
		int n = lane->open ? fit(lane, what) : NOT;
		if (n <= NOT || n < score)
			continue;
		if (n == score && best && (best == p->lane || best->line > lane->line))
			continue;
		best = lane;
		score = n;
	}
	if (!best)
		return false;
	p->lane = best;
	best->line = p->stats.lines;
	best->judged = false; /* what comes may change it */
	return true;
}

static int source_line_fit(const struct diag_lane *lane, const struct diag_gutter *g)
{
	const struct diag_snippet *s = &lane->snippet;
	if (!s->gutter)
		return g->number == s->head_line ? 3 + source_fit(lane, g->text) : 0;
	if (!s->underlined)
		return g->number == s->line + 1 ? 2 : 0;
	return g->number > s->line ? 2 : 0;
}

static int carets_fit(const struct diag_lane *lane, const struct diag_gutter *g)
{
	const struct diag_snippet *s = &lane->snippet;
	struct fl_slice source = fl_buf_view(&s->source);
	ptrdiff_t caret = fl_slice_chr(g->text, '^');
	int same = g->bar == s->bar;
	if (s->primary && caret >= 0 && caret + 1 == s->head_col)
		return 6 + same;
	size_t first = 0;
	while (first < g->text.len && g->text.ptr[first] == ' ')
		first++;
	size_t at = diag_column_offset(source, first);
	bool under = at < source.len && source.ptr[at] != ' ';
	return 2 + under + same;
}

static bool touches(const struct diag_snippet *s, size_t column)
{
	for (size_t i = 0; i < s->run_count; i++)
		if (column >= s->runs[i].start && column <= s->runs[i].end)
			return true;
	for (size_t i = 0; i < s->label_count; i++)
		if (column == s->labels[i])
			return true;
	return false;
}

static int below_fit(const struct diag_lane *lane, const struct diag_gutter *g)
{
	const struct diag_snippet *s = &lane->snippet;
	size_t first = 0;
	if (!s->gutter || !s->underlined)
		return s->gutter ? 0 : NOT;
	while (first < g->text.len && g->text.ptr[first] == ' ')
		first++;
	return 2 + (g->bar == s->bar) + 2 * touches(s, first);
}

struct shown {
	const struct diag_parser *p;
	const struct diag_gutter *g;
};

static int gutter_fit(const struct diag_lane *lane, const void *what)
{
	const struct shown *shown = what;
	const struct diag_gutter *g = shown->g;
	const struct diag_snippet *s = &lane->snippet;
	if (!s->active || s->bare_done)
		return NOT;
	if (g->dots)
		return s->gutter ? s->underlined : NOT;
	if (g->insert)
		return diag_lane_waits(lane);
	if (g->number)
		return source_line_fit(lane, g);
	if (g->carets && s->gutter)
		return s->underlined ? 1 : carets_fit(lane, g);
	int n = below_fit(lane, g);
	return n > NOT && is_late(shown->p, lane) ? -1 : n;
}

bool diag_route_gutter(struct diag_parser *p, const struct diag_gutter *g)
{
	struct shown shown = {.p = p, .g = g};
	return route(p, gutter_fit, &shown);
}

/* Without a gutter, any line may be source: it must look like it. */
struct bare {
	struct fl_slice line;
	const struct diag_parser *p;
};

static int bare_source_fit(const struct diag_lane *lane, const void *what)
{
	const struct bare *b = what;
	const struct diag_snippet *s = &lane->snippet;
	if (!s->active || s->gutter || s->bare_done || s->held_count > HELD_MAX)
		return NOT;
	int n = s->head_line ? source_fit(lane, b->line) : 0;
	if (lane->wrap.indent && lane == b->p->lane) /* it goes on in lines that look like source */
		n += 3;
	return lane == b->p->lane ? n + 1 : n > 1 && !s->holding ? n : NOT;
}

bool diag_route_source(struct diag_parser *p, struct fl_slice line)
{
	struct bare b = {.line = line, .p = p};
	return route(p, bare_source_fit, &b);
}

static int bare_carets_fit(const struct diag_lane *lane, const void *what)
{
	const struct bare *b = what;
	const struct diag_snippet *s = &lane->snippet;
	ptrdiff_t caret = fl_slice_chr(b->line, '^');
	if (!s->holding)
		return NOT;
	if (caret >= 0 && caret + 1 == s->head_col)
		return 3;
	if (caret > 0 && caret == s->head_col && fl_slice_starts(fl_buf_view(&s->held), " "))
		return 2; /* one blank before both, see snippet.c */
	return (size_t)(caret + 1) <= s->held.len + 1;
}

/* Edits below the carets. */
static int bare_edits_fit(const struct diag_lane *lane, const void *what)
{
	const struct bare *b = what;
	const struct diag_snippet *s = &lane->snippet;
	bool indented = b->line.ptr[0] == ' ';
	if (!s->active || !s->bare_done || !s->run_count || !(indented || !s->runs[0].start))
		return NOT;
	size_t first = 0;
	while (first < b->line.len && b->line.ptr[first] == ' ')
		first++;
	int n = 2 * touches(s, first);
	return lane == b->p->lane ? n + 1 : n && !is_late(b->p, lane) ? n : NOT;
}

bool diag_route_edits(struct diag_parser *p, struct fl_slice line)
{
	struct bare b = {.line = line, .p = p};
	return line.len && route(p, bare_edits_fit, &b);
}

bool diag_route_carets(struct diag_parser *p, struct fl_slice line)
{
	struct bare b = {.line = line, .p = p};
	return route(p, bare_carets_fit, &b);
}

struct said {
	const struct diag_parser *p;
	const struct diag_head *h;
	struct fl_slice unit; /* of the include chain before it */
	const struct diag_lane *owner; /* the file is what it compiles */
};

/* How much the lane has to do with the file: 0 to 4. */
static int file_fit(const struct diag_lane *lane, struct fl_slice file)
{
	if (fl_slice_eq(lane->unit, file))
		return 4;
	if (fl_slice_eq(lane->here, file) || fl_slice_eq(lane->d.file, file))
		return 2;
	for (size_t i = 0; i < lane->notes.len && i < RECENT; i++) {
		const struct diag_note *n = fl_vec_at(&lane->notes, i);
		if (fl_slice_eq(n->file, file))
			return 1;
	}
	return 0;
}

static int note_fit(const struct diag_lane *lane, const void *what)
{
	const struct said *said = what;
	const struct diag_parser *p = said->p;
	struct fl_slice message = said->h->message;
	int n = file_fit(lane, said->h->file);
	if (!n && said->owner)
		n = -4;
	if (diag_is_source(said->unit))
		n += fl_slice_eq(said->unit, lane->unit) ? 6 : -6;
	else if (said->unit.len)
		n += file_fit(lane, said->unit);
	if (shares_name(message, lane->d.message) || shares_name(message, lane->d.source_line))
		n += 2;
	if (lane == p->lane)
		n += diag_lane_waits(lane) ? 1 : 3;
	else if (diag_lane_waits(lane))
		n -= 2;
	if (p->stats.lines - lane->line > RECENT)
		n -= 2;
	return n < 2 && !p->lane->open ? NOT : n;
}

bool diag_route_note(struct diag_parser *p, const struct diag_head *h)
{
	struct said said = {.p = p, .h = h, .unit = diag_pending_unit(p, h->file)};
	for (size_t i = 0; i < p->lane_count; i++)
		if (p->lanes[i]->open && fl_slice_eq(p->lanes[i]->unit, h->file))
			said.owner = p->lanes[i];
	return route(p, note_fit, &said);
}

void diag_route_file(struct diag_parser *p, struct fl_slice file)
{
	if (p->lane->open && fl_slice_eq(p->lane->d.file, file))
		return;
	for (size_t i = p->lane_count; i-- > 0;)
		if (p->lanes[i]->open && fl_slice_eq(p->lanes[i]->d.file, file)) {
			p->lane = p->lanes[i];
			return;
		}
}

static bool is_one_of(const char *tool, const char *const *tools, size_t count)
{
	for (size_t i = 0; i < count && tool; i++)
		if (strcmp(tool, tools[i]) == 0)
			return true;
	return false;
}

bool diag_route_tool(struct diag_parser *p, const char *const *tools, size_t count)
{
	for (size_t i = p->lane_count; i-- > 0;) {
		struct diag_lane *lane = p->lanes[i];
		if (lane->open && is_one_of(lane->evidence, tools, count)) {
			p->lane = lane;
			return true;
		}
	}
	return false;
}

struct fl_slice diag_route_unit(
	const struct diag_parser *p, const struct diag_head *h, const char *tool)
{
	if (tool && !h->ranges.len) /* no line of text, or a linker's */
		return fl_slice_str(tool);
	struct fl_slice file = diag_pending_unit(p, h->file);
	if (!file.len)
		file = h->file;
	if (p->lane->open && fl_slice_eq(p->lane->unit, file))
		return file;
	const struct diag_lane *best = NULL;
	int score = diag_is_source(file); /* to be mentioned is not enough for a source */
	for (size_t i = p->lane_count; i-- > 0;) {
		int n = file_fit(p->lanes[i], file);
		best = n > score ? p->lanes[i] : best;
		score = n > score ? n : score;
	}
	return best ? best->unit : file;
}

/*
 * Which of the open diagnostics a line is for, when several compilers write at the same time. Each
 * lane says how well the line fits what it waits for; among equals the lane of the line before
 * wins, as its compiler is the most likely to go on.
 */
#include "diag/report/route.h"
#include "diag/report/pending.h"
#include "diag/report/place.h"
#include "diag/source/width.h"
#include "base/lanes.h"

enum {
	NOT = -100,
	RECENT = 32,
	LATE = 3,
	HELD_MAX = 2,
	NEAR = 40,
	TABS_MAX = 4,
	GUTTER_ENOUGH = 7,
	CARETS_ENOUGH = 3,
	BARE_ENOUGH = 12,
	NOTE_ENOUGH = 8,
	WAIT = 16
};

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

/* 0 to 5: what stands there may be what the message is about; names it, or is a word's edge. */
static int edge_fit(const struct diag_names *names, struct fl_slice text, size_t at)
{
	for (size_t i = 0; i < names->count && at < text.len; i++)
		if (fl_slice_eq(
			    fl_slice_head(fl_slice_skip(text, at), names->at[i].len), names->at[i]))
			return 5;
	if (at && at < text.len && fl_is_word(text.ptr[at]) && fl_is_word(text.ptr[at - 1]))
		return 0;
	bool starts = at < text.len && text.ptr[at] != ' ';
	return starts || (at && at <= text.len && text.ptr[at - 1] != ' ');
}

/*
 * 0 to 6: may the text be the source line of the snippet's headline? clang counts a tab as one
 * column and prints eight blanks for it.
 */
static int source_fit(const struct diag_lane *lane, struct fl_slice text)
{
	const struct diag_snippet *s = &lane->snippet;
	size_t at = s->head_col ? diag_column_offset(text, (size_t)s->head_col - 1) : 0;
	size_t indent = fl_blanks(text);
	if (at > text.len + 1)
		return 0;
	struct diag_names names = {.count = 0};
	diag_names_add(&names, snippet_message(lane));
	size_t own = names.count;
	if (s->note >= 0)
		diag_names_add(&names, lane->d.message);
	int edge = edge_fit(&names, text, at);
	size_t most = lane->family == DIAG_FAMILY_GCC ? 0 : TABS_MAX;
	for (size_t tabs = 1; tabs <= most && tabs * 8 <= indent; tabs++) {
		int n = edge_fit(&names, text, at + 7 * tabs);
		edge = n > edge ? n : edge;
	}
	return edge < 2 && diag_names_in(&names, own, text) ? edge + 3 : edge + 1;
}

/* The caret stands below the headline's column in the source above it. */
static bool caret_fits(const struct diag_snippet *s, struct fl_slice source, ptrdiff_t caret)
{
	if (caret < 0 || caret + 1 == s->head_col)
		return caret >= 0;
	size_t indent = fl_blanks(source);
	ptrdiff_t tabs = (caret + 1 - s->head_col) / 7;
	return tabs > 0 && (size_t)tabs * 8 <= indent && caret + 1 - s->head_col == 7 * tabs;
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

static void lane_take(struct diag_parser *p, struct diag_lane *lane)
{
	p->lane = lane;
	p->routed = lane->line = p->stats.lines;
	lane->judged = false; /* what comes may change it */
}

/*
 * The lane where it fits best into p->lane; false when it fits nowhere. Where the last lane's fit
 * is `enough`, no other is asked.
 */
static bool route(struct diag_parser *p, fit_fn fit, const void *what, int enough)
{
	struct diag_lane *best = NULL;
	int score = NOT, last = p->lane->open ? fit(p->lane, what) : NOT;
	if (last >= enough) {
		lane_take(p, p->lane);
		return true;
	}
	for (uint64_t open = p->lanes_open; open;) {
		struct diag_lane *lane = diag_lane_pop(p, &open);
		int n = lane == p->lane ? last : fit(lane, what);
		if (n <= NOT || n < score)
			continue;
		if (n == score && best && (best == p->lane || best->line > lane->line))
			continue;
		best = lane;
		score = n;
	}
	if (!best)
		return false;
	lane_take(p, best);
	return true;
}

/* None but the last lane waits for that source line, which no other can take from it then. */
static bool waits_alone(const struct diag_parser *p, const struct diag_gutter *g)
{
	const struct diag_snippet *s = &p->lane->snippet;
	if (!p->lane->open || !s->active || s->gutter || s->bare_done || g->number != s->head_line)
		return false;
	for (uint64_t open = p->lanes_open; open;) {
		const struct diag_lane *lane = diag_lane_pop(p, &open);
		if (lane != p->lane && lane->snippet.head_line == g->number &&
			lane->snippet.active && !lane->snippet.gutter)
			return false;
	}
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
	if (s->primary && caret_fits(s, source, caret))
		return 6 + same;
	size_t first = fl_blanks(g->text);
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
	if (!s->gutter || !s->underlined)
		return s->gutter ? 0 : NOT;
	size_t first = fl_blanks(g->text);
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
	if (g->number && waits_alone(p, g)) {
		lane_take(p, p->lane);
		return true;
	}
	return route(p, gutter_fit, &shown, GUTTER_ENOUGH);
}

/* Without a gutter, any line may be source: it must look like it. */
struct bare {
	struct fl_slice line;
	const struct diag_parser *p;
	bool carets; /* it has nothing but carets */
};

/* It ends as a statement does, or has several words. */
static bool is_code(struct fl_slice line)
{
	line = fl_slice_trim(line);
	return line.len &&
	       (strchr(";{}),:", line.ptr[line.len - 1]) || fl_slice_chr(line, ' ') > 0);
}

/* gcc cuts a message behind a blank, which its headline then ends with, and indents by three. */
static bool wraps(const struct diag_lane *lane, struct fl_slice line, uint64_t ago)
{
	return lane->wrap.blanks && ago == 1 && fl_slice_starts(line, "   ") &&
	       !fl_slice_starts(line, "    ");
}

static int bare_source_fit(const struct diag_lane *lane, const struct bare *b)
{
	const struct diag_snippet *s = &lane->snippet;
	bool last = lane == b->p->lane;
	if (s->held_count > HELD_MAX)
		return NOT;
	uint64_t ago = b->p->stats.lines - lane->line;
	if (!last && (s->holding || ago > WAIT))
		return NOT;
	bool gutter = lane->family == DIAG_FAMILY_GCC; /* it has one, but on demand */
	int fit = s->head_line && !(last && gutter) ? source_fit(lane, b->line) : 0;
	int n = fit > 1 ? 2 * fit : 0;
	if (!last && n < 4)
		return NOT;
	if (gutter)
		n = 0;
	if (last && (lane->wrap.indent || wraps(lane, b->line, ago)))
		n += 6; /* it goes on in lines that look like source */
	return n + last + 2 * (n && ago == 1) + is_code(b->line);
}

/* Edits stand below the carets. */
static int bare_edits_fit(const struct diag_lane *lane, const struct bare *b)
{
	const struct diag_snippet *s = &lane->snippet;
	bool indented = fl_slice_starts(b->line, " ");
	if (!s->run_count || !b->line.len || !(indented || !s->runs[0].start) || b->carets)
		return NOT;
	size_t first = fl_blanks(b->line);
	bool touch = touches(s, first);
	if (lane != b->p->lane && (!touch || is_late(b->p, lane)))
		return NOT;
	int n = 1 + 2 * touch + (b->p->stats.lines - lane->line == 1);
	return lane != b->p->lane && is_code(b->line) ? n - 2 : n;
}

static int bare_fit(const struct diag_lane *lane, const void *what)
{
	const struct diag_snippet *s = &lane->snippet;
	if (!s->active || s->gutter)
		return NOT;
	return s->bare_done ? bare_edits_fit(lane, what) : bare_source_fit(lane, what);
}

/* May it wait for a line without a gutter? Of most lanes that is known without the line. */
static bool is_bare(const struct diag_parser *p, const struct diag_lane *lane)
{
	const struct diag_snippet *s = &lane->snippet;
	return s->active && !s->gutter && (lane == p->lane || p->stats.lines - lane->line <= WAIT);
}

bool diag_route_bare(struct diag_parser *p, struct fl_slice line, bool carets)
{
	struct bare b = {.line = line, .p = p, .carets = carets};
	bool waits = is_bare(p, p->lane) && p->lane->open;
	uint64_t open = p->stats.lines - p->routed <= WAIT ? p->lanes_open : 0;
	while (open && !waits)
		waits = is_bare(p, diag_lane_pop(p, &open));
	return waits && route(p, bare_fit, &b, BARE_ENOUGH);
}

static int bare_carets_fit(const struct diag_lane *lane, const void *what)
{
	const struct bare *b = what;
	const struct diag_snippet *s = &lane->snippet;
	ptrdiff_t caret = fl_slice_chr(b->line, '^');
	if (!s->holding)
		return NOT;
	if (caret_fits(s, fl_buf_view(&s->held), caret))
		return 3;
	if (caret > 0 && caret == s->head_col && fl_slice_starts(fl_buf_view(&s->held), " "))
		return 2; /* one blank before both, see snippet.c */
	return (size_t)(caret + 1) <= s->held.len + 1;
}

bool diag_route_carets(struct diag_parser *p, struct fl_slice line)
{
	struct bare b = {.line = line, .p = p};
	return route(p, bare_carets_fit, &b, CARETS_ENOUGH);
}

/* How gcc and clang begin their notes, where they differ. */
static const struct {
	const char *words;
	enum diag_family family;
} note_words[] = {
	{"candidate: ", DIAG_FAMILY_GCC},
	{"  ", DIAG_FAMILY_GCC},
	{"in expansion of macro", DIAG_FAMILY_GCC},
	{"in definition of macro", DIAG_FAMILY_GCC},
	{"candidate function", DIAG_FAMILY_CLANG},
	{"candidate template", DIAG_FAMILY_CLANG},
	{"candidate constructor", DIAG_FAMILY_CLANG},
	{"candidate inherited", DIAG_FAMILY_CLANG},
	{"explicit constructor", DIAG_FAMILY_CLANG},
	{"expanded from macro", DIAG_FAMILY_CLANG},
	{"in instantiation of", DIAG_FAMILY_CLANG},
	{"previous definition is here", DIAG_FAMILY_CLANG},
	{"previous declaration is here", DIAG_FAMILY_CLANG},
};

enum diag_family diag_family_of(struct fl_slice file, struct fl_slice note)
{
	ptrdiff_t up = fl_slice_chr(file, '/') < 0 ? -1 : fl_slice_find(file, "../");
	if (up > 0 && file.ptr[up - 1] == '/')
		return DIAG_FAMILY_CLANG; /* as it finds gcc's headers */
	for (size_t i = 0; i < sizeof(note_words) / sizeof(note_words[0]) && note.len; i++)
		if (note.ptr[0] == note_words[i].words[0] &&
			fl_slice_starts(note, note_words[i].words))
			return note_words[i].family;
	return DIAG_FAMILY_UNKNOWN;
}

struct said {
	const struct diag_parser *p;
	const struct diag_head *h;
	enum diag_note_kind kind;
	enum diag_family family;
	struct diag_names names; /* of its message, unless it is a candidate */
	bool constructs; /* a candidate that is a constructor */
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

/* Whether it is something that has candidates, and may have constructors among them. */
enum { OVERLOADS = 1, CONSTRUCTS = 2 };

static int8_t overloads_find(const struct diag_lane *lane)
{
	static const char *const words[] = {"no match", "no viable", "no known", "invalid operands",
		"call to", "ambiguous", "could not convert", "conversion from", "cannot convert"};
	enum { CONVERT = 6 };
	bool converts = fl_slice_find(lane->d.message, "onver") >= 0;
	int8_t bits = converts || fl_slice_find(lane->d.message, "onstruct") >= 0 ? CONSTRUCTS : 0;
	size_t count = converts ? sizeof(words) / sizeof(words[0]) : CONVERT;
	for (size_t i = 0; i < count; i++)
		if (fl_slice_find(lane->d.message, words[i]) >= 0)
			return bits | OVERLOADS;
	return bits;
}

/* It is asked once a lane, and only where a candidate looks for its own. */
static void overloads_know(struct diag_lane *lane)
{
	if (lane->overloads < 0)
		lane->overloads = overloads_find(lane);
}

/* Candidates come in the order of their declarations. */
static int candidate_fit(const struct diag_lane *lane, const struct diag_head *h, bool constructs)
{
	if (lane->last_candidate < 0 && !(lane->overloads & OVERLOADS))
		return -6;
	if (constructs && !(lane->overloads & CONSTRUCTS))
		return -3;
	if (lane->last_candidate < 0 || !fl_slice_eq(lane->here, h->file))
		return 2;
	return h->line < lane->here_line ? 1 : h->line - lane->here_line < NEAR ? 4 : 3;
}

/* Does what the note says go on with what the lane has said? */
static int words_fit(const struct diag_lane *lane, const struct said *said)
{
	const struct diag_head *h = said->h;
	struct fl_slice source = fl_buf_view(&lane->snippet.source);
	if (fl_slice_starts(h->message, "  ")) { /* a detail of the candidate before it */
		int64_t gap = h->line - lane->here_line;
		if (lane->last_candidate < 0)
			return -8;
		if (h->line == lane->d.line && fl_slice_eq(h->file, lane->d.file))
			return 6;
		return fl_slice_eq(h->file, lane->here) && gap >= 0 && gap < 4 ? 6 - (gap > 0) : -4;
	}
	if (said->kind == DIAG_NOTE_CANDIDATE)
		return candidate_fit(lane, h, said->constructs);
	const struct diag_names *names = &said->names;
	bool named = diag_names_in(names, names->count, source) ||
		     diag_names_in(names, names->count, lane->d.source_line);
	if (said->kind == DIAG_NOTE_MACRO)
		return named ? 5 : -3;
	return named || diag_names_in(names, names->count, lane->d.message) ? 2 : 0;
}

/* How well the note fits the lane by its place, whatever it says. */
static int note_place_fit(const struct diag_lane *lane, const struct said *said)
{
	const struct diag_parser *p = said->p;
	int n = file_fit(lane, said->h->file);
	if (!n && said->owner)
		n = -4;
	if (diag_is_source(said->unit))
		n += fl_slice_eq(said->unit, lane->unit) ? 6 : -6;
	else if (said->unit.len)
		n += file_fit(lane, said->unit);
	if (said->family && lane->family)
		n += said->family == lane->family ? 2 : -10;
	if (lane == p->lane)
		n += diag_lane_waits(lane) ? 1 : 3;
	else if (diag_lane_waits(lane))
		n -= 2;
	if (p->stats.lines - lane->line > RECENT)
		n -= 2;
	return n;
}

static int note_fit(const struct diag_lane *lane, const void *what)
{
	const struct said *said = what;
	int n = note_place_fit(lane, said) + words_fit(lane, said);
	return n < 2 && !said->p->lane->open ? NOT : n;
}

/* The last lane is enough by the place alone: only words of these two kinds count against it. */
static bool is_next(const struct said *said)
{
	return said->kind != DIAG_NOTE_CANDIDATE && said->kind != DIAG_NOTE_MACRO &&
	       !fl_slice_starts(said->h->message, "  ") &&
	       note_place_fit(said->p->lane, said) >= NOTE_ENOUGH;
}

/* It is about two units: its notes are of the other one, which may have diagnostics of its own. */
static bool is_of_link_time(const struct diag_lane *lane)
{
	return lane->open && (fl_slice_eqs(lane->d.code, "-Wlto-type-mismatch") ||
				     fl_slice_eqs(lane->d.code, "-Wodr"));
}

bool diag_route_note(struct diag_parser *p, const struct diag_head *h)
{
	if (is_of_link_time(p->lane)) {
		lane_take(p, p->lane);
		return true;
	}
	struct said said = {.p = p,
		.h = h,
		.kind = diag_note_kind_of(h->message),
		.family = diag_family_of(h->file, h->message),
		.unit = diag_pending_unit(p, h->file)};
	said.constructs =
		said.kind == DIAG_NOTE_CANDIDATE && fl_slice_find(h->message, "constructor") >= 0;
	for (uint64_t open = p->lanes_open; open && !said.owner;) {
		const struct diag_lane *lane = diag_lane_pop(p, &open);
		said.owner = fl_slice_eq(lane->unit, h->file) ? lane : NULL;
	}
	bool candidate = said.kind == DIAG_NOTE_CANDIDATE;
	if (candidate && p->lane->open)
		overloads_know(p->lane);
	bool next = p->lane->open && is_next(&said);
	if (!next && !candidate)
		diag_names_add(&said.names, h->message);
	if (next || (p->lane->open && note_fit(p->lane, &said) >= NOTE_ENOUGH)) {
		lane_take(p, p->lane);
		return true;
	}
	for (uint64_t open = candidate ? p->lanes_open : 0; open;)
		overloads_know(diag_lane_pop(p, &open));
	return route(p, note_fit, &said, NOTE_ENOUGH);
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
	if (tool && !h->clang && h->level != DIAG_REMARK) /* no line of text, or a linker's */
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

/* The diagnostic under construction. */
#include "diag/report/build.h"
#include "diag/report/pending.h"
#include "diag/report/route.h"
#include "diag/report/snippet.h"
#include "diag/classify/classify.h"
#include "diag/model/tool.h"

void diag_build_fail(struct diag_parser *p, int rc)
{
	if (!p->rc)
		p->rc = rc;
}

struct fl_slice diag_build_text(struct diag_parser *p, struct fl_slice s)
{
	if (s.len > p->lane->arena.max - p->lane->arena.used) {
		p->lane->d.omitted++;
		return (struct fl_slice){0};
	}
	s = fl_arena_slice(&p->lane->arena, s);
	p->lane->text += s.len;
	p->text += s.len;
	if (p->lane->arena.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	else if (p->lane->arena.failed)
		p->lane->d.omitted++;
	p->lane->arena.failed = 0;
	return s;
}

/* A new item, or NULL, counted as left out when it is one too many. */
static void *vec_add(struct diag_parser *p, struct fl_vec *v)
{
	if (v->len >= v->max) {
		p->lane->d.omitted++;
		return NULL;
	}
	void *item = fl_vec_add(v);
	if (!item)
		diag_build_fail(p, FL_ENOMEM);
	p->lane->judged = false;
	return item;
}

struct diag_note *diag_build_add_note(struct diag_parser *p)
{
	struct diag_note *n = vec_add(p, &p->lane->notes);
	if (n)
		n->parent = -1;
	return n;
}

void diag_build_range(struct diag_parser *p, struct diag_range range)
{
	struct diag_range *r = vec_add(p, &p->lane->ranges);
	if (r)
		*r = range;
}

static void fixit_add(struct diag_parser *p, struct fl_vec *to, struct diag_fixit fixit)
{
	struct diag_fixit *f = vec_add(p, to);
	if (!f)
		return;
	*f = fixit;
	f->file = fl_slice_eq(fixit.file, p->lane->d.file) ? (struct fl_slice){0}
							   : diag_build_text(p, fixit.file);
	f->text = diag_build_text(p, fixit.text);
}

void diag_build_fixit(struct diag_parser *p, struct diag_fixit fixit)
{
	fixit_add(p, &p->lane->fixits, fixit);
}

void diag_build_guess(struct diag_parser *p, struct diag_fixit fixit)
{
	if (fixit.col && fixit.end_col)
		fixit_add(p, &p->lane->guesses, fixit);
	else
		p->lane->guesses_lost++;
}

static void here_set(struct diag_lane *lane, struct fl_slice file, const struct diag_head *h,
	struct fl_slice note)
{
	lane->here = file;
	lane->here_line = h->line;
	lane->here_col = h->col;
	if (!lane->family)
		lane->family = diag_family_of(file, note);
}

static bool is_linker(const char *name)
{
	const struct diag_tool *tool = name ? diag_tool_find(fl_slice_str(name)) : NULL;
	return tool && tool->words == DIAG_WORDS_LINKER;
}

/* Worked out once for a message; others take its place as a whole. */
static uint64_t message_hash(struct diag_lane *lane)
{
	struct fl_slice message = lane->d.message;
	if (lane->hashed.ptr != message.ptr || lane->hashed.len != message.len) {
		lane->hashed = message;
		lane->hash = diag_message_hash(message);
	}
	return lane->hash;
}

void diag_build_begin(struct diag_parser *p, const struct diag_head *h, const char *tool)
{
	diag_lane_begin(p, diag_route_unit(p, h, tool));
	struct diag_lane *lane = p->lane;
	if (h->col && lane->hint != p->compiler && is_linker(lane->hint))
		lane->hint = p->compiler; /* a linker's places have no columns */
	lane->d.line = h->line;
	lane->d.col = h->col;
	lane->d.level = (int)h->level;
	lane->d.file = diag_build_text(p, h->file);
	lane->d.message = diag_build_text(p, h->message);
	lane->d.code = diag_build_text(p, h->code);
	uint64_t hash = message_hash(lane);
	diag_classify_expect(&p->memory, hash);
	diag_ident_expect(&p->idents, hash);
	here_set(lane, lane->d.file, h, (struct fl_slice){0});
	const char *said = diag_pending_attach(p, h->file, -1);
	lane->evidence = tool ? tool : h->by ? h->by : said;
	if (lane->evidence && strcmp(lane->evidence, "gcc") == 0)
		lane->family = DIAG_FAMILY_GCC;
	diag_snippet_start(p, h, -1);
}

/* What a note explains: a step of macros or templates the one before, a detail its candidate. */
static int64_t note_parent(
	const struct diag_parser *p, const struct diag_head *h, enum diag_note_kind kind)
{
	if (kind == DIAG_NOTE_MACRO || kind == DIAG_NOTE_TEMPLATE)
		return p->lane->last_note;
	if (fl_slice_starts(h->message, "  "))
		return p->lane->last_candidate;
	return -1;
}

void diag_build_note(struct diag_parser *p, const struct diag_head *h, enum diag_note_kind kind)
{
	struct diag_lane *lane = p->lane;
	size_t index = lane->notes.len;
	lane->path.active = false;
	diag_snippet_stop(p);
	struct diag_note *n = diag_build_add_note(p);
	if (n) {
		*n = (struct diag_note){.kind = (int)kind,
			.parent = note_parent(p, h, kind),
			.line = h->line,
			.col = h->col};
		n->file = diag_build_text(p, h->file);
		n->message = diag_build_text(p, fl_slice_trim(h->message));
		here_set(lane, n->file, h, h->message);
		if (kind == DIAG_NOTE_CANDIDATE)
			lane->last_candidate = (int64_t)index;
		if (kind != DIAG_NOTE_MACRO && kind != DIAG_NOTE_TEMPLATE)
			lane->last_note = (int64_t)index;
	}
	const char *said = diag_pending_attach(p, h->file, n ? (int64_t)index : -1);
	if (kind == DIAG_NOTE_MACRO || kind == DIAG_NOTE_TEMPLATE)
		diag_lane_learn(p, h->file);
	lane->evidence = said ? said : lane->evidence;
	if (n)
		diag_snippet_start(p, h, (ptrdiff_t)index);
}

/* A blank that gcc's C++ and clang do not both write: as of "int *" and "char [4]". */
static bool is_odd(struct fl_slice s, size_t at)
{
	char next = at + 1 < s.len ? s.ptr[at + 1] : ' ';
	return s.ptr[at] == ' ' && (next == '*' || next == '&' || next == '[');
}

/* The text as both would write it. */
static struct fl_slice arg_even(struct fl_arena *a, struct fl_slice s)
{
	char even[256];
	size_t odd = 0;
	while (odd < s.len && !is_odd(s, odd))
		odd++;
	if (odd == s.len || s.len >= sizeof(even))
		return s;
	size_t n = odd;
	memcpy(even, s.ptr, odd);
	for (size_t i = odd; i < s.len; i++)
		if (!is_odd(s, i))
			even[n++] = s.ptr[i];
	return n < a->max - a->used ? fl_arena_slice(a, fl_slice(even, n)) : s;
}

/* What it says. Where there is no room for the args, they count as left out. */
static void identify(struct diag_parser *p, struct diag_lane *lane)
{
	struct diag_said said;
	struct diag_diagnostic *d = &lane->d;
	struct fl_arena *a = &lane->arena;
	diag_identify(d, message_hash(lane), &p->idents, &said);
	size_t size = said.count * sizeof(said.args[0]);
	d->id = said.id;
	d->args = (struct fl_list){0};
	struct fl_slice *args = size && size <= a->max - a->used ? fl_arena_alloc(a, size) : NULL;
	if (args) {
		for (size_t i = 0; i < said.count; i++)
			args[i] = arg_even(a, said.args[i]);
		a->failed = 0;
		d->args = (struct fl_list){.items = args, .len = said.count};
	} else if (size) {
		d->omitted++;
		a->failed = 0;
	}
}

/* Is it an #error, of which clang prints the text alone? Its words are the author's. */
static bool is_directive(const struct diag_diagnostic *d)
{
	struct fl_slice s = fl_slice_trim(d->source_line);
	if (d->level > DIAG_ERROR || !fl_slice_starts(s, "#") ||
		fl_slice_starts(d->message, "#error")) /* as gcc says it */
		return false;
	s = fl_slice_trim(fl_slice_skip(s, 1));
	return fl_slice_starts(s, "error") && !fl_is_name(s.len > 5 ? s.ptr[5] : ' ');
}

static struct diag_verdict judge_directive(const struct diag_diagnostic *d)
{
	struct diag_diagnostic as = *d;
	as.message = FL_S("#error");
	as.tool = FL_S("gcc");
	struct diag_verdict v = diag_classify(&as);
	v.tool = NULL;
	return v;
}

/* The class, and who spoke: what is sure of this one, else what its words tell, else the last. */
void diag_build_judge(struct diag_parser *p, struct diag_lane *lane)
{
	struct diag_diagnostic *d = &lane->d;
	if (lane->judged)
		return;
	lane->judged = true;
	d->notes = (struct fl_list){.items = lane->notes.data, .len = lane->notes.len};
	d->ranges = (struct fl_list){.items = lane->ranges.data, .len = lane->ranges.len};
	if (lane->told) {
		struct diag_verdict told = diag_classify(d);
		d->error_class = (int)told.error_class;
		d->confidence = told.confidence;
		identify(p, lane);
		d->fixits = (struct fl_list){.items = lane->fixits.data, .len = lane->fixits.len};
		return;
	}
	if (lane->byte_cols && !lane->evidence)
		lane->evidence = "clang";
	if (!lane->evidence && fl_slice_find(d->message, "\xe2\x80\x98") >= 0)
		lane->evidence = "gcc"; /* only gcc prints typographic quotes */
	if (!lane->evidence && diag_fixits_by_gcc(lane))
		lane->evidence = "gcc";
	d->tool = fl_slice_str(lane->evidence);
	const struct diag_tool *tool = lane->evidence ? diag_lane_tool(lane) : NULL;
	lane->own = tool && tool->words == DIAG_WORDS_OWN;
	if (lane->evidence && !lane->own)
		p->tool = lane->evidence;
	if (tool && tool->words == DIAG_WORDS_COMPILER)
		p->compiler = lane->evidence;
	struct diag_verdict v = is_directive(d)
					? judge_directive(d)
					: diag_classify_memo(&p->memory, d, message_hash(lane));
	if (!d->tool.len) {
		d->tool = fl_slice_str(v.tool ? v.tool : lane->hint);
		tool = v.tool ? diag_tool_find(d->tool) : diag_lane_tool(lane);
	}
	if (!lane->evidence && v.tool)
		p->tool = v.tool;
	d->error_class = (int)v.error_class;
	d->confidence = v.confidence;
	identify(p, lane);
	if (tool && d->col && d->line)
		d->col_unit = fl_slice_str(tool->col_unit);
	diag_fixits_settle(lane);
}

void diag_build_end(struct diag_parser *p)
{
	diag_lane_close(p, p->lane);
}

void diag_build_unread(struct diag_parser *p, struct fl_slice line)
{
	if (!p->stats.unread++)
		memcpy(p->stats.unread_first, line.ptr,
			line.len < DIAG_UNREAD_SHOWN ? line.len : DIAG_UNREAD_SHOWN - 1);
	diag_build_plain(p, line);
}

void diag_build_rest(struct diag_parser *p, struct fl_slice line)
{
	if (diag_looks_unread(line))
		diag_build_unread(p, line);
	else
		diag_build_plain(p, line);
}

void diag_build_plain(struct diag_parser *p, struct fl_slice line)
{
	p->stats.rest++;
	if (p->sink.rest && !p->rc)
		diag_build_fail(p, p->sink.rest(p->sink.ctx, line));
}

void diag_build_trailer(struct diag_parser *p)
{
	if (!diag_lane_waits(p->lane))
		diag_snippet_stop(p);
	p->stats.trailers++;
}

/* The diagnostic under construction. */
#include "diag/classify.h"
#include "diag/parse_impl.h"

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

void diag_build_fixit(struct diag_parser *p, struct diag_fixit fixit)
{
	struct diag_fixit *f = vec_add(p, &p->lane->fixits);
	if (!f)
		return;
	*f = fixit;
	f->file = fl_slice_eq(fixit.file, p->lane->d.file) ? (struct fl_slice){0}
							   : diag_build_text(p, fixit.file);
	f->text = diag_build_text(p, fixit.text);
}

/* Move what was held back to the open diagnostic, as explanations of the note `parent`. */
static void pending_attach(struct diag_parser *p, int64_t parent)
{
	for (size_t i = 0; i < p->pending.len; i++) {
		const struct diag_note *from = fl_vec_at(&p->pending, i);
		struct diag_note *n = diag_build_add_note(p);
		if (!n)
			break;
		*n = (struct diag_note){
			.kind = from->kind, .parent = parent, .line = from->line, .col = from->col};
		struct fl_slice file = diag_build_text(p, from->file);
		struct fl_slice message = diag_build_text(p, from->message);
		n->file = file;
		n->message = message;
	}
	p->pending.len = 0;
	fl_arena_release(&p->pending_arena);
	p->pending_tool = NULL;
}

void diag_build_pending(struct diag_parser *p, enum diag_note_kind kind, const struct diag_head *h,
	const char *tool)
{
	diag_snippet_stop(p);
	if (tool)
		p->pending_tool = tool;
	if (p->pending.len >= p->pending.max)
		return;
	struct diag_note *n = fl_vec_add(&p->pending);
	if (!n) {
		diag_build_fail(p, FL_ENOMEM);
		return;
	}
	*n = (struct diag_note){.kind = (int)kind, .parent = -1, .line = h->line, .col = h->col};
	n->file = fl_arena_slice(&p->pending_arena, h->file);
	n->message = fl_arena_slice(&p->pending_arena, h->message);
	if (p->pending_arena.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	if (p->pending_arena.failed)
		p->pending.len--;
	p->pending_arena.failed = 0;
}

void diag_build_begin(struct diag_parser *p, const struct diag_head *h, const char *tool)
{
	diag_build_end(p);
	p->lane->open = true;
	p->lane->d =
		(struct diag_diagnostic){.line = h->line, .col = h->col, .level = (int)h->level};
	p->lane->d.file = diag_build_text(p, h->file);
	p->lane->d.message = diag_build_text(p, h->message);
	p->lane->d.code = diag_build_text(p, h->code);
	p->lane->evidence = tool ? tool : p->pending_tool;
	p->lane->byte_cols = p->lane->exact_fixits = p->lane->exact_ranges = false;
	p->lane->last_note = p->lane->last_candidate = -1;
	pending_attach(p, -1);
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
	size_t index = p->lane->notes.len;
	diag_snippet_stop(p);
	if (p->pending_tool)
		p->lane->evidence = p->pending_tool;
	struct diag_note *n = diag_build_add_note(p);
	if (!n) {
		pending_attach(p, -1);
		return;
	}
	*n = (struct diag_note){.kind = (int)kind,
		.parent = note_parent(p, h, kind),
		.line = h->line,
		.col = h->col};
	n->file = diag_build_text(p, h->file);
	n->message = diag_build_text(p, fl_slice_trim(h->message));
	if (kind == DIAG_NOTE_CANDIDATE)
		p->lane->last_candidate = (int64_t)index;
	if (kind != DIAG_NOTE_MACRO && kind != DIAG_NOTE_TEMPLATE)
		p->lane->last_note = (int64_t)index;
	pending_attach(p, (int64_t)index);
	diag_snippet_start(p, h, (ptrdiff_t)index);
}

/* The class, and who spoke: what is sure of this one, else what its words tell, else the last. */
static void judge(struct diag_parser *p)
{
	struct diag_diagnostic *d = &p->lane->d;
	if (p->lane->byte_cols && !p->lane->evidence)
		p->lane->evidence = "clang";
	if (!p->lane->evidence && fl_slice_find(d->message, "\xe2\x80\x98") >= 0)
		p->lane->evidence = "gcc"; /* only gcc prints typographic quotes */
	if (p->lane->evidence)
		p->tool = p->lane->evidence;
	d->tool = fl_slice_str(p->lane->evidence);
	struct diag_verdict v = diag_classify(d);
	if (!d->tool.len)
		d->tool = fl_slice_str(v.tool ? v.tool : p->tool);
	if (!p->lane->evidence && v.tool)
		p->tool = v.tool;
	d->error_class = (int)v.error_class;
	d->confidence = v.confidence;
	if (d->col)
		d->col_unit = fl_slice_eqs(d->tool, "gcc")     ? FL_S("display")
			      : fl_slice_eqs(d->tool, "clang") ? FL_S("byte")
							       : d->col_unit;
}

void diag_build_end(struct diag_parser *p)
{
	diag_snippet_stop(p);
	if (!p->lane->open)
		return;
	struct diag_diagnostic *d = &p->lane->d;
	d->notes = (struct fl_list){.items = p->lane->notes.data, .len = p->lane->notes.len};
	d->ranges = (struct fl_list){.items = p->lane->ranges.data, .len = p->lane->ranges.len};
	d->fixits = (struct fl_list){.items = p->lane->fixits.data, .len = p->lane->fixits.len};
	judge(p);
	p->stats.levels[d->level]++;
	p->stats.classes[d->error_class]++;
	p->stats.notes += d->notes.len;
	if (!p->rc)
		diag_build_fail(p, p->sink.diagnostic(p->sink.ctx, d));
	p->lane->open = false;
	p->lane->notes.len = p->lane->ranges.len = p->lane->fixits.len = 0;
	fl_arena_clear(&p->lane->arena);
}

void diag_build_rest(struct diag_parser *p, struct fl_slice line)
{
	p->stats.rest++;
	if (p->sink.rest && !p->rc)
		diag_build_fail(p, p->sink.rest(p->sink.ctx, line));
}

void diag_build_trailer(struct diag_parser *p)
{
	diag_snippet_stop(p);
	p->stats.trailers++;
}

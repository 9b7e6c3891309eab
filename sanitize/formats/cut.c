#include "sanitize/formats/cut.h"

/* The lines that were kept, as UBSan's alone; the last report stays open, its stack may go on. */
static void read_kept(struct san_parser *p)
{
	struct fl_slice rest = fl_buf_view(&p->cut.lines), line;
	bool headline = p->headline;
	p->headline = true;
	while (fl_slice_line(&rest, &line))
		if (!san_format_ubsan.begin(p, line) && p->format && !san_take_frame(p, line))
			p->format->line(p, line);
	p->headline = headline;
	fl_buf_clear(&p->cut.lines);
}

/* False: there is no room, and the open report has ended. */
static bool keep(struct san_parser *p, struct fl_slice line)
{
	struct fl_buf *lines = &p->cut.lines;
	if (line.len + 1 > lines->max - lines->len) {
		san_end(p);
		return false;
	}
	fl_buf_slice(lines, line);
	fl_buf_char(lines, '\n');
	if (lines->failed)
		p->arena->failed = lines->failed;
	return true;
}

bool san_cut_take(struct san_parser *p, struct fl_slice line, const struct san_ubsan_head *head)
{
	struct san_cut *c = &p->cut;
	/* its own runtime's report of a signal is under its own lock */
	if (!p->format || !p->format->may_be_cut || p->report.tool == SAN_TOOL_UBSAN)
		return false;
	if (p->format != &san_format_cut) {
		c->under = p->format;
		c->latest = false;
		p->format = &san_format_cut;
		p->after = read_kept;
	}
	if (!keep(p, line))
		return false;
	bool elsewhere = san_ubsan_is_elsewhere(fl_slice_str(san_ubsan_kind(head->sentence)->kind));
	c->file_len = head->file.len < sizeof(c->file) ? head->file.len : 0;
	if (c->file_len)
		memcpy(c->file, head->file.ptr, c->file_len);
	c->line = elsewhere || !c->file_len ? 0 : head->line;
	c->depth = -1;
	return true;
}

/* Does the open report's own stack go on with a frame of this depth? */
static bool goes_on(const struct san_parser *p, int64_t depth)
{
	if (!p->stack_open || !p->frames.len)
		return false;
	const struct san_frame *last = fl_vec_at(&p->frames, p->frames.len - 1);
	return last->depth + 1 == depth;
}

/* Is the frame UBSan's? */
static bool is_ubsans(const struct san_parser *p, const struct san_frame *f)
{
	const struct san_cut *c = &p->cut;
	if (f->depth)
		return c->depth >= 0 && f->depth == c->depth + 1 &&
		       (c->latest || !goes_on(p, f->depth));
	if (c->depth >= 0 || !san_ubsan_stack_begins(fl_slice(c->file, c->file_len), c->line, f))
		return false;
	/* in a line of both, UBSan's where it is known to print stacks, else who waits for one */
	bool waits = !p->stack_open && p->next_role != SAN_ROLE_OTHER;
	return c->stacks || !waits;
}

static void take_line(struct san_parser *p, struct fl_slice line)
{
	struct san_cut *c = &p->cut;
	struct san_frame f;
	ptrdiff_t at = fl_slice_find(line, "    #"); /* after unfinished output of the program */
	struct fl_slice frame = fl_slice_skip(line, at > 0 ? (size_t)at : 0);
	bool is_frame = at >= 0 && san_frame_parse(frame, &f);
	if (is_frame && is_ubsans(p, &f)) {
		c->latest = c->stacks = true;
		c->depth = f.depth;
		if (!keep(p, frame))
			san_take_frame(p, frame);
	} else if (is_frame) {
		c->latest = false;
		san_take_frame(p, frame);
	} else if (!san_ubsan_goes_on(line)) {
		c->under->line(p, line);
	} else if (!keep(p, line) && p->format) {
		p->format->line(p, line);
	}
}

static void end(struct san_parser *p)
{
	if (p->cut.under->end)
		p->cut.under->end(p);
}

const struct san_format san_format_cut = {
	.line = take_line, .end = end, .may_be_cut = true, .own_frames = true};

/*
 * What is printed before the headline or note that it explains. Each run of such lines is a group;
 * where the lines of several compilers alternate, there are several, told apart by their files.
 */
#include "diag/report/pending.h"
#include "diag/report/build.h"
#include "base/source_name.h"

/* It ended with the line before this one, or with this one. */
static bool is_fresh(const struct diag_parser *p, const struct diag_group *g)
{
	return p->stats.lines - g->line <= 1;
}

static void group_clear(struct diag_group *g)
{
	g->notes.len = 0;
	g->tool = NULL;
	g->file = g->unit = (struct fl_slice){0};
	g->chain_open = g->wrapped = false;
	g->lost = 0;
	fl_buf_clear(&g->text);
	fl_arena_clear(&g->arena);
}

/* The group moves behind the others, empty. */
static void group_drop(struct diag_parser *p, size_t i)
{
	struct diag_group g = p->groups[i];
	group_clear(&g);
	p->group_count--;
	memmove(p->groups + i, p->groups + i + 1, (p->group_count - i) * sizeof(g));
	p->groups[p->group_count] = g;
}

static struct diag_group *group_new(struct diag_parser *p)
{
	if (p->group_count == DIAG_GROUPS_MAX)
		group_drop(p, 0);
	return &p->groups[p->group_count++];
}

static bool has_file(const struct diag_group *g, struct fl_slice file)
{
	for (size_t i = 0; i < g->notes.len; i++) {
		const struct diag_note *n = fl_vec_at(&g->notes, i);
		if (fl_slice_eq(n->file, file))
			return true;
	}
	return false;
}

bool diag_is_source(struct fl_slice file)
{
	const struct fl_source_name *name = fl_source_name(file);
	return name && name->role == FL_SOURCE_UNIT && name->language != FL_SOURCE_OTHER;
}

/* Something that is being compiled on its own, and not what the group's chain starts with. */
static bool is_other_unit(
	const struct diag_parser *p, const struct diag_group *g, struct fl_slice file)
{
	if (!diag_is_source(g->unit) || !diag_is_source(file) || fl_slice_eq(g->unit, file))
		return false;
	for (size_t i = 0; i < p->lane_count; i++)
		if (p->lanes[i]->open && fl_slice_eq(p->lanes[i]->unit, file))
			return true;
	return false;
}

/* True when the group may precede what is said of the file. */
static bool fits(const struct diag_parser *p, const struct diag_group *g, struct fl_slice file)
{
	if (g->line == p->stats.lines)
		return true;
	if (g->file.len)
		return fl_slice_eq(g->file, file);
	if (is_other_unit(p, g, file))
		return false;
	return is_fresh(p, g) || (g->notes.len && !has_file(g, file));
}

/* The youngest group that names the file, or that fits it; else `otherwise`. */
static struct diag_group *group_with(
	struct diag_parser *p, struct fl_slice file, struct diag_group *otherwise)
{
	for (size_t i = p->group_count; i-- > 0 && file.len;)
		if (has_file(&p->groups[i], file))
			return &p->groups[i];
	for (size_t i = p->group_count; i-- > 0 && file.len && !otherwise;)
		if (fits(p, &p->groups[i], file))
			return &p->groups[i];
	return otherwise;
}

static struct diag_group *group_youngest(struct diag_parser *p)
{
	return p->group_count ? &p->groups[p->group_count - 1] : NULL;
}

/* In the arena; the empty slice, counted as lost, where it does not fit. */
static struct fl_slice group_text(struct diag_parser *p, struct diag_group *g, struct fl_slice s)
{
	struct fl_slice copy = fl_arena_slice(&g->arena, s);
	if (g->arena.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	g->lost += g->arena.failed != 0;
	g->arena.failed = 0;
	return copy;
}

/* The last note is complete: its text no longer grows. */
static void wrapped_end(struct diag_parser *p, struct diag_group *g)
{
	g->wrapped = false;
	if (!g->text.len)
		return;
	struct diag_note *n = fl_vec_at(&g->notes, g->notes.len - 1);
	n->message = group_text(p, g, n->message);
	fl_buf_clear(&g->text);
}

static void group_add(struct diag_parser *p, struct diag_group *g, enum diag_note_kind kind,
	const struct diag_head *h, const char *tool)
{
	g->tool = tool ? tool : g->tool;
	g->line = p->stats.lines;
	wrapped_end(p, g);
	if (g->notes.len >= g->notes.max) {
		g->lost++;
		return;
	}
	struct diag_note *n = fl_vec_add(&g->notes);
	if (!n) {
		diag_build_fail(p, FL_ENOMEM);
		return;
	}
	*n = (struct diag_note){.kind = (int)kind, .parent = -1, .line = h->line, .col = h->col};
	int64_t lost = g->lost;
	n->file = group_text(p, g, h->file);
	n->message = group_text(p, g, h->message);
	if (kind == DIAG_NOTE_FUNCTION && !h->line && n->file.len)
		g->file = n->file;
	if (kind != DIAG_NOTE_INCLUDE && !g->unit.len && diag_is_source(n->file))
		g->unit = n->file;
	if (g->lost > lost) {
		g->lost = lost + 1;
		g->notes.len--;
	}
}

void diag_build_pending(struct diag_parser *p, enum diag_note_kind kind, const struct diag_head *h,
	const char *tool)
{
	struct diag_group *g = group_youngest(p);
	bool other = g && g->file.len && h->file.len && !fl_slice_eq(g->file, h->file);
	if (!g || !is_fresh(p, g) || is_other_unit(p, g, h->file) ||
		(other && (kind == DIAG_NOTE_FUNCTION || !has_file(g, h->file))))
		g = group_with(p, h->file, other && kind != DIAG_NOTE_FUNCTION ? g : NULL);
	group_add(p, g ? g : group_new(p), kind, h, tool);
}

void diag_pending_include(
	struct diag_parser *p, const struct diag_head *h, const char *tool, bool again, bool more)
{
	struct diag_group *g = group_youngest(p);
	for (size_t i = p->group_count; again && i-- > 0;)
		if (p->groups[i].chain_open) {
			g = &p->groups[i];
			break;
		}
	if (!g || (!again && (g->file.len || !is_fresh(p, g))))
		g = group_new(p);
	group_add(p, g, DIAG_NOTE_INCLUDE, h, tool);
	g->chain_open = more;
	if (g->notes.len && (again || !g->unit.len)) {
		const struct diag_note *n = fl_vec_at(&g->notes, g->notes.len - 1);
		g->unit = n->file;
	}
}

struct fl_slice diag_pending_unit(const struct diag_parser *p, struct fl_slice file)
{
	for (size_t i = p->group_count; i-- > 0;)
		if (p->groups[i].unit.len && fits(p, &p->groups[i], file))
			return p->groups[i].unit;
	return (struct fl_slice){0};
}

bool diag_pending_wrapped(struct diag_parser *p, struct fl_slice line)
{
	struct diag_group *g = group_youngest(p);
	if (!g || !g->notes.len || !line.len || (!g->wrapped && !fl_slice_starts(line, "[with ")))
		return false;
	struct diag_note *n = fl_vec_at(&g->notes, g->notes.len - 1);
	g->line = p->stats.lines;
	g->wrapped = line.ptr[line.len - 1] == ' ';
	if (g->text.failed)
		return true;
	if (!g->text.len)
		fl_buf_slice(&g->text, n->message);
	while (g->text.len && g->text.data[g->text.len - 1] == ' ')
		fl_buf_truncate(&g->text, g->text.len - 1);
	fl_buf_char(&g->text, ' ');
	fl_buf_slice(&g->text, line);
	if (g->text.failed == FL_ENOMEM)
		diag_build_fail(p, FL_ENOMEM);
	g->lost += g->text.failed != 0;
	n->message = fl_slice_trim(fl_buf_view(&g->text));
	return true;
}

bool diag_pending_snippet(struct diag_parser *p, const struct diag_gutter *line)
{
	struct diag_group *g = group_youngest(p);
	if (!g || !g->notes.len || g->wrapped || p->stats.lines - g->line != 1)
		return false;
	struct diag_note *n = fl_vec_at(&g->notes, g->notes.len - 1);
	bool source = line->number && line->number == n->line && !n->source_line.len;
	bool caret = line->carets && n->source_line.len && !n->caret.len;
	if (!source && !caret)
		return false;
	g->line = p->stats.lines;
	*(source ? &n->source_line : &n->caret) = group_text(p, g, line->text);
	return true;
}

static void group_attach(struct diag_parser *p, const struct diag_group *g, int64_t parent)
{
	p->lane->d.omitted += g->lost;
	for (size_t i = 0; i < g->notes.len; i++) {
		const struct diag_note *from = fl_vec_at(&g->notes, i);
		struct diag_note *n = diag_build_add_note(p);
		if (!n)
			return;
		*n = (struct diag_note){
			.kind = from->kind, .parent = parent, .line = from->line, .col = from->col};
		n->file = diag_build_text(p, from->file);
		n->message = diag_build_text(p, from->message);
		n->source_line = diag_build_text(p, from->source_line);
		n->caret = diag_build_text(p, from->caret);
	}
}

const char *diag_pending_attach(struct diag_parser *p, struct fl_slice file, int64_t parent)
{
	const char *tool = NULL;
	for (size_t i = 0; i < p->group_count;) {
		struct diag_group *g = &p->groups[i];
		bool old = p->stats.lines - g->line > DIAG_GROUP_IDLE;
		if (!old && !fits(p, g, file)) {
			i++;
			continue;
		}
		if (!old) {
			group_attach(p, g, parent);
			tool = g->tool ? g->tool : tool;
		}
		group_drop(p, i);
	}
	return tool;
}

void diag_pending_init(struct diag_parser *p)
{
	for (size_t i = 0; i < DIAG_GROUPS_MAX; i++) {
		fl_arena_init(&p->groups[i].arena, DIAG_TEXT_MAX);
		fl_buf_init(&p->groups[i].text, DIAG_LINE_MAX);
		fl_vec_init(&p->groups[i].notes, sizeof(struct diag_note), DIAG_PENDING_MAX);
	}
}

void diag_pending_release(struct diag_parser *p)
{
	for (size_t i = 0; i < DIAG_GROUPS_MAX; i++) {
		fl_arena_release(&p->groups[i].arena);
		fl_buf_release(&p->groups[i].text);
		fl_vec_release(&p->groups[i].notes);
	}
}

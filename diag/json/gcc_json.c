/*
 * gcc's -fdiagnostics-format=json: an array of diagnostics with children, locations (the first one
 * has the caret), fix-its and, from the analyzer, a path of events. Columns are display columns;
 * "finish" is the last character, "next" the one behind it. There are no source lines.
 */
#include "diag/report/build.h"
#include "diag/report/place.h"
#include "diag/report/snippet.h"
#include "diag/json/json.h"

static const struct {
	const char *kind;
	enum diag_level level;
} kinds[] = {
	{"error", DIAG_ERROR},
	{"warning", DIAG_WARNING},
	{"note", DIAG_NOTE},
	{"fatal error", DIAG_FATAL},
	{"ice", DIAG_FATAL},
	{"internal compiler error", DIAG_FATAL},
	{"sorry, unimplemented", DIAG_ERROR},
	{"sorry", DIAG_ERROR},
	{"remark", DIAG_REMARK},
};

/* The level of the kind; an error when it is not known, and then *ret_known is false. */
static enum diag_level level_of(const struct fl_json *v, bool *ret_known)
{
	struct fl_slice kind = fl_json_str(fl_json_get(v, "kind"));
	*ret_known = true;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (fl_slice_eqs(kind, kinds[i].kind))
			return kinds[i].level;
	*ret_known = false;
	return DIAG_ERROR;
}

static void head_fill(const struct fl_json *v, struct diag_head *h)
{
	const struct fl_json *first = fl_json_get(v, "locations");
	const struct fl_json *caret = fl_json_get(first ? first->child : NULL, "caret");
	bool known;
	*h = (struct diag_head){.level = level_of(v, &known),
		.file = fl_json_str(fl_json_get(caret, "file")),
		.line = diag_json_position(caret, "line", 0),
		.col = diag_json_position(caret, "column", 0),
		.message = fl_json_str(fl_json_get(v, "message")),
		.code = fl_json_str(fl_json_get(v, "option"))};
}

/* The ranges of all locations; that of the first is the diagnostic's own. */
static void ranges_add(struct diag_parser *p, const struct fl_json *v)
{
	const struct fl_json *locations = fl_json_get(v, "locations");
	const struct fl_json *l = locations ? locations->child : NULL;
	for (bool first = true; l; l = l->next, first = false) {
		const struct fl_json *caret = fl_json_get(l, "caret");
		const struct fl_json *start = fl_json_get(l, "start");
		const struct fl_json *finish = fl_json_get(l, "finish");
		if (first && !start && !finish)
			continue; /* a place, not a range */
		start = start ? start : caret;
		finish = finish ? finish : caret;
		int64_t end = diag_json_position(finish, "column", 0);
		struct diag_range r = {.line = diag_json_position(start, "line", 0),
			.col = diag_json_position(start, "column", 0),
			.end_line = diag_json_position(finish, "line", 0),
			.end_col = end ? end + 1 : 0};
		if (!r.line || !r.end_line)
			continue; /* cut short */
		diag_build_range(p, r);
		if (first) {
			p->lane->d.end_line = r.end_line;
			p->lane->d.end_col = r.end_col;
		}
	}
}

static void fixits_add(struct diag_parser *p, const struct fl_json *v, int64_t note)
{
	const struct fl_json *fixits = fl_json_get(v, "fixits");
	for (const struct fl_json *f = fixits ? fixits->child : NULL; f; f = f->next) {
		const struct fl_json *start = fl_json_get(f, "start"),
				     *next = fl_json_get(f, "next");
		diag_build_fixit(p, (struct diag_fixit){.note = note,
					    .file = fl_json_str(fl_json_get(start, "file")),
					    .line = diag_json_position(start, "line", 0),
					    .col = diag_json_position(start, "column", 0),
					    .end_line = diag_json_position(next, "line", 0),
					    .end_col = diag_json_position(next, "column", 0),
					    .text = fl_json_str(fl_json_get(f, "string"))});
	}
}

/* The analyzer's path; its texts refer to events by number, as the text formats print them. */
static void path_add(struct diag_parser *p, const struct fl_json *v)
{
	const struct fl_json *path = fl_json_get(v, "path");
	struct fl_buf *text = &p->lane->path.text;
	unsigned number = 0;
	for (const struct fl_json *e = path ? path->child : NULL; e; e = e->next) {
		const struct fl_json *place = fl_json_get(e, "location");
		struct diag_head h = {.file = fl_json_str(fl_json_get(place, "file")),
			.line = diag_json_position(place, "line", 0),
			.col = diag_json_position(place, "column", 0)};
		fl_buf_clear(text);
		fl_buf_printf(text, "(%u) ", ++number);
		fl_buf_slice(text, fl_json_str(fl_json_get(e, "description")));
		if (text->failed == FL_ENOMEM)
			diag_build_fail(p, FL_ENOMEM);
		h.message = fl_buf_view(text);
		diag_build_note(p, &h, DIAG_NOTE_EVENT);
	}
}

/*
 * One entry or child. gcc prints them as one sequence and cuts it into entries and children by what
 * it had grouped: an error can stand among the children, a note among the entries. So notes go to
 * the last diagnostic, as in its text, and all else starts one.
 */
static void entry_add(struct diag_parser *p, const struct fl_json *v)
{
	struct diag_head h;
	size_t index = p->lane->notes.len;
	head_fill(v, &h);
	if (h.level == DIAG_NOTE && p->lane->open) {
		diag_build_note(p, &h, diag_note_kind_of(h.message));
		if (p->lane->notes.len > index)
			fixits_add(p, v, (int64_t)index);
		return;
	}
	h.message = fl_slice_trim(h.message);
	diag_build_begin(p, &h, "gcc");
	ranges_add(p, v);
	fixits_add(p, v, -1);
	path_add(p, v);
}

static void diagnostic_add(struct diag_parser *p, const struct fl_json *v)
{
	const struct fl_json *children = fl_json_get(v, "children");
	/* Of one that was cut short nothing is left but its kind, or it is none. */
	if (!fl_json_get(v, "message") && !fl_json_get(v, "locations") && !p->json->arena.failed)
		return;
	entry_add(p, v);
	for (const struct fl_json *c = children ? children->child : NULL; c; c = c->next)
		entry_add(p, c);
	diag_snippet_stop(p);
}

/* An array whose first element is an object with a kind that gcc has; or an empty one. */
static enum diag_json_verdict judge(const struct diag_json *j, const struct fl_json_token *t)
{
	const struct fl_json *member = j->tree.root && j->tree.depth ? j->tree.last[0] : NULL;
	bool known;
	if (t->depth == 0)
		return t->what == FL_JSON_CLOSE ? DIAG_JSON_SURE : DIAG_JSON_UNSURE;
	if (t->depth == 1 && (t->what != FL_JSON_OPEN || t->type != FL_JOBJECT))
		return DIAG_JSON_OTHER;
	if (t->depth != 2 || t->what != FL_JSON_VALUE || !member ||
		!fl_slice_eqs(member->key, "kind"))
		return DIAG_JSON_UNSURE;
	level_of(j->tree.root, &known);
	return known ? DIAG_JSON_SURE : DIAG_JSON_UNSURE;
}

static const struct diag_json_part parts[] = {{"[]", .take = diagnostic_add}};

const struct diag_json_format diag_gcc_json_format = {.name = "gcc's JSON",
	.tool = "gcc",
	.first = '[',
	.from = 1U << DIAG_FROM_AUTO | 1U << DIAG_FROM_GCC_JSON,
	.judge = judge,
	.parts = parts,
	.part_count = sizeof(parts) / sizeof(parts[0]),
	.end = diag_build_end};

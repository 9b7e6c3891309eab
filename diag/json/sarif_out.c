/* Writing SARIF. Sections are those of the specification. */
#include "diag/json/sarif.h"

#include <stdlib.h>

#include "base/json.h"
#include "diag/json/uri.h"

/* What is written, and whether a comma goes before the next member or element. */
struct writer {
	struct fl_buf *out;
	bool comma;
};

static void next(struct writer *w)
{
	if (w->comma)
		fl_buf_char(w->out, ',');
	w->comma = true;
}

static void key(struct writer *w, const char *name)
{
	next(w);
	fl_buf_printf(w->out, "\"%s\":", name);
}

static void open(struct writer *w, char bracket)
{
	fl_buf_char(w->out, bracket);
	w->comma = false;
}

static void close(struct writer *w, char bracket)
{
	fl_buf_char(w->out, bracket);
	w->comma = true;
}

static void text(struct writer *w, const char *name, struct fl_slice value)
{
	key(w, name);
	fl_json_text(w->out, value);
}

/* A number that SARIF wants to be at least 1; what is not known is left out. */
static void number(struct writer *w, const char *name, int64_t value)
{
	if (value < 1)
		return;
	key(w, name);
	fl_buf_printf(w->out, "%lld", (long long)value);
}

/* Section 3.11: braces stand for arguments, unless they are doubled. */
static void message(struct writer *w, struct fl_slice s)
{
	struct fl_buf doubled;
	fl_buf_init(&doubled, w->out->max);
	for (size_t i = 0; i < s.len; i++) {
		if (s.ptr[i] == '{' || s.ptr[i] == '}')
			fl_buf_char(&doubled, s.ptr[i]);
		fl_buf_char(&doubled, s.ptr[i]);
	}
	key(w, "message");
	open(w, '{');
	text(w, "text", fl_buf_view(&doubled));
	close(w, '}');
	if (doubled.failed)
		w->out->failed = doubled.failed;
	fl_buf_release(&doubled);
}

static void artifact(struct writer *w, struct fl_slice file)
{
	struct fl_buf uri;
	fl_buf_init(&uri, w->out->max);
	diag_uri_write(&uri, file);
	key(w, "artifactLocation");
	open(w, '{');
	text(w, "uri", fl_buf_view(&uri));
	close(w, '}');
	if (uri.failed)
		w->out->failed = uri.failed;
	fl_buf_release(&uri);
}

/* Section 3.30. */
static void region_object(struct writer *w, const struct diag_range *r)
{
	open(w, '{');
	number(w, "startLine", r->line);
	number(w, "startColumn", r->col);
	if (r->end_line >= r->line && r->end_col > 0) {
		number(w, "endLine", r->end_line);
		number(w, "endColumn", r->end_col);
	}
	close(w, '}');
}

/* None where the line is not known. */
static void region(struct writer *w, const char *name, const struct diag_range *r)
{
	if (r->line < 1)
		return;
	key(w, name);
	region_object(w, r);
}

/* Section 3.29, with the source line as the context of the place. */
static void physical(struct writer *w, struct fl_slice file, const struct diag_range *r,
	struct fl_slice source_line)
{
	if (!file.len)
		return;
	key(w, "physicalLocation");
	open(w, '{');
	artifact(w, file);
	region(w, "region", r);
	if (source_line.len && r->line > 0) {
		key(w, "contextRegion");
		open(w, '{');
		number(w, "startLine", r->line);
		key(w, "snippet");
		open(w, '{');
		text(w, "text", source_line);
		close(w, '}');
		close(w, '}');
	}
	close(w, '}');
}

static void locations(struct writer *w, const struct diag_diagnostic *d)
{
	const struct diag_range *ranges = d->ranges.items;
	struct diag_range own = {.line = d->line, .col = d->col};
	/* One that starts elsewhere is an annotation: the place itself is worth more. */
	if (d->end_line == d->line && d->end_col > d->col) {
		own.end_line = d->end_line;
		own.end_col = d->end_col;
	}
	key(w, "locations");
	open(w, '[');
	if (d->file.len) {
		next(w);
		open(w, '{');
		physical(w, d->file, &own, d->source_line);
		if (d->ranges.len) {
			key(w, "annotations");
			open(w, '[');
			for (size_t i = 0; i < d->ranges.len; i++) {
				if (ranges[i].line < 1)
					continue;
				next(w);
				region_object(w, &ranges[i]);
			}
			close(w, ']');
		}
		close(w, '}');
	}
	close(w, ']');
}

/* A note as a location (section 3.28): where, what is said of it, how deep it is nested. */
static void note_location(struct writer *w, const struct diag_note *n, int64_t depth)
{
	struct diag_range r = {.line = n->line, .col = n->col};
	open(w, '{');
	physical(w, n->file, &r, n->source_line);
	message(w, n->message);
	if (depth) {
		key(w, "properties");
		open(w, '{');
		number(w, "nestingLevel", depth);
		close(w, '}');
	}
	close(w, '}');
}

/* How many notes lie between a note and the diagnostic. */
static int64_t nesting(const struct diag_note *notes, size_t at)
{
	int64_t depth = 0;
	while (notes[at].parent >= 0 && notes[at].parent < (int64_t)at) {
		at = (size_t)notes[at].parent;
		depth++;
	}
	return depth;
}

static void related(struct writer *w, const struct diag_diagnostic *d)
{
	const struct diag_note *notes = d->notes.items;
	if (!d->notes.len)
		return;
	key(w, "relatedLocations");
	open(w, '[');
	for (size_t i = 0; i < d->notes.len; i++) {
		next(w);
		note_location(w, &notes[i], nesting(notes, i));
	}
	close(w, ']');
}

/* Section 3.36: the events of an analyzer's path. */
static void flow(struct writer *w, const struct diag_diagnostic *d)
{
	const struct diag_note *notes = d->notes.items;
	bool any = false;
	for (size_t i = 0; i < d->notes.len; i++) {
		if (notes[i].kind != DIAG_NOTE_EVENT)
			continue;
		if (!any) {
			key(w, "codeFlows");
			fl_buf_str(w->out, "[{\"threadFlows\":[{\"locations\":[");
			w->comma = false;
		}
		any = true;
		next(w);
		fl_buf_str(w->out, "{\"location\":");
		note_location(w, &notes[i], 0);
		fl_buf_char(w->out, '}');
	}
	if (any)
		fl_buf_str(w->out, "]}]}]");
}

static struct fl_slice edited(const struct diag_diagnostic *d, const struct diag_fixit *f)
{
	return f->file.len ? f->file : d->file;
}

static bool is_edit(const struct diag_diagnostic *d, const struct diag_fixit *f)
{
	return f->note < 0 && f->line > 0 && f->col > 0 && edited(d, f).len;
}

/* The edits of one file from the i-th on. */
static void change(struct writer *w, const struct diag_diagnostic *d, size_t i)
{
	const struct diag_fixit *f = d->fixits.items;
	struct fl_slice file = edited(d, &f[i]);
	next(w);
	open(w, '{');
	artifact(w, file);
	key(w, "replacements");
	open(w, '[');
	for (; i < d->fixits.len; i++) {
		if (!is_edit(d, &f[i]) || !fl_slice_eq(edited(d, &f[i]), file))
			continue;
		next(w);
		open(w, '{');
		region(w, "deletedRegion",
			&(struct diag_range){f[i].line, f[i].col, f[i].end_line, f[i].end_col});
		key(w, "insertedContent");
		open(w, '{');
		text(w, "text", f[i].text);
		close(w, '}');
		close(w, '}');
	}
	close(w, ']');
	close(w, '}');
}

/* Section 3.55: all edits of the diagnostic itself belong together. */
static void fixes(struct writer *w, const struct diag_diagnostic *d)
{
	const struct diag_fixit *f = d->fixits.items;
	bool any = false;
	for (size_t i = 0; i < d->fixits.len; i++) {
		bool seen = !is_edit(d, &f[i]);
		for (size_t k = 0; k < i && !seen; k++)
			seen = is_edit(d, &f[k]) && fl_slice_eq(edited(d, &f[k]), edited(d, &f[i]));
		if (seen)
			continue;
		if (!any) {
			key(w, "fixes");
			fl_buf_str(w->out, "[{\"artifactChanges\":[");
			w->comma = false;
		}
		any = true;
		change(w, d, i);
	}
	if (any)
		fl_buf_str(w->out, "]}]");
}

static void result(struct writer *w, const struct diag_diagnostic *d, int64_t rule)
{
	static const char *const levels[] = {
		[DIAG_FATAL] = "error",
		[DIAG_ERROR] = "error",
		[DIAG_WARNING] = "warning",
		[DIAG_NOTE] = "note",
		[DIAG_REMARK] = "none",
	};
	fl_buf_str(w->out, w->comma ? ",\n" : "\n");
	open(w, '{');
	if (d->code.len) {
		text(w, "ruleId", d->code);
		key(w, "ruleIndex");
		fl_buf_printf(w->out, "%lld", (long long)rule);
	}
	/* Section 3.27.10: only what did not fail has no level. */
	if (d->level == DIAG_REMARK)
		text(w, "kind", FL_S("informational"));
	text(w, "level", fl_slice_str(levels[d->level]));
	message(w, d->message);
	locations(w, d);
	related(w, d);
	flow(w, d);
	fixes(w, d);
	key(w, "properties");
	fl_buf_str(w->out, "{\"" DIAG_SARIF_PROPERTY "\":");
	fl_json_object(w->out, &diag_diagnostic_shape, d);
	fl_buf_char(w->out, '}');
	close(w, '}');
}

static const struct diag_diagnostic *at(const struct fl_items *items, size_t i)
{
	return items->at[i].object;
}

static int by_text(const void *a, const void *b)
{
	return fl_slice_cmp(*(const struct fl_slice *)a, *(const struct fl_slice *)b);
}

/* The flags of the diagnostics from `first` to `end`, sorted, each once. */
static void codes_collect(
	struct fl_vec *codes, const struct fl_items *items, size_t first, size_t end)
{
	size_t kept = 0;
	for (size_t i = first; i < end; i++) {
		struct fl_slice *code = at(items, i)->code.len ? fl_vec_add(codes) : NULL;
		if (code)
			*code = at(items, i)->code;
	}
	if (codes->len)
		qsort(codes->data, codes->len, codes->size, by_text);
	struct fl_slice *all = (void *)codes->data;
	for (size_t i = 0; i < codes->len; i++)
		if (!i || !fl_slice_eq(all[i], all[kept - 1]))
			all[kept++] = all[i];
	codes->len = kept;
}

static int64_t code_index(const struct fl_vec *codes, struct fl_slice code)
{
	const char *hit =
		codes->len ? bsearch(&code, codes->data, codes->len, codes->size, by_text) : NULL;
	return hit ? (hit - codes->data) / (ptrdiff_t)codes->size : -1;
}

/* Section 3.14: the diagnostics from `first` to `end`, all of one tool. */
static void run(struct writer *w, const struct fl_items *items, size_t first, size_t end)
{
	struct fl_slice tool = at(items, first)->tool;
	struct fl_vec codes;
	fl_vec_init(&codes, sizeof(struct fl_slice), end - first);
	codes_collect(&codes, items, first, end);
	next(w);
	open(w, '{');
	fl_buf_str(w->out, "\"tool\":{\"driver\":{\"name\":");
	fl_json_text(w->out, tool.len ? tool : FL_S("diag2struct"));
	fl_buf_str(w->out, ",\"rules\":[");
	w->comma = false;
	for (size_t i = 0; i < codes.len; i++) {
		next(w);
		open(w, '{');
		text(w, "id", *(const struct fl_slice *)fl_vec_at(&codes, i));
		close(w, '}');
	}
	fl_buf_str(w->out, "]}},\"columnKind\":\"unicodeCodePoints\",\"results\":[");
	w->comma = false;
	for (size_t i = first; i < end; i++)
		result(w, at(items, i), code_index(&codes, at(items, i)->code));
	fl_buf_str(w->out, "\n]}");
	w->comma = true;
	if (codes.failed)
		w->out->failed = codes.failed;
	fl_vec_release(&codes);
}

void diag_sarif_write(struct fl_buf *out, const struct fl_items *items)
{
	struct writer w = {.out = out};
	fl_buf_str(out, "{\"$schema\":\"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/"
			"schemas/sarif-schema-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[");
	for (size_t i = 0, end; i < items->len; i = end) {
		for (end = i + 1; end < items->len; end++)
			if (!fl_slice_eq(at(items, i)->tool, at(items, end)->tool))
				break;
		run(&w, items, i, end);
	}
	fl_buf_str(out, "]}\n");
}

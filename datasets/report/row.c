#include "datasets/report/row.h"

#include "base/json.h"
#include "datasets/record/edits.h"
#include "datasets/recall.h"
#include "debugsession/model.h"
#include "tracegen/divergence/divergence.h"
#include "tracegen/evidence/views.h"

/* What a page steps through. */
static const struct fl_shape *const stepped[] = {
	&dbg_steps_shape, &tg_call_shape, &tg_samples_shape, &tg_divergence_shape};

static bool is_stepped(const struct fl_items *items)
{
	for (size_t i = 0; i < items->len; i++)
		for (size_t k = 0; k < sizeof(stepped) / sizeof(stepped[0]); k++)
			if (items->at[i].shape == stepped[k])
				return true;
	return false;
}

/* The evidence as JSON: the events, or what the context says. */
static int evidence_of(const struct ds_record *r, struct fl_arena *a, struct fl_buf *json,
	bool *ret_traced, struct fl_error *err)
{
	struct fl_items items = {0};
	/* What cannot be read stands in the page as it is. */
	if (ds_context_read(r->context, a, &items, NULL))
		items = (struct fl_items){0};
	*ret_traced = is_stepped(&items);
	if (r->events.len)
		fl_buf_slice(json, r->events);
	else if (items.len)
		fl_json_items(json, &items);
	return fl_buf_error(json, "the evidence", err);
}

static bool is_edited(const struct ds_record *r, struct fl_slice path)
{
	for (size_t i = 0; i < r->edits.len; i++)
		if (fl_slice_eq(ds_edits_at(r, i)->file, path))
			return true;
	return fl_slice_eq(r->mutation.file, path);
}

/* Does the evidence, as JSON, name the file? */
static bool is_named(struct fl_slice json, struct fl_slice path)
{
	struct fl_buf name;
	fl_buf_init(&name, 1 << 16);
	fl_buf_str(&name, "\"file\":");
	fl_json_text(&name, path);
	bool there = !name.failed && json.len && memmem(json.ptr, json.len, name.data, name.len);
	fl_buf_release(&name);
	return there;
}

/* The file without the fault; records of version 1 have no edits, but the whole file. */
static struct fl_slice right_text(
	const struct ds_record *r, const struct tg_file *f, struct fl_arena *a)
{
	struct fl_slice text = f->content;
	if (r->edits.len == 0)
		return fl_slice_eq(f->path, r->mutation.file) ? r->fixed : text;
	return ds_edits_fixed(r, f->path, a, &text, NULL) ? f->content : text;
}

/* Append "sources" of the row. */
static int put_sources(const struct ds_record *r, struct fl_slice evidence, struct ds_shelf *shelf,
	struct ds_picked *x, struct fl_buf *out, struct fl_error *err)
{
	struct fl_arena a;
	const struct tg_file *files = r->files.items;
	int rc = 0;
	fl_arena_init(&a, 2 * (size_t)DS_RECORD_MAX);
	for (size_t i = 0; rc == 0 && i < r->files.len && x->source_count < DS_PICK_SOURCES; i++) {
		if (!is_edited(r, files[i].path) && !is_named(evidence, files[i].path))
			continue;
		struct fl_slice text = right_text(r, &files[i], &a);
		if (text.len > DS_PICK_SOURCE_MAX)
			continue;
		rc = ds_shelf_take(shelf, text, &x->sources[x->source_count], err);
		if (rc)
			break;
		fl_buf_str(out, x->source_count ? ",{\"path\":" : "{\"path\":");
		fl_json_text(out, files[i].path);
		fl_buf_printf(out, ",\"text\":%lld}", (long long)x->sources[x->source_count++]);
	}
	fl_arena_release(&a);
	return rc;
}

static int put_row(const struct ds_record *r, struct fl_slice evidence, struct ds_shelf *shelf,
	struct ds_picked *x, struct fl_buf *out, struct fl_error *err)
{
	struct ds_record bare = *r;
	bare.buggy = bare.fixed = bare.completion = fl_slice("", 0);
	bare.files = bare.tests = (struct fl_list){0};
	bare.events = evidence;
	fl_buf_str(out, "{\"record\":");
	ds_record_write(out, &bare);
	fl_buf_str(out, ",\"sources\":[");
	/* The compiler's words say where; the code stands in the prompt. */
	int rc = ds_kind_is(r->kind, DS_KIND_BUILDS) ? 0
						     : put_sources(r, evidence, shelf, x, out, err);
	fl_buf_str(out, "]}");
	return rc ? rc : fl_buf_error(out, "a record of the page", err);
}

static struct fl_slice compiler_of(const struct ds_record *r)
{
	static const char key[] = "// compiler: ";
	struct fl_slice rest = r->platform, line;
	while (fl_slice_line(&rest, &line))
		if (fl_slice_starts(line, key))
			return fl_slice_skip(line, sizeof(key) - 1);
	return fl_slice("", 0);
}

static void fill_entry(const struct ds_record *r, bool traced, struct ds_picked *x)
{
	struct fl_arena *a = &x->memory;
	const struct ds_mutation *m = &r->mutation;
	x->entry = (struct ds_entry){
		.id = fl_arena_slice(a, r->id),
		.kind = r->kind,
		.error_class = r->error_class,
		.evidence_class = r->evidence_class,
		.language = r->language,
		.split = r->split,
		.operator= fl_arena_slice(a, m->operator),
		.seen = fl_arena_slice(a, r->verification.buggy.status),
		.compiler = fl_arena_slice(a, compiler_of(r)),
		.group = fl_arena_slice(a, r->group),
		.file = fl_arena_slice(a, m->file),
		.function = fl_arena_slice(a, m->function),
		.line = m->line,
		.traced = traced,
	};
	x->order = fl_arena_printf(a, "%.*s\n%.*s\n%.*s\n%d\n%.*s", FL_ARG(r->group),
		FL_ARG(r->program), FL_ARG(r->fault), r->kind, FL_ARG(r->id));
}

int ds_row_make(const struct ds_record *r, struct ds_shelf *shelf, struct ds_picked *x,
	struct fl_error *err)
{
	struct fl_arena a;
	struct fl_buf evidence, row;
	bool traced = false;
	fl_arena_init(&a, DS_RECORD_MAX);
	fl_buf_init(&evidence, DS_PICK_ROW_MAX);
	fl_buf_init(&row, DS_PICK_ROW_MAX);
	int rc = evidence_of(r, &a, &evidence, &traced, err);
	rc = rc ? rc : put_row(r, fl_buf_view(&evidence), shelf, x, &row, err);
	if (rc == 0) {
		x->row = fl_arena_slice(&x->memory, fl_buf_view(&row));
		fill_entry(r, traced, x);
		rc = fl_arena_error(&x->memory, "a record of the page", err);
	}
	fl_buf_release(&row);
	fl_buf_release(&evidence);
	fl_arena_release(&a);
	return rc;
}

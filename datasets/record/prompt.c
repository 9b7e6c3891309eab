#include "datasets/record/prompt.h"

#include <ctype.h>
#include <inttypes.h>

#include "base/source_name.h"
#include "base/utf8.h"
#include "datasets/record/edits.h"
#include "datasets/record/pick.h"
#include "datasets/recall.h"
#include "tracegen/builds/made.h"

/* Of what the program reads so many bytes are shown. */
enum { PLACES_MAX = 512, MUST_MAX = 1 << 24, STDIN_SHOWN = 1200, UNSHOWN_NAMED = 20 };

struct choice {
	const struct ds_record *record;
	struct fl_arena *arena;
	struct ds_place places[PLACES_MAX];
	size_t place_count;
	size_t *order; /* files, the first ones to be shown first */
	size_t count;
	struct ds_shown *shown; /* by file */
};

static const struct tg_file *file_at(const struct choice *c, size_t i)
{
	return (const struct tg_file *)c->record->files.items + i;
}

static ptrdiff_t find_file(const struct choice *c, struct fl_slice path)
{
	const struct tg_file *f = ds_edits_file(c->record, path);
	return f ? f - file_at(c, 0) : -1;
}

/* Put a file behind those that are in the order already. */
static void queue(struct choice *c, size_t file)
{
	for (size_t i = 0; i < c->count; i++)
		if (c->order[i] == file)
			return;
	c->order[c->count++] = file;
}

/* ---- the evidence's places ---- */

static void collect(struct choice *c, const struct fl_shape *shape, const void *object);

static void collect_field(struct choice *c, const struct fl_field *f, const void *member)
{
	const struct fl_list *list = member;
	if (f->kind == FL_OBJECT)
		collect(c, f->shape, member);
	for (size_t i = 0; f->kind == FL_LIST && i < list->len; i++)
		collect(c, f->shape, fl_list_at(list, f->shape, i));
}

/* Every object with a file and a line, in the document's order. */
static void collect(struct choice *c, const struct fl_shape *shape, const void *object)
{
	const struct fl_field *file = fl_shape_field(shape, FL_S("file"));
	const struct fl_field *line = fl_shape_field(shape, FL_S("line"));
	if (file && file->kind == FL_TEXT) {
		ptrdiff_t at = find_file(c, *(const struct fl_slice *)fl_member(file, object));
		if (at >= 0)
			queue(c, (size_t)at);
		if (at >= 0 && line && line->kind == FL_INT && c->place_count < PLACES_MAX)
			c->places[c->place_count++] = (struct ds_place){
				(size_t)at, *(const int64_t *)fl_member(line, object)};
	}
	for (size_t i = 0; i < shape->count; i++)
		collect_field(c, &shape->fields[i], fl_member(&shape->fields[i], object));
}

/* ---- what is included ---- */

/* The name without the "../" that it begins with: what is left must end the path of a file. */
static bool ends_path(struct fl_slice path, struct fl_slice name)
{
	while (fl_slice_starts(name, "../") || fl_slice_starts(name, "./"))
		name = fl_slice_skip(name, name.ptr[1] == '.' ? 3 : 2);
	if (!name.len || !fl_slice_ends_with(path, name))
		return false;
	return path.len == name.len || path.ptr[path.len - name.len - 1] == '/';
}

static void queue_includes(struct choice *c, size_t file)
{
	struct fl_slice text = file_at(c, file)->content, line;
	while (fl_slice_line(&text, &line)) {
		bool quoted = false;
		struct fl_slice name = fl_source_included(line, &quoted);
		for (size_t i = 0; quoted && name.len && i < c->record->files.len; i++)
			if (ends_path(file_at(c, i)->path, name)) {
				queue(c, i);
				break;
			}
	}
}

/* ---- the text ---- */

static bool is_text(struct fl_slice s)
{
	while (s.len) {
		uint32_t c = 0;
		size_t n = fl_utf8_decode(s, &c);
		if (n == 0 || c == 0)
			return false;
		s = fl_slice_skip(s, n);
	}
	return true;
}

/*
 * Code as it is, but for bytes that no model reads: \xe9 for those that are not UTF-8, as they
 * would be written in a string. Nothing is edited in files that have any.
 */
static void put_code(struct fl_buf *out, struct fl_slice code)
{
	if (is_text(code)) {
		fl_buf_slice(out, code);
		return;
	}
	while (code.len) {
		uint32_t c = 0;
		size_t n = fl_utf8_decode(code, &c);
		if (n == 0 || c == 0)
			fl_buf_printf(out, "\\x%02x", (unsigned char)code.ptr[0]);
		else
			fl_buf_add(out, code.ptr, n);
		code = fl_slice_skip(code, n ? n : 1);
	}
}

/* Which lines follow: a file's name once, and of its further parts the lines. */
static void put_range(
	struct fl_buf *out, const struct tg_file *f, bool more, size_t first, size_t last)
{
	if (more)
		fl_buf_str(out, "// ");
	else
		fl_buf_printf(out, "// file: %.*s, ", FL_ARG(f->path));
	if (first == last)
		fl_buf_printf(out, "line %zu", first);
	else
		fl_buf_printf(out, "lines %zu to %zu", first, last);
	if (more)
		fl_buf_printf(out, " of %.*s:", FL_ARG(f->path));
	fl_buf_char(out, '\n');
}

/* The lines that are shown, in ranges. */
static void put_parts(struct fl_buf *out, const struct tg_file *f, const struct ds_shown *shown)
{
	struct fl_slice text = f->content, line;
	bool open = false, more = false;
	for (size_t n = 0; fl_slice_line(&text, &line); n++) {
		size_t last = n;
		while (shown->lines[n] && !open && last + 1 < shown->count &&
			shown->lines[last + 1])
			last++;
		if (shown->lines[n] && !open) {
			put_range(out, f, more, n + 1, last + 1);
			more = true;
		}
		open = shown->lines[n];
		if (open) {
			put_code(out, line);
			fl_buf_char(out, '\n');
		}
	}
}

static void put_file(struct fl_buf *out, const struct choice *c, size_t file)
{
	const struct tg_file *f = file_at(c, file);
	const struct ds_shown *shown = &c->shown[file];
	if (shown->shown == shown->count) {
		fl_buf_printf(out, "// file: %.*s\n", FL_ARG(f->path));
		put_code(out, f->content);
		fl_buf_str(out, fl_slice_ends(f->content, "\n") ? "" : "\n");
	} else if (shown->shown)
		put_parts(out, f, shown);
}

/* The files that nothing is shown of, behind the others. */
static void put_unshown(struct fl_buf *out, const struct choice *c)
{
	size_t n = 0;
	for (size_t i = 0; i < c->count; i++) {
		const struct ds_shown *shown = &c->shown[c->order[i]];
		if (shown->shown || !shown->count)
			continue;
		if (n++ < UNSHOWN_NAMED)
			fl_buf_printf(out, "%s%.*s", n == 1 ? "// not shown: " : ", ",
				FL_ARG(file_at(c, c->order[i])->path));
	}
	if (n > UNSHOWN_NAMED)
		fl_buf_printf(out, " and %zu more", n - UNSHOWN_NAMED);
	fl_buf_str(out, n ? "\n" : "");
}

/* As a person would type it: quoted where a shell would take it for something else. */
static void put_argument(struct fl_buf *out, struct fl_slice arg)
{
	bool plain = arg.len > 0, simple = is_text(arg);
	for (size_t i = 0; i < arg.len; i++) {
		unsigned char c = (unsigned char)arg.ptr[i];
		plain = plain && (isalnum(c) || (c && strchr("-_=+.,:/@%", c)));
		simple = simple && c >= ' ' && c != '\'';
	}
	if (plain || simple) {
		fl_buf_printf(out, plain ? " %.*s" : " '%.*s'", FL_ARG(arg));
		return;
	}
	fl_buf_str(out, " $'");
	for (size_t i = 0; i < arg.len; i++) {
		unsigned char c = (unsigned char)arg.ptr[i];
		bool odd = c < ' ' || c >= 0x7f || c == '\'' || c == '\\';
		fl_buf_printf(out, odd ? "\\%03o" : "%c", c);
	}
	fl_buf_char(out, '\'');
}

static void put_stdin(struct fl_buf *out, struct fl_slice input)
{
	struct fl_slice line;
	size_t left = STDIN_SHOWN;
	if (!is_text(input)) {
		fl_buf_printf(out, "// stdin: %zu bytes that are no text\n", input.len);
		return;
	}
	fl_buf_str(out, "// stdin:\n");
	while (input.len && left) {
		fl_slice_line(&input, &line);
		bool cut = line.len > left;
		line = fl_slice_head(line, left);
		while (cut && line.len && !is_text(line))
			line.len--;
		fl_buf_printf(out, "//   %.*s%s\n", FL_ARG(line), cut ? "…" : "");
		left -= line.len < left ? line.len + !cut : left;
	}
	if (input.len)
		fl_buf_printf(out, "//   … and %zu lines\n", fl_slice_lines(input));
}

/* What the run was given that the evidence is of, where it was given anything. */
static void put_input(struct fl_buf *out, const struct ds_record *r)
{
	size_t i = 0;
	if (ds_kind_is(r->kind, DS_KIND_BUILDS))
		return;
	while (i + 1 < r->run.argv.len && !fl_slice_starts(tg_text_at(&r->run.argv, i), "./"))
		i++; /* an emulator */
	if (i + 1 < r->run.argv.len) {
		fl_buf_printf(out, "// run: %.*s", FL_ARG(tg_text_at(&r->run.argv, i)));
		while (++i < r->run.argv.len)
			put_argument(out, tg_text_at(&r->run.argv, i));
		fl_buf_char(out, '\n');
	}
	if (r->run.input.len)
		put_stdin(out, r->run.input);
}

/* Every line that an edit touches is to be seen; of one that only adds, those around it. */
static int find_edited(struct choice *c, struct fl_vec *must, struct fl_error *err)
{
	for (size_t i = 0; i < c->record->edits.len; i++) {
		const struct ds_edit *e = ds_edits_at(c->record, i);
		ptrdiff_t file = find_file(c, e->file);
		int64_t last = e->buggy_line + (e->buggy_lines > 0 ? e->buggy_lines : 1) - 1;
		if (file < 0)
			return fl_error_set(err, FL_EREFUSED, "an edited file is not the record's");
		int64_t lines = (int64_t)fl_slice_lines(file_at(c, (size_t)file)->content);
		last = last < lines ? last : lines;
		for (int64_t n = e->buggy_line > 0 ? e->buggy_line : 1; n <= last; n++) {
			struct ds_place *at = fl_vec_add(must);
			if (at)
				*at = (struct ds_place){(size_t)file, n};
		}
	}
	return must->failed ? fl_error_set(err, (enum fl_code)must->failed, "the prompt") : 0;
}

static int pick(struct choice *c, struct fl_error *err)
{
	const struct ds_record *r = c->record;
	struct fl_vec must;
	fl_vec_init(&must, sizeof(struct ds_place), MUST_MAX);
	int rc = find_edited(c, &must, err);
	const struct ds_pick_spec spec = {.files = &r->files,
		.order = c->order,
		.count = c->count,
		.places = c->places,
		.place_count = c->place_count,
		.budget = (size_t)r->prompt_bytes,
		.includes = ds_kind_is(r->kind, DS_KIND_BUILDS),
		.evidence = ds_kind_is(r->kind, DS_KIND_BUILDS) ? r->context : fl_slice(NULL, 0),
		.key = fl_arena_printf(
			c->arena, "%.*s%.*s", FL_ARG(r->program), FL_ARG(r->context)),
		.must = (const struct ds_place *)must.data,
		.must_count = must.len};
	rc = rc ? rc : ds_pick(&spec, c->arena, c->shown, err);
	fl_vec_release(&must);
	return rc;
}

static int choose(struct choice *c, struct fl_error *err)
{
	struct fl_items items = {0};
	size_t files = c->record->files.len;
	c->order = fl_arena_array(c->arena, files, sizeof(*c->order));
	c->shown = fl_arena_array(c->arena, files, sizeof(*c->shown));
	if (!c->order || !c->shown)
		return fl_arena_error(c->arena, "the prompt", err);
	if (ds_context_read(c->record->context, c->arena, &items, NULL))
		return fl_error_set(err, FL_EREFUSED, "context is no struct literal");
	for (size_t i = 0; i < items.len; i++)
		collect(c, items.at[i].shape, items.at[i].object);
	for (size_t i = 0; i < c->count; i++) /* grows as it is read */
		queue_includes(c, c->order[i]);
	for (size_t i = 0; i < files; i++)
		if (fl_slice_eqs(file_at(c, i)->path, TG_MAKEFILE))
			queue(c, i);
	for (size_t i = 0; i < files; i++)
		if (fl_source_name(file_at(c, i)->path))
			queue(c, i);
	return pick(c, err);
}

int ds_prompt_make(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_prompt,
	struct fl_error *err)
{
	struct choice *c = fl_arena_alloc(a, sizeof(*c));
	struct fl_buf out;
	if (!c)
		return fl_arena_error(a, "the prompt", err);
	*c = (struct choice){.record = r, .arena = a};
	int rc = choose(c, err);
	if (rc)
		return rc;
	fl_buf_init(&out, DS_RECORD_MAX);
	fl_buf_printf(&out, "%.*s// task: %.*s\n", FL_ARG(r->platform), FL_ARG(r->instruction));
	for (size_t i = 0; i < c->count; i++)
		put_file(&out, c, c->order[i]);
	put_unshown(&out, c);
	put_input(&out, r);
	fl_buf_slice(&out, r->context);
	rc = fl_buf_error(&out, "the prompt", err);
	if (rc == 0)
		*ret_prompt = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return rc ? rc : fl_arena_error(a, "the prompt", err);
}

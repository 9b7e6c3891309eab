#include "datasets/record/prompt.h"

#include <ctype.h>
#include <inttypes.h>

#include "base/source_name.h"
#include "base/utf8.h"
#include "datasets/record/edits.h"
#include "datasets/record/recall.h"
#include "tracegen/builds/made.h"

/* Of what the program reads so many bytes are shown. */
enum { PLACES_MAX = 512, STDIN_SHOWN = 1200 };

/* A line that the evidence names. */
struct place {
	size_t file; /* index in files */
	int64_t line;
};

/* What is shown of a file: nothing, all, or lines [from, to] of it, which do not touch. */
enum shown { HIDDEN, WHOLE, PARTS };

struct range {
	int64_t from, to;
};

struct choice {
	const struct ds_record *record;
	struct fl_arena *arena;
	struct place places[PLACES_MAX];
	size_t place_count;
	size_t *order; /* files, the first ones to be shown first */
	size_t count;
	enum shown *shown; /* by file */
	struct range **ranges; /* by file */
	size_t *range_counts;
	size_t left; /* bytes */
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
			c->places[c->place_count++] = (struct place){
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

/* ---- the budget ---- */

/* The ranges of lines within `around` of a place in the file, merged and in order; their bytes. */
static size_t make_ranges(
	struct choice *c, size_t file, int64_t around, struct range *ret, size_t *ret_count)
{
	struct fl_slice text = file_at(c, file)->content, line;
	size_t bytes = 0, n = 0;
	for (int64_t number = 1; fl_slice_line(&text, &line); number++) {
		bool near = false;
		for (size_t i = 0; i < c->place_count && !near; i++)
			near = c->places[i].file == file && number >= c->places[i].line - around &&
			       number <= c->places[i].line + around;
		if (!near)
			continue;
		bytes += line.len + 1;
		if (n && ret[n - 1].to == number - 1)
			ret[n - 1].to = number;
		else
			ret[n++] = (struct range){number, number};
	}
	*ret_count = n;
	return bytes;
}

/* As many lines around the places as fit; none when not even the places do. */
static void show_parts(struct choice *c, size_t file)
{
	int64_t low = 0, high = (int64_t)fl_slice_lines(file_at(c, file)->content);
	struct range *r = fl_arena_array(c->arena, c->place_count + 1, sizeof(*r));
	size_t n = 0;
	if (!r || make_ranges(c, file, 0, r, &n) > c->left || n == 0)
		return;
	while (low < high) {
		int64_t middle = (low + high + 1) / 2;
		if (make_ranges(c, file, middle, r, &n) <= c->left)
			low = middle;
		else
			high = middle - 1;
	}
	c->left -= make_ranges(c, file, low, r, &n);
	c->shown[file] = PARTS;
	c->ranges[file] = r;
	c->range_counts[file] = n;
}

static void show_file(struct choice *c, size_t file)
{
	size_t bytes = file_at(c, file)->content.len;
	if (!c->record->prompt_bytes || bytes <= c->left) {
		c->shown[file] = WHOLE;
		c->left -= bytes < c->left ? bytes : c->left;
	} else {
		show_parts(c, file);
	}
}

/* ---- the text ---- */

static void put_file(struct fl_buf *out, const struct choice *c, size_t file)
{
	const struct tg_file *f = file_at(c, file);
	struct fl_slice text = f->content, line;
	int64_t number = 0;
	if (c->shown[file] == HIDDEN) {
		fl_buf_printf(out, "// not shown: %.*s\n", FL_ARG(f->path));
	} else if (c->shown[file] == WHOLE) {
		fl_buf_printf(out, "// file: %.*s\n%.*s%s", FL_ARG(f->path), FL_ARG(f->content),
			fl_slice_ends(f->content, "\n") ? "" : "\n");
	}
	for (size_t i = 0; c->shown[file] == PARTS && i < c->range_counts[file]; i++) {
		const struct range *r = &c->ranges[file][i];
		fl_buf_printf(out, "// file: %.*s, lines %" PRId64 " to %" PRId64 "\n",
			FL_ARG(f->path), r->from, r->to);
		while (number < r->to && fl_slice_line(&text, &line))
			if (++number >= r->from)
				fl_buf_printf(out, "%.*s\n", FL_ARG(line));
	}
}

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
	if (r->kind == DS_KIND_DIAGNOSTIC_FIX)
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

/* Every line that an edit touches is shown. */
static bool is_answerable(const struct choice *c)
{
	for (size_t i = 0; i < c->record->edits.len; i++) {
		const struct ds_edit *e = ds_edits_at(c->record, i);
		ptrdiff_t file = find_file(c, e->file);
		bool in = file >= 0 && c->shown[file] == WHOLE;
		for (size_t k = 0;
			file >= 0 && c->shown[file] == PARTS && k < c->range_counts[file]; k++)
			in = in ||
			     (c->ranges[file][k].from <= e->buggy_line &&
				     e->buggy_line + e->buggy_lines - 1 <= c->ranges[file][k].to);
		if (!in)
			return false;
	}
	return true;
}

static int choose(struct choice *c, struct fl_error *err)
{
	struct fl_items items = {0};
	size_t files = c->record->files.len;
	c->order = fl_arena_array(c->arena, files, sizeof(*c->order));
	c->shown = fl_arena_array(c->arena, files, sizeof(*c->shown));
	c->ranges = fl_arena_array(c->arena, files, sizeof(struct range *));
	c->range_counts = fl_arena_array(c->arena, files, sizeof(*c->range_counts));
	if (!c->order || !c->shown || !c->ranges || !c->range_counts)
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
	for (size_t i = 0; i < c->count; i++)
		show_file(c, c->order[i]);
	return is_answerable(c) ? 0
				: fl_error_set(err, FL_EREFUSED,
					  "breaks rule budget: the prompt has no room for what is "
					  "edited");
}

int ds_prompt_make(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_prompt,
	struct fl_error *err)
{
	struct choice *c = fl_arena_alloc(a, sizeof(*c));
	struct fl_buf out;
	if (!c)
		return fl_arena_error(a, "the prompt", err);
	*c = (struct choice){.record = r, .arena = a, .left = (size_t)r->prompt_bytes};
	int rc = choose(c, err);
	if (rc)
		return rc;
	fl_buf_init(&out, DS_RECORD_MAX);
	fl_buf_printf(&out, "%.*s// task: %.*s\n", FL_ARG(r->platform), FL_ARG(r->instruction));
	for (size_t i = 0; i < c->count; i++)
		put_file(&out, c, c->order[i]);
	put_input(&out, r);
	fl_buf_slice(&out, r->context);
	rc = fl_buf_error(&out, "the prompt", err);
	if (rc == 0)
		*ret_prompt = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return rc ? rc : fl_arena_error(a, "the prompt", err);
}

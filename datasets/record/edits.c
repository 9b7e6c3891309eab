#include "datasets/record/edits.h"

#include <inttypes.h>

#include "datasets/record/diff.h"
#include "tracegen/operators/ops.h"

const struct tg_file *ds_edits_file(const struct ds_record *r, struct fl_slice path)
{
	return tg_files_find(&r->files, path);
}

bool ds_edits_is_first(const struct ds_record *r, size_t i)
{
	return i == 0 || !fl_slice_eq(ds_edits_at(r, i - 1)->file, ds_edits_at(r, i)->file);
}

/* One edit taken back: what stands between the last one and it, then what was there before. */
static bool undo(struct fl_buf *out, const struct ds_edit *e, struct fl_slice text, size_t *at)
{
	if (e->offset < 0 || (uint64_t)e->offset < out->len)
		return false;
	size_t gap = (size_t)e->offset - out->len;
	if (gap > text.len - *at)
		return false;
	fl_buf_slice(out, fl_slice(text.ptr + *at, gap));
	*at += gap;
	struct fl_slice rest = fl_slice_skip(text, *at);
	if (!fl_slice_eq(fl_slice_head(rest, e->replacement.len), e->replacement))
		return false;
	fl_buf_slice(out, e->original);
	*at += e->replacement.len;
	return true;
}

int ds_edits_fixed(const struct ds_record *r, struct fl_slice path, struct fl_arena *a,
	struct fl_slice *ret_text, struct fl_error *err)
{
	const struct tg_file *f = ds_edits_file(r, path);
	struct fl_buf out;
	size_t at = 0, edits = 0;
	if (!f)
		return fl_error_set(err, FL_EREFUSED, "an edit is in none of files");
	fl_buf_init(&out, DS_RECORD_MAX);
	for (size_t i = 0; i < r->edits.len; i++) {
		const struct ds_edit *e = ds_edits_at(r, i);
		if (!fl_slice_eq(e->file, path))
			continue;
		edits++;
		if (!undo(&out, e, f->content, &at)) {
			fl_buf_release(&out);
			return fl_error_set(
				err, FL_EREFUSED, "an edit is not where it says, or out of order");
		}
	}
	fl_buf_slice(&out, fl_slice_skip(f->content, at));
	int rc = fl_buf_error(&out, "the fixed file", err);
	struct fl_slice text = edits ? fl_arena_slice(a, fl_buf_view(&out)) : f->content;
	fl_buf_release(&out);
	rc = rc ? rc : fl_arena_error(a, "the fixed file", err);
	if (rc == 0)
		*ret_text = text;
	return rc;
}

void ds_edits_place(struct ds_edit *edits, size_t count, struct fl_slice fixed)
{
	int64_t line = 1, col = 1, shift = 0;
	size_t at = 0;
	for (size_t i = 0; i < count; i++) {
		struct ds_edit *e = &edits[i];
		size_t to = (size_t)e->offset < fixed.len ? (size_t)e->offset : fixed.len;
		while (at < to) {
			ptrdiff_t lf = fl_slice_chr(fl_slice(fixed.ptr + at, to - at), '\n');
			line += lf >= 0;
			col = lf >= 0 ? 1 : col + (int64_t)(to - at);
			at = lf >= 0 ? at + (size_t)lf + 1 : to;
		}
		e->line = line;
		e->col = col;
		e->lines = (int64_t)fl_slice_count(e->original, '\n') + 1;
		e->buggy_line = line + shift;
		e->buggy_lines = (int64_t)fl_slice_count(e->replacement, '\n') + 1;
		shift += e->buggy_lines - e->lines;
	}
}

/* The edits of the first file: how many. */
static size_t first_file(const struct ds_record *r)
{
	size_t n = 1;
	while (n < r->edits.len && !ds_edits_is_first(r, n))
		n++;
	return n;
}

int64_t ds_edits_line(const struct ds_edit *e)
{
	struct fl_slice text = fl_slice_trim(e->replacement);
	size_t before = text.len ? (size_t)(text.ptr - e->replacement.ptr) : 0;
	return e->buggy_line + (int64_t)fl_slice_count(fl_slice_head(e->replacement, before), '\n');
}

enum diag_class ds_edits_class(const struct ds_record *r, size_t i)
{
	int op = tg_op_find(ds_edits_at(r, i)->operator);
	return op < 0 ? (enum diag_class)r->error_class
		      : tg_op_class(op, (enum diag_class)r->evidence_class, FL_S(""));
}

void ds_edits_put_lines(struct fl_buf *out, const struct ds_edit *e)
{
	int64_t first = ds_edits_line(e);
	int64_t more = (int64_t)fl_slice_count(fl_slice_trim(e->replacement), '\n');
	fl_buf_printf(out, "%.*s:%" PRId64, FL_ARG(e->file), first);
	if (more)
		fl_buf_printf(out, " to %" PRId64, first + more);
}

int ds_edits_sum(struct ds_record *r, struct fl_arena *a, struct fl_error *err)
{
	const struct ds_edit *e = r->edits.items;
	const struct ds_edit *last = e + first_file(r) - 1;
	struct ds_mutation *m = &r->mutation;
	struct fl_slice text = {0};
	m->file = e->file;
	m->line = e->line;
	m->col = e->col;
	m->offset = e->offset;
	m->original = fl_slice(
		r->fixed.ptr + e->offset, (size_t)(last->offset - e->offset) + last->original.len);
	for (const struct ds_edit *k = e; k <= last; k++) {
		size_t from = (size_t)k->offset + k->original.len;
		size_t to = k < last ? (size_t)k[1].offset : from;
		text = fl_arena_printf(a, "%.*s%.*s%.*s", FL_ARG(text), FL_ARG(k->replacement),
			(int)(to - from), r->fixed.ptr + from);
	}
	m->replacement = text;
	return fl_arena_error(a, "the edit", err);
}

int ds_edits_diff(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_diff,
	struct fl_error *err)
{
	struct fl_buf out;
	struct fl_slice fixed;
	int rc = 0;
	fl_buf_init(&out, DS_RECORD_MAX);
	for (size_t i = 0; i < r->edits.len && rc == 0; i++) {
		struct fl_slice path = ds_edits_at(r, i)->file;
		if (!ds_edits_is_first(r, i))
			continue;
		rc = ds_edits_fixed(r, path, a, &fixed, err);
		if (rc == 0)
			rc = ds_diff_write(&out, path, ds_edits_file(r, path)->content, fixed, err);
	}
	rc = rc ? rc : fl_buf_error(&out, "the diff", err);
	if (rc == 0)
		*ret_diff = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return rc ? rc : fl_arena_error(a, "the diff", err);
}

/* Do the edits of one file, n from i, stand where they say? */
static const char *check_places(
	const struct ds_record *r, size_t i, size_t n, struct fl_slice fixed, struct fl_arena *a)
{
	struct ds_edit *copy = fl_arena_array(a, n, sizeof(*copy));
	if (!copy)
		return "too many edits";
	memcpy(copy, ds_edits_at(r, i), n * sizeof(*copy));
	ds_edits_place(copy, n, fixed);
	for (size_t k = 0; k < n; k++) {
		const struct ds_edit *e = ds_edits_at(r, i + k);
		if (e->line != copy[k].line || e->col != copy[k].col || e->lines != copy[k].lines ||
			e->buggy_line != copy[k].buggy_line ||
			e->buggy_lines != copy[k].buggy_lines)
			return "the lines of an edit are not those of its offset";
	}
	return NULL;
}

/* The mutation is the edits of the first file as one. */
static const char *check_sum(const struct ds_record *r)
{
	const struct ds_mutation *m = &r->mutation;
	const struct ds_edit *first = r->edits.items, *last = first + first_file(r) - 1;
	if (!fl_slice_eq(m->file, first->file))
		return "mutation.file is not that of the first edit";
	return m->offset == first->offset && m->offset + (int64_t)m->original.len ==
						     last->offset + (int64_t)last->original.len
		       ? NULL
		       : "mutation is not the edits of its file";
}

static const char *check_file(const struct ds_record *r, size_t i, struct fl_arena *a)
{
	struct fl_slice fixed, path = ds_edits_at(r, i)->file;
	size_t n = 1;
	if (ds_edits_fixed(r, path, a, &fixed, NULL))
		return "the edits do not make the faulty files of fixed ones";
	if (fl_slice_eq(path, r->mutation.file) && !fl_slice_eq(fixed, r->fixed))
		return "the edits do not make buggy of fixed";
	while (i + n < r->edits.len && !ds_edits_is_first(r, i + n))
		n++;
	for (size_t k = i + n; k < r->edits.len; k++)
		if (fl_slice_eq(ds_edits_at(r, k)->file, path))
			return "the edits of a file do not stand together";
	return check_places(r, i, n, fixed, a);
}

const char *ds_edits_check(const struct ds_record *r)
{
	struct fl_arena a;
	const char *why = NULL;
	if (r->edits.len == 0)
		return "edits is empty";
	fl_arena_init(&a, DS_RECORD_MAX);
	for (size_t i = 0; i < r->edits.len && !why; i++) {
		const struct ds_edit *e = ds_edits_at(r, i);
		if (r->provenance.origin == DS_SYNTHETIC && tg_op_find(e->operator) < 0)
			why = "the operator of an edit is not in the table";
		else if (ds_edits_is_first(r, i))
			why = check_file(r, i, &a);
	}
	fl_arena_release(&a);
	return why ? why : check_sum(r);
}

bool ds_edits_is_told(const struct ds_record *r, size_t i)
{
	enum { TOLD = 4 };
	if (r->edits.len <= TOLD + 1 || i < TOLD)
		return true;
	return !fl_slice_eq(ds_edits_at(r, i - 1)->file, ds_edits_at(r, i)->file);
}

bool ds_edits_are_of(const struct ds_record *r, const struct tg_site *site)
{
	const struct tg_slip *slips = site->slips.items;
	if (site->slips.len == 0)
		return r->edits.len < 2;
	if (site->slips.len != r->edits.len)
		return false;
	for (size_t i = 0; i < site->slips.len; i++) {
		const struct ds_edit *e = ds_edits_at(r, i);
		if (!fl_slice_eq(slips[i].file, e->file) || slips[i].start != e->offset ||
			!fl_slice_eq(slips[i].original, e->original) ||
			!fl_slice_eq(slips[i].replacement, e->replacement))
			return false;
	}
	return true;
}

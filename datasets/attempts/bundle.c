#include "datasets/attempts/bundle.h"

#include <stdlib.h>

#include "datasets/record/edits.h"

/* Lines between two faults of a file, at least. */
enum { APART = 3 };

static bool same_build(const struct ds_record *x, const struct ds_record *y)
{
	const struct ds_command *a = x->build.items, *b = y->build.items;
	if (x->build.len != y->build.len)
		return false;
	for (size_t i = 0; i < x->build.len; i++) {
		if (a[i].argv.len != b[i].argv.len)
			return false;
		for (size_t k = 0; k < a[i].argv.len; k++)
			if (!fl_slice_eq(tg_text_at(&a[i].argv, k), tg_text_at(&b[i].argv, k)))
				return false;
	}
	return true;
}

static bool apart(const struct ds_record *x, const struct ds_record *y)
{
	for (size_t i = 0; i < x->edits.len; i++)
		for (size_t k = 0; k < y->edits.len; k++) {
			const struct ds_edit *e = ds_edits_at(x, i), *f = ds_edits_at(y, k);
			if (fl_slice_eq(e->file, f->file) &&
				e->line <= f->line + f->lines + APART &&
				f->line <= e->line + e->lines + APART)
				return false;
		}
	return true;
}

bool ds_bundle_fits(const struct ds_record *const *rows, size_t count, const struct ds_record *r)
{
	for (size_t i = 0; i < count; i++)
		if (!fl_slice_eq(rows[i]->program, r->program) ||
			rows[i]->language != r->language || !same_build(rows[i], r) ||
			rows[i]->form != r->form ||
			!rows[i]->mutation.operator.len ||
			 fl_slice_eq(rows[i]->mutation.operator, r->mutation.operator) ||
			!apart(rows[i], r))
			return false;
	return count < DS_BUNDLE_MAX && r->mutation.operator.len;
}

static int compare(const void *x, const void *y)
{
	const struct ds_edit *a = x, *b = y;
	return (a->offset > b->offset) - (a->offset < b->offset);
}

/* The file without a fault, by the first row that has one in it. */
static int fixed_file(const struct ds_record *const *rows, size_t count, struct fl_slice path,
	struct fl_arena *a, struct fl_slice *ret_text, struct fl_error *err)
{
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < rows[i]->edits.len; k++)
			if (fl_slice_eq(ds_edits_at(rows[i], k)->file, path))
				return ds_edits_fixed(rows[i], path, a, ret_text, err);
	const struct tg_file *file = ds_edits_file(rows[0], path);
	*ret_text = file->content;
	return 0;
}

/* All edits of a file, in their order; how many. */
static size_t collect(const struct ds_record *const *rows, size_t count, struct fl_slice path,
	struct ds_edit *ret_edits)
{
	size_t n = 0;
	for (size_t i = 0; i < count; i++)
		for (size_t k = 0; k < rows[i]->edits.len; k++) {
			const struct ds_edit *e = ds_edits_at(rows[i], k);
			if (!fl_slice_eq(e->file, path))
				continue;
			ret_edits[n] = *e;
			if (!e->operator.len)
				ret_edits[n].operator= rows[i]->mutation.operator;
			n++;
		}
	qsort(ret_edits, n, sizeof(*ret_edits), compare);
	return n;
}

static int put_faults(struct fl_slice fixed, const struct ds_edit *edits, size_t n,
	struct fl_arena *a, struct fl_slice *ret_text, struct fl_error *err)
{
	struct fl_buf out;
	size_t at = 0;
	int rc = 0;
	fl_buf_init(&out, TG_BYTES_MAX);
	for (size_t i = 0; rc == 0 && i < n; i++) {
		size_t start = (size_t)edits[i].offset;
		if (edits[i].offset < 0 || start < at || start > fixed.len ||
			!fl_slice_starts_with(fl_slice_skip(fixed, start), edits[i].original)) {
			rc = fl_error_set(err, FL_EREFUSED, "edits of two faults meet");
			continue;
		}
		fl_buf_add(&out, fixed.ptr + at, start - at);
		fl_buf_slice(&out, edits[i].replacement);
		at = start + edits[i].original.len;
	}
	fl_buf_slice(&out, fl_slice_skip(fixed, at));
	rc = rc ? rc : fl_buf_error(&out, "a program of several faults", err);
	*ret_text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	return rc ? rc : fl_arena_error(a, "a program of several faults", err);
}

/* One file with all its faults; its edits follow those that are there. */
static int add_file(const struct ds_record *const *rows, size_t count, struct ds_record *out,
	struct tg_file *file, struct fl_arena *a, struct fl_error *err)
{
	struct ds_edit *edits = (struct ds_edit *)out->edits.items + out->edits.len;
	size_t n = collect(rows, count, file->path, edits);
	struct fl_slice fixed;
	int rc = fixed_file(rows, count, file->path, a, &fixed, err);
	rc = rc ? rc : put_faults(fixed, edits, n, a, &file->content, err);
	if (rc)
		return rc;
	ds_edits_place(edits, n, fixed);
	out->edits.len += n;
	if (fl_slice_eq(file->path, out->mutation.file)) {
		out->fixed = fixed;
		out->buggy = file->content;
	}
	return 0;
}

int ds_bundle_make(const struct ds_record *const *rows, size_t count, struct fl_arena *a,
	struct ds_record *ret_record, struct fl_error *err)
{
	struct ds_record out = *rows[0];
	size_t edits = 0;
	for (size_t i = 0; i < count; i++)
		edits += rows[i]->edits.len;
	struct tg_file *files = fl_arena_array(a, out.files.len + 1, sizeof(*files));
	struct ds_edit *all = fl_arena_array(a, edits + 1, sizeof(*all));
	if (!files || !all)
		return fl_arena_error(a, "a program of several faults", err);
	int rc = 0;
	out.edits = (struct fl_list){all, 0};
	memcpy(files, rows[0]->files.items, out.files.len * sizeof(*files));
	/* The file that the first fault is in comes first. */
	for (int turn = 0; turn < 2; turn++)
		for (size_t i = 0; rc == 0 && i < out.files.len; i++)
			if (fl_slice_eq(files[i].path, out.mutation.file) == (turn == 0))
				rc = add_file(rows, count, &out, &files[i], a, err);
	if (rc)
		return rc;
	out.files = (struct fl_list){files, out.files.len};
	rc = ds_edits_sum(&out, a, err);
	rc = rc ? rc : ds_record_fault(&out, a, &out.fault, err);
	if (rc == 0)
		*ret_record = out;
	return rc;
}

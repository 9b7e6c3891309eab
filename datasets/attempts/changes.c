#include "datasets/attempts/changes.h"

#include <stdlib.h>

#include "datasets/record/answer.h"

int ds_changes_mends(const struct ds_record *r, struct fl_arena *a, struct ds_change **ret_mends,
	struct fl_error *err)
{
	struct ds_change *c = fl_arena_array(a, r->edits.len + 1, sizeof(*c));
	int64_t moved = 0;
	if (!c)
		return fl_arena_error(a, "the mends", err);
	for (size_t i = 0; i < r->edits.len; i++) {
		const struct ds_edit *e = ds_edits_at(r, i);
		if (ds_edits_is_first(r, i))
			moved = 0;
		c[i] = (struct ds_change){.file = e->file,
			.start = e->offset + moved,
			.len = (int64_t)e->replacement.len,
			.put = e->original};
		moved += (int64_t)e->replacement.len - (int64_t)e->original.len;
	}
	*ret_mends = c;
	return 0;
}

bool ds_changes_meet(const struct ds_change *x, const struct ds_change *y)
{
	return fl_slice_eq(x->file, y->file) && x->start <= y->start + y->len &&
	       y->start <= x->start + x->len;
}

static int compare(const void *x, const void *y)
{
	const struct ds_change *a = x, *b = y;
	int order = fl_slice_cmp(a->file, b->file);
	return order ? order : (a->start > b->start) - (a->start < b->start);
}

/* The file with the changes [from, to), and the edits that lead back from it. */
static int apply_file(const struct tg_file *file, const struct ds_change *c, size_t n,
	struct ds_edit *edits, struct fl_arena *a, struct fl_slice *ret_text, struct fl_error *err)
{
	struct fl_buf out;
	int64_t at = 0, size = (int64_t)file->content.len;
	int rc = 0;
	fl_buf_init(&out, TG_BYTES_MAX);
	for (size_t i = 0; rc == 0 && i < n; i++) {
		if (c[i].start < at || c[i].len < 0 || c[i].start > size - c[i].len) {
			rc = fl_error_set(err, FL_EREFUSED, "a change is not in its file");
			continue;
		}
		fl_buf_add(&out, file->content.ptr + at, (size_t)(c[i].start - at));
		edits[i] = (struct ds_edit){.file = file->path,
			.offset = (int64_t)out.len,
			.original = c[i].put,
			.replacement = fl_slice(file->content.ptr + c[i].start, (size_t)c[i].len)};
		fl_buf_slice(&out, c[i].put);
		at = c[i].start + c[i].len;
	}
	if (rc == 0)
		fl_buf_add(&out, file->content.ptr + at, (size_t)(size - at));
	rc = rc ? rc : fl_buf_error(&out, "an attempt", err);
	*ret_text = fl_arena_slice(a, fl_buf_view(&out));
	fl_buf_release(&out);
	rc = rc ? rc : fl_arena_error(a, "an attempt", err);
	if (rc == 0)
		ds_edits_place(edits, n, *ret_text);
	return rc;
}

int ds_changes_apply(const struct ds_record *r, struct ds_change *changes, size_t count,
	struct fl_arena *a, struct fl_list *ret_files, struct fl_slice *ret_code,
	struct fl_error *err)
{
	struct tg_file *files = fl_arena_array(a, r->files.len + 1, sizeof(*files));
	struct ds_edit *edits = fl_arena_array(a, count + 1, sizeof(*edits));
	struct ds_record attempt = *r;
	int rc = files && edits ? 0 : fl_arena_error(a, "an attempt", err);
	qsort(changes, count, sizeof(*changes), compare);
	for (size_t i = 0; rc == 0 && i < r->files.len; i++)
		files[i] = ((const struct tg_file *)r->files.items)[i];
	for (size_t i = 0, n; rc == 0 && i < count; i += n) {
		size_t f = 0;
		for (n = 1; i + n < count && fl_slice_eq(changes[i + n].file, changes[i].file);)
			n++;
		while (f < r->files.len && !fl_slice_eq(files[f].path, changes[i].file))
			f++;
		if (f == r->files.len)
			return fl_error_set(err, FL_EREFUSED, "a change is of no file of it");
		rc = apply_file(&files[f], &changes[i], n, &edits[i], a, &files[f].content, err);
	}
	if (rc)
		return rc;
	attempt.edits = (struct fl_list){edits, count};
	*ret_files = (struct fl_list){files, r->files.len};
	return ds_answer_code_make(&attempt, a, ret_code, err);
}

#include "datasets/quality/splitter.h"

#include <stdlib.h>

#include "datasets/quality/near.h"
#include "datasets/quality/text.h"

struct ds_splitter {
	struct ds_splitter_opts opts;
	struct split_part {
		struct ds_near *near; /* NULL: rows are not compared */
		struct fl_vec rows; /* int64_t: of what is in there */
	} parts[DS_SPLIT_COUNT];
	int64_t rows; /* so far */
};

void ds_splitter_free(struct ds_splitter *s)
{
	for (size_t i = 0; s && i < DS_SPLIT_COUNT; i++) {
		ds_near_free(s->parts[i].near);
		fl_vec_release(&s->parts[i].rows);
	}
	free(s);
}

int ds_splitter_new(
	const struct ds_splitter_opts *opts, struct ds_splitter **ret_split, struct fl_error *err)
{
	if (opts->valid + opts->test >= 100)
		return fl_error_set(err, FL_EINVAL, "%u and %u percent leave nothing to train on",
			opts->valid, opts->test);
	struct ds_splitter *s = calloc(1, sizeof(*s));
	if (!s)
		return fl_error_set(err, FL_ENOMEM, "out of memory for rows");
	s->opts = *opts;
	for (size_t i = 0; i < DS_SPLIT_COUNT; i++)
		fl_vec_init(&s->parts[i].rows, sizeof(int64_t), DS_NEAR_TEXTS);
	int rc = 0;
	for (size_t i = 0; rc == 0 && opts->near && i < DS_SPLIT_COUNT; i++)
		rc = ds_near_new(opts->near, &s->parts[i].near, err);
	if (rc)
		ds_splitter_free(s);
	else
		*ret_split = s;
	return rc;
}

/* ---- where a row belongs ---- */

/* The part, other than its own, that has what the row is most like. */
static void find_leak(
	const struct ds_splitter *s, const struct ds_sketch *sketch, struct ds_splitter_found *f)
{
	enum ds_split own = f->part;
	for (int i = 0; i < DS_SPLIT_COUNT; i++) {
		struct ds_near_match m = {.copy = false};
		if (i != (int)own)
			m = ds_near_find(s->parts[i].near, sketch);
		if (m.copy && m.alike > f->alike)
			*f = (struct ds_splitter_found){DS_SPLIT_COUNT, (enum ds_split)i,
				*(const int64_t *)fl_vec_at(&s->parts[i].rows, m.of), m.alike,
				f->named};
	}
}

static int remember(struct ds_splitter *s, struct split_part *p, const struct ds_sketch *sketch,
	struct fl_error *err)
{
	struct ds_near_match m;
	int rc = ds_near_add(p->near, sketch, &m, err);
	if (rc || m.copy)
		return rc;
	int64_t *row = fl_vec_add(&p->rows);
	if (!row)
		return fl_error_set(err, FL_ENOMEM, "out of memory for %zu rows", p->rows.len);
	*row = s->rows;
	return 0;
}

static int judge(struct ds_splitter *s, const struct ds_text_row *row, struct fl_slice line,
	int prior, struct ds_splitter_found *ret_found, struct fl_error *err)
{
	struct ds_sketch sketch;
	struct fl_slice text = fl_buf_view(&row->text);
	struct fl_slice named = ds_text_group(row->object, s->opts.group);
	/* Of a row that names none: what it is compared by, or all of it. */
	struct fl_slice group = named.len ? named : text.len ? text : line;
	*ret_found = (struct ds_splitter_found){.named = named.len > 0,
		.part = prior < 0 ? ds_split_at(group, s->opts.valid, s->opts.test)
				  : (enum ds_split)prior,
		.row = -1};
	if (!row->any || !s->opts.near)
		return 0;
	ds_sketch_of(text, &sketch);
	if (prior < 0)
		find_leak(s, &sketch, ret_found);
	return ret_found->part == DS_SPLIT_COUNT
		       ? 0
		       : remember(s, &s->parts[ret_found->part], &sketch, err);
}

int ds_splitter_row(struct ds_splitter *s, struct fl_slice line, int prior,
	struct ds_splitter_found *ret_found, struct fl_error *err)
{
	struct ds_text_row row;
	int rc = ds_text_read(&row, line, s->opts.keys, err);
	rc = rc ? rc : judge(s, &row, line, prior, ret_found, err);
	s->rows += rc == 0;
	ds_text_release(&row);
	return rc;
}

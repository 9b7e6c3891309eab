#include "datasets/quality/dedup.h"

#include <stdlib.h>

#include "base/model.h"
#include "datasets/quality/near.h"
#include "datasets/quality/table.h"
#include "datasets/quality/text.h"

enum { ROWS_MAX = 1 << 30 };

struct ds_dedup {
	struct ds_dedup_opts opts;
	struct ds_table texts,
		faults; /* to the row that has it; to the row of the fault's verdict */
	struct ds_table records; /* of faults: each line, to its row */
	struct ds_near *near; /* NULL: not asked for */
	struct fl_vec near_rows; /* int64_t: the row of each text in there */
	int64_t rows, others; /* so far; of them other sets' */
	struct fl_vec founds; /* struct ds_dedup_found: of the rows that faults began with */
};

/* A new item, or NULL with err filled. */
static void *add(struct fl_vec *v, struct fl_error *err)
{
	void *item = fl_vec_add(v);
	if (!item)
		fl_error_set(err, FL_ENOMEM, "out of memory for %zu rows", v->len);
	return item;
}

int ds_dedup_new(
	const struct ds_dedup_opts *opts, struct ds_dedup **ret_dedup, struct fl_error *err)
{
	struct ds_near *near = NULL;
	int rc = opts->near ? ds_near_new(opts->near, &near, err) : 0;
	if (rc)
		return rc;
	struct ds_dedup *d = calloc(1, sizeof(*d));
	if (!d) {
		ds_near_free(near);
		return fl_error_set(err, FL_ENOMEM, "out of memory for rows");
	}
	d->opts = *opts;
	d->near = near;
	fl_vec_init(&d->near_rows, sizeof(int64_t), DS_NEAR_TEXTS);
	fl_vec_init(&d->founds, sizeof(struct ds_dedup_found), ROWS_MAX);
	*ret_dedup = d;
	return 0;
}

void ds_dedup_free(struct ds_dedup *d)
{
	if (!d)
		return;
	ds_near_free(d->near);
	fl_vec_release(&d->near_rows);
	ds_table_release(&d->texts);
	ds_table_release(&d->faults);
	ds_table_release(&d->records);
	fl_vec_release(&d->founds);
	free(d);
}

/* ---- rows ---- */

/* What a text that is new, byte by byte, is nearly the same as; it is remembered if of nothing. */
static int judge_near(struct ds_dedup *d, struct fl_slice text, struct ds_dedup_found *ret_found,
	struct fl_error *err)
{
	struct ds_sketch sketch;
	ds_sketch_of(text, &sketch);
	struct ds_near_match m = ds_near_find(d->near, &sketch);
	if (m.copy) {
		int64_t row = *(const int64_t *)fl_vec_at(&d->near_rows, m.of);
		*ret_found = (struct ds_dedup_found){DS_DEDUP_NEAR, row, m.alike};
		return 0;
	}
	int rc = ds_near_put(d->near, &sketch, err);
	int64_t *row = rc ? NULL : add(&d->near_rows, err);
	if (row)
		*row = d->rows;
	return row || rc ? rc : FL_ENOMEM;
}

static int judge(struct ds_dedup *d, struct fl_slice text, bool others,
	struct ds_dedup_found *ret_found, struct fl_error *err)
{
	uint64_t key = ds_table_key(text);
	const int64_t *same = ds_table_find(&d->texts, key);
	int rc = 0;
	*ret_found = (struct ds_dedup_found){DS_DEDUP_KEPT, -1, 0};
	if (same) {
		*ret_found = (struct ds_dedup_found){DS_DEDUP_SAME, *same, 1};
	} else {
		rc = ds_table_put(&d->texts, key, d->rows, err);
		if (rc == 0 && d->near)
			rc = judge_near(d, text, ret_found, err);
	}
	if (ret_found->of >= 0 && !others && ret_found->of < d->others)
		ret_found->verdict = DS_DEDUP_OTHERS;
	return rc;
}

/* A fault's further records are what its first one is. */
static int judge_fault(struct ds_dedup *d, struct fl_slice fault, struct fl_slice text,
	struct ds_dedup_found *ret_found, struct fl_error *err)
{
	uint64_t key = ds_table_key(fault);
	const int64_t *known = ds_table_find(&d->faults, key);
	if (known) {
		*ret_found = *(const struct ds_dedup_found *)fl_vec_at(&d->founds, (size_t)*known);
		return 0;
	}
	int rc = judge(d, text, false, ret_found, err);
	rc = rc ? rc : ds_table_put(&d->faults, key, (int64_t)d->founds.len, err);
	struct ds_dedup_found *found = rc ? NULL : add(&d->founds, err);
	if (found)
		*found = *ret_found;
	return found || rc ? rc : FL_ENOMEM;
}

/* A record that is there already, byte by byte: no further view of its fault. */
static int judge_again(struct ds_dedup *d, struct fl_slice line, struct ds_dedup_found *ret_found,
	struct fl_error *err)
{
	uint64_t key = ds_table_key(line);
	const int64_t *known = ds_table_find(&d->records, key);
	if (!known)
		return ds_table_put(&d->records, key, d->rows, err);
	if (ret_found->verdict == DS_DEDUP_KEPT)
		*ret_found = (struct ds_dedup_found){DS_DEDUP_SAME, *known, 1};
	return 0;
}

static int judge_row(struct ds_dedup *d, const struct ds_text_row *row, struct fl_slice line,
	bool others, struct ds_dedup_found *ret_found, struct fl_error *err)
{
	struct fl_slice fault = fl_json_str(fl_json_get(row->object, "fault"));
	struct fl_slice text = fl_buf_view(&row->text);
	if (!row->any) {
		*ret_found = (struct ds_dedup_found){DS_DEDUP_TEXTLESS, -1, 0};
		return 0;
	}
	if (!fault.len || others)
		return judge(d, text, others, ret_found, err);
	int rc = judge_fault(d, fault, text, ret_found, err);
	return rc ? rc : judge_again(d, line, ret_found, err);
}

int ds_dedup_row(struct ds_dedup *d, struct fl_slice line, bool others,
	struct ds_dedup_found *ret_found, struct fl_error *err)
{
	struct ds_text_row row;
	int rc = ds_text_read(&row, line, d->opts.keys, err);
	rc = rc ? rc : judge_row(d, &row, line, others, ret_found, err);
	if (rc == 0) {
		d->rows++;
		d->others += others;
	}
	ds_text_release(&row);
	return rc;
}

#include "datasets/quality/dedup.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/hash.h"
#include "base/json.h"
#include "datasets/quality/near.h"
#include "datasets/quality/text.h"

enum { FIRST_ROOM = 1024, ROW_MAX = 128 << 20 };

/* Numbers by 64-bit keys, none of which is 0; nothing is taken out. */
struct table {
	struct entry {
		uint64_t key;
		int64_t value;
	} * entries;
	size_t count, room;
};

struct ds_dedup {
	struct ds_dedup_opts opts;
	struct table texts, faults; /* to the row that has it; to the row of the fault's verdict */
	struct ds_near *near; /* NULL: not asked for */
	int64_t *near_rows; /* the row of each text in there */
	size_t near_count, near_room;
	int64_t rows, others; /* so far; of them other sets' */
	/* Of the rows that faults began with; a fault is one of the first row's kind. */
	struct ds_dedup_found *founds;
	size_t found_count, found_room;
};

static struct entry *slot(const struct table *t, uint64_t key)
{
	size_t at = (size_t)(key % t->room);
	while (t->entries[at].key && t->entries[at].key != key)
		at = at + 1 == t->room ? 0 : at + 1;
	return &t->entries[at];
}

static const struct entry *look_up(const struct table *t, uint64_t key)
{
	const struct entry *e = t->room ? slot(t, key) : NULL;
	return e && e->key ? e : NULL;
}

static int grow_table(struct table *t, struct fl_error *err)
{
	struct table more = {.room = t->room ? 2 * t->room : FIRST_ROOM};
	more.entries = calloc(more.room, sizeof(*more.entries));
	if (!more.entries)
		return fl_error_set(err, FL_ENOMEM, "out of memory for %zu rows", more.room);
	for (size_t i = 0; i < t->room; i++)
		if (t->entries[i].key)
			*slot(&more, t->entries[i].key) = t->entries[i];
	more.count = t->count;
	free(t->entries);
	*t = more;
	return 0;
}

static int put(struct table *t, uint64_t key, int64_t value, struct fl_error *err)
{
	int rc = 2 * t->count >= t->room ? grow_table(t, err) : 0;
	if (rc)
		return rc;
	*slot(t, key) = (struct entry){key, value};
	t->count++;
	return 0;
}

/* Never 0. */
static uint64_t key_of(struct fl_slice text)
{
	uint64_t key = fl_hash64_parts(&text, 1);
	return key ? key : 1;
}

/* Room for one more item of that size. */
static int make_room(void **items, size_t count, size_t *room, size_t size, struct fl_error *err)
{
	if (count < *room)
		return 0;
	size_t more = *room ? 2 * *room : FIRST_ROOM;
	void *bigger = realloc(*items, more * size);
	if (!bigger)
		return fl_error_set(err, FL_ENOMEM, "out of memory for %zu rows", more);
	*items = bigger;
	*room = more;
	return 0;
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
	*ret_dedup = d;
	return 0;
}

void ds_dedup_free(struct ds_dedup *d)
{
	if (!d)
		return;
	ds_near_free(d->near);
	free(d->near_rows);
	free(d->texts.entries);
	free(d->faults.entries);
	free(d->founds);
	free(d);
}

/* ---- rows ---- */

/* The row of what the text is like; false: of nothing. */
static bool find_like(struct ds_dedup *d, uint64_t key, const struct ds_sketch *sketch,
	struct ds_dedup_found *ret_found)
{
	const struct entry *same = look_up(&d->texts, key);
	if (same) {
		*ret_found = (struct ds_dedup_found){DS_DEDUP_SAME, same->value, 1};
	} else if (d->near) {
		struct ds_near_match m = ds_near_find(d->near, sketch);
		if (!m.copy)
			return false;
		*ret_found = (struct ds_dedup_found){DS_DEDUP_NEAR, d->near_rows[m.of], m.alike};
	}
	return same || d->near;
}

static int remember(struct ds_dedup *d, uint64_t key, const struct ds_sketch *sketch, bool is_new,
	struct fl_error *err)
{
	struct ds_near_match m;
	int rc = look_up(&d->texts, key) ? 0 : put(&d->texts, key, d->rows, err);
	if (rc || !d->near || !is_new)
		return rc;
	rc = make_room(
		(void **)&d->near_rows, d->near_count, &d->near_room, sizeof(*d->near_rows), err);
	rc = rc ? rc : ds_near_add(d->near, sketch, &m, err);
	if (rc == 0 && !m.copy)
		d->near_rows[d->near_count++] = d->rows;
	return rc;
}

static int judge(struct ds_dedup *d, struct fl_slice text, bool others,
	struct ds_dedup_found *ret_found, struct fl_error *err)
{
	struct ds_sketch sketch;
	uint64_t key = key_of(text);
	*ret_found = (struct ds_dedup_found){DS_DEDUP_KEPT, -1, 0};
	if (d->near)
		ds_sketch_of(text, &sketch);
	bool like = find_like(d, key, &sketch, ret_found);
	if (like && !others && ret_found->of < d->others)
		ret_found->verdict = DS_DEDUP_OTHERS;
	return remember(d, key, &sketch, !like, err);
}

/* A fault's further records are what its first one is. */
static int judge_fault(struct ds_dedup *d, struct fl_slice fault, struct fl_slice text,
	struct ds_dedup_found *ret_found, struct fl_error *err)
{
	uint64_t key = key_of(fault);
	const struct entry *known = look_up(&d->faults, key);
	if (known) {
		*ret_found = d->founds[known->value];
		return 0;
	}
	int rc = make_room(
		(void **)&d->founds, d->found_count, &d->found_room, sizeof(*d->founds), err);
	rc = rc ? rc : judge(d, text, false, ret_found, err);
	rc = rc ? rc : put(&d->faults, key, (int64_t)d->found_count, err);
	if (rc == 0)
		d->founds[d->found_count++] = *ret_found;
	return rc;
}

static int judge_row(struct ds_dedup *d, const struct fl_json *row, struct fl_buf *text,
	bool others, struct ds_dedup_found *ret_found, struct fl_error *err)
{
	bool any = ds_text_of(row, d->opts.keys, text);
	struct fl_slice fault = fl_json_str(fl_json_get(row, "fault"));
	if (text->failed)
		return fl_buf_error(text, "a row", err);
	if (!any) {
		*ret_found = (struct ds_dedup_found){DS_DEDUP_TEXTLESS, -1, 0};
		return 0;
	}
	return fault.len && !others ? judge_fault(d, fault, fl_buf_view(text), ret_found, err)
				    : judge(d, fl_buf_view(text), others, ret_found, err);
}

int ds_dedup_row(struct ds_dedup *d, struct fl_slice line, bool others,
	struct ds_dedup_found *ret_found, struct fl_error *err)
{
	const struct fl_json *row = NULL;
	struct fl_arena a;
	struct fl_buf text;
	fl_arena_init(&a, ROW_MAX);
	fl_buf_init(&text, ROW_MAX);
	int rc = fl_json_parse(line, &a, &row, err);
	if (rc == 0 && row->type != FL_JOBJECT)
		rc = fl_error_set(err, FL_EPARSE, "no JSON object");
	rc = rc ? rc : judge_row(d, row, &text, others, ret_found, err);
	if (rc == 0) {
		d->rows++;
		d->others += others;
	}
	fl_buf_release(&text);
	fl_arena_release(&a);
	return rc;
}

#include "datasets/report/pick.h"

#include <stdlib.h>

#include "base/rng.h"
#include "datasets/report/row.h"
#include "diag/model/class.h"

#define WORD(m, list, text) FL_ROW(struct ds_entry, m, FL_ENUM, .names = &(list), .doc = (text))
#define TEXT(m, text) FL_ROW(struct ds_entry, m, FL_TEXT, .doc = (text))
static const struct fl_field entry_fields[] = {
	TEXT(id, "of the record"),
	WORD(kind, ds_kind_names, "its kind"),
	WORD(error_class, diag_class_names, "class of the root cause"),
	WORD(evidence_class, diag_class_names, "class of what was seen"),
	WORD(language, ds_language_names, "of the program"),
	WORD(split, ds_split_names, "its split"),
	TEXT(operator, "that made the fault"),
	TEXT(seen, "what was seen of the faulty code"),
	TEXT(compiler, "as the platform's header names it"),
	TEXT(group, "the repository"),
	TEXT(file, "of the fault"),
	TEXT(function, "of the fault"),
	FL_ROW(struct ds_entry, line, FL_INT, .doc = "of the fault"),
	FL_ROW(struct ds_entry, traced, FL_BOOL, .doc = "its evidence can be stepped through"),
	FL_ROW(struct ds_entry, block, FL_INT, .doc = "the block that its row is in"),
	FL_ROW(struct ds_entry, at, FL_INT, .doc = "the place in the block"),
};
#undef WORD
#undef TEXT

const struct fl_shape ds_entry_shape = {.name = "entry",
	.size = sizeof(struct ds_entry),
	FL_SHAPE_FIELDS(entry_fields),
	.doc = "A record in the list of the page."};

void ds_pick_init(struct ds_pick *p, size_t max, uint64_t seed)
{
	*p = (struct ds_pick){.max = max, .seed = seed};
}

static void free_picked(struct ds_pick *p, struct ds_picked *x)
{
	if (!x)
		return;
	for (size_t i = 0; i < x->source_count; i++)
		ds_shelf_leave(&p->shelf, x->sources[i]);
	fl_arena_release(&x->memory);
	free(x);
}

static bool above(const struct ds_picked *a, const struct ds_picked *b)
{
	return a->key != b->key ? a->key > b->key : fl_slice_cmp(a->entry.id, b->entry.id) > 0;
}

static void swap(struct ds_picked **a, struct ds_picked **b)
{
	struct ds_picked *x = *a;
	*a = *b;
	*b = x;
}

static void sift_up(struct ds_pick *p, size_t i)
{
	for (; i && above(p->at[i], p->at[(i - 1) / 2]); i = (i - 1) / 2)
		swap(&p->at[i], &p->at[(i - 1) / 2]);
}

static void sift_down(struct ds_pick *p, size_t i)
{
	for (size_t child; (child = 2 * i + 1) < p->len; i = child) {
		if (child + 1 < p->len && above(p->at[child + 1], p->at[child]))
			child++;
		if (!above(p->at[child], p->at[i]))
			return;
		swap(&p->at[child], &p->at[i]);
	}
}

static int make_room(struct ds_pick *p, struct fl_error *err)
{
	if (p->len < p->room)
		return 0;
	size_t room = p->room ? 2 * p->room : 256;
	struct ds_picked **at = realloc(p->at, room * sizeof(struct ds_picked *));
	if (!at)
		return fl_error_set(err, FL_ENOMEM, "out of memory for %zu records", room);
	p->at = at;
	p->room = room;
	return 0;
}

static int make_picked(struct ds_pick *p, const struct ds_record *r, uint64_t key,
	struct ds_picked **ret_picked, struct fl_error *err)
{
	struct ds_picked *x = calloc(1, sizeof(*x));
	if (!x)
		return fl_error_set(err, FL_ENOMEM, "out of memory");
	x->key = key;
	fl_arena_init(&x->memory, 4 * (size_t)DS_PICK_ROW_MAX);
	int rc = ds_row_make(r, &p->shelf, x, err);
	if (rc)
		free_picked(p, x);
	else
		*ret_picked = x;
	return rc;
}

int ds_pick_add(struct ds_pick *p, const struct ds_record *r, struct fl_error *err)
{
	struct fl_rng draw = fl_rng_new(p->seed, FL_S("report"), r->id);
	uint64_t key = fl_rng_next(&draw);
	if (p->max == 0 || (p->len == p->max && key >= p->at[0]->key))
		return 0;
	struct ds_picked *x = NULL;
	int rc = make_room(p, err);
	rc = rc ? rc : make_picked(p, r, key, &x, err);
	if (rc == FL_ELIMIT) {
		p->too_long++;
		return 0;
	}
	if (rc)
		return rc;
	if (p->len < p->max) {
		p->at[p->len++] = x;
		sift_up(p, p->len - 1);
		return 0;
	}
	free_picked(p, p->at[0]);
	p->at[0] = x;
	sift_down(p, 0);
	return 0;
}

static int by_order(const void *a, const void *b)
{
	const struct ds_picked *x = *(struct ds_picked *const *)a,
			       *y = *(struct ds_picked *const *)b;
	return fl_slice_cmp(x->order, y->order);
}

void ds_pick_finish(struct ds_pick *p)
{
	if (p->len)
		qsort(p->at, p->len, sizeof(struct ds_picked *), by_order);
}

void ds_pick_release(struct ds_pick *p)
{
	for (size_t i = 0; i < p->len; i++)
		free_picked(p, p->at[i]);
	free(p->at);
	ds_shelf_release(&p->shelf);
	*p = (struct ds_pick){.max = 0};
}

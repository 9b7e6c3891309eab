#include "datasets/compare/compare.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/json.h"

enum { RECORDS_MAX = 1 << 28, LINES_MAX = 1 << 20 };

/* What is kept of a record. */
struct key {
	uint64_t thing; /* its fault and kind */
	uint64_t id;
	uint64_t fault;
};

static const struct fl_field shift_fields[] = {
	FL_ROW(struct ds_shift, column, FL_TEXT, .doc = "a column of the records"),
	FL_ROW(struct ds_shift, word, FL_TEXT, .doc = "a word in it"),
	FL_ROW(struct ds_shift, old_rows, FL_INT, .doc = "records with it in the old set"),
	FL_ROW(struct ds_shift, new_rows, FL_INT, .doc = "and in the new one"),
};
static const struct fl_shape shift_shape = {.name = "shift",
	.size = sizeof(struct ds_shift),
	FL_SHAPE_FIELDS(shift_fields),
	.doc = "A count that is not the same."};

static const struct fl_field sole_fields[] = {
	FL_ROW(struct ds_sole, what, FL_TEXT, .doc = "argument, tool or refused"),
	FL_ROW(struct ds_sole, side, FL_TEXT, .doc = "old or new"),
	FL_ROW(struct ds_sole, text, FL_TEXT, .doc = "the line of the manifest"),
};
static const struct fl_shape sole_shape = {.name = "sole",
	.size = sizeof(struct ds_sole),
	FL_SHAPE_FIELDS(sole_fields),
	.doc = "What one manifest alone has."};

#define COUNT(m, text) FL_ROW(struct ds_difference, m, FL_INT, .doc = (text))
static const struct fl_field difference_fields[] = {
	COUNT(old_rows, "records of the old set"),
	COUNT(new_rows, "records of the new set"),
	COUNT(same, "records that both have"),
	COUNT(changed, "records of one fault and kind that differ"),
	COUNT(old_only, "records whose fault and kind the old set alone has"),
	COUNT(new_only, "records whose fault and kind the new set alone has"),
	COUNT(old_faults, "distinct faults of the old set"),
	COUNT(new_faults, "distinct faults of the new set"),
	COUNT(both_faults, "faults that both have"),
	FL_ROW(struct ds_difference, shifts, FL_LIST, .shape = &shift_shape, .item = "shift",
		.doc = "counts that are not the same"),
	FL_ROW(struct ds_difference, soles, FL_LIST, .shape = &sole_shape, .item = "sole",
		.doc = "what one manifest alone has"),
};
#undef COUNT
const struct fl_shape ds_difference_shape = {.name = "difference",
	.size = sizeof(struct ds_difference),
	FL_SHAPE_FIELDS(difference_fields),
	.doc = "Two datasets beside each other."};

/* Columns whose counts are compared. */
static const struct {
	const char *name;
	size_t at; /* of the list in struct ds_stats */
} columns[] = {
	{"kind", offsetof(struct ds_stats, kinds)},
	{"error class", offsetof(struct ds_stats, error_classes)},
	{"operator", offsetof(struct ds_stats, operators)},
	{"language", offsetof(struct ds_stats, languages)},
	{"level", offsetof(struct ds_stats, levels)},
	{"split", offsetof(struct ds_stats, splits)},
};
enum { COLUMNS = sizeof(columns) / sizeof(columns[0]) };

int ds_compare_init(struct ds_compare *c, struct fl_arena *a, struct fl_error *err)
{
	int rc = 0;
	*c = (struct ds_compare){.arena = a};
	for (int s = 0; s < DS_SIDES; s++) {
		fl_vec_init(&c->keys[s], sizeof(struct key), RECORDS_MAX);
		rc = rc ? rc : ds_tally_init(&c->tally[s], a, err);
	}
	return rc;
}

void ds_compare_release(struct ds_compare *c)
{
	for (int s = 0; s < DS_SIDES; s++)
		fl_vec_release(&c->keys[s]);
}

int ds_compare_add(struct ds_compare *c, enum ds_side side, const struct ds_record *r, size_t bytes,
	struct fl_error *err)
{
	struct key *k = fl_vec_add(&c->keys[side]);
	const struct fl_slice kind = fl_slice_str(ds_kind_names.words[r->kind]);
	const struct fl_slice compiler = r->provenance.compiler;
	const struct fl_slice thing[] = {r->fault, kind, compiler}, id[] = {r->id},
			      fault[] = {r->fault};
	if (!k)
		return fl_error_set(err, FL_ELIMIT, "more than %d records", RECORDS_MAX);
	*k = (struct key){
		fl_hash64_parts(thing, 3), fl_hash64_parts(id, 1), fl_hash64_parts(fault, 1)};
	ds_tally_add(&c->tally[side], r, bytes);
	return 0;
}

/* ---- records ---- */

static int by_number(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int by_thing(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	int order = by_number(x->thing, y->thing);
	return order ? order : by_number(x->id, y->id);
}

static int by_fault(const void *a, const void *b)
{
	const struct key *x = a, *y = b;
	return by_number(x->fault, y->fault);
}

static void sort(struct fl_vec *keys, int (*order)(const void *, const void *))
{
	if (keys->len)
		qsort(fl_vec_at(keys, 0), keys->len, sizeof(struct key), order);
}

static const struct key *key_at(struct fl_vec *keys, size_t i)
{
	return i < keys->len ? fl_vec_at(keys, i) : NULL;
}

/* The end of the keys from i on that are of one thing. */
static size_t end_of_thing(struct fl_vec *keys, size_t i)
{
	uint64_t thing = key_at(keys, i)->thing;
	while (i < keys->len && key_at(keys, i)->thing == thing)
		i++;
	return i;
}

/* Records of one thing on both sides: ids that both have, and as many others as both have. */
static void count_thing(struct ds_compare *c, const size_t from[DS_SIDES],
	const size_t to[DS_SIDES], struct ds_difference *d)
{
	struct fl_vec *old = &c->keys[DS_OLD], *new = &c->keys[DS_NEW];
	size_t i = from[DS_OLD], k = from[DS_NEW], same = 0;
	while (i < to[DS_OLD] && k < to[DS_NEW]) {
		int order = by_number(key_at(old, i)->id, key_at(new, k)->id);
		same += order == 0;
		i += order <= 0;
		k += order >= 0;
	}
	size_t olds = to[DS_OLD] - from[DS_OLD] - same, news = to[DS_NEW] - from[DS_NEW] - same;
	size_t changed = olds < news ? olds : news;
	d->same += (int64_t)same;
	d->changed += (int64_t)changed;
	d->old_only += (int64_t)(olds - changed);
	d->new_only += (int64_t)(news - changed);
}

static void count_records(struct ds_compare *c, struct ds_difference *d)
{
	struct fl_vec *old = &c->keys[DS_OLD], *new = &c->keys[DS_NEW];
	size_t at[DS_SIDES] = {0};
	sort(old, by_thing);
	sort(new, by_thing);
	while (at[DS_OLD] < old->len || at[DS_NEW] < new->len) {
		const struct key *x = key_at(old, at[DS_OLD]), *y = key_at(new, at[DS_NEW]);
		bool has_old = x && (!y || x->thing <= y->thing);
		bool has_new = y && (!x || y->thing <= x->thing);
		const size_t to[DS_SIDES] = {has_old ? end_of_thing(old, at[DS_OLD]) : at[DS_OLD],
			has_new ? end_of_thing(new, at[DS_NEW]) : at[DS_NEW]};
		count_thing(c, at, to, d);
		at[DS_OLD] = to[DS_OLD];
		at[DS_NEW] = to[DS_NEW];
	}
}

/* The end of the keys from i on that are of one fault. */
static size_t end_of_fault(struct fl_vec *keys, size_t i)
{
	uint64_t fault = key_at(keys, i)->fault;
	while (i < keys->len && key_at(keys, i)->fault == fault)
		i++;
	return i;
}

static void count_faults(struct ds_compare *c, struct ds_difference *d)
{
	struct fl_vec *old = &c->keys[DS_OLD], *new = &c->keys[DS_NEW];
	size_t i = 0, k = 0;
	sort(old, by_fault);
	sort(new, by_fault);
	while (i < old->len || k < new->len) {
		const struct key *x = key_at(old, i), *y = key_at(new, k);
		bool has_old = x && (!y || x->fault <= y->fault);
		bool has_new = y && (!x || y->fault <= x->fault);
		d->old_faults += has_old;
		d->new_faults += has_new;
		d->both_faults += has_old && has_new;
		i = has_old ? end_of_fault(old, i) : i;
		k = has_new ? end_of_fault(new, k) : k;
	}
}

/* ---- counts ---- */

static int64_t count_in(const struct fl_list *counts, struct fl_slice word)
{
	const struct ds_count *c = counts->items;
	for (size_t i = 0; i < counts->len; i++)
		if (fl_slice_eq(c[i].name, word))
			return c[i].count;
	return 0;
}

static const struct fl_list *list_at(const struct ds_stats *s, size_t column)
{
	return (const struct fl_list *)(const void *)((const char *)s + columns[column].at);
}

static int add_shift(struct fl_vec *shifts, size_t column, struct fl_slice word, int64_t olds,
	int64_t news, struct fl_error *err)
{
	if (olds == news)
		return 0;
	struct ds_shift *s = fl_vec_add(shifts);
	if (!s)
		return fl_error_set(err, FL_ENOMEM, "out of memory for counts");
	*s = (struct ds_shift){fl_slice_str(columns[column].name), word, olds, news};
	return 0;
}

static int shifts_of(struct ds_compare *c, struct ds_difference *d, struct fl_error *err)
{
	struct ds_stats stats[DS_SIDES];
	struct fl_vec shifts;
	int rc = 0;
	fl_vec_init(&shifts, sizeof(struct ds_shift), LINES_MAX);
	for (int s = 0; rc == 0 && s < DS_SIDES; s++)
		rc = ds_tally_stats(&c->tally[s], &stats[s], err);
	for (size_t column = 0; rc == 0 && column < COLUMNS; column++) {
		const struct fl_list *old = list_at(&stats[DS_OLD], column),
				     *new = list_at(&stats[DS_NEW], column);
		const struct ds_count *x = old->items, *y = new->items;
		for (size_t i = 0; rc == 0 && i < old->len; i++)
			rc = add_shift(&shifts, column, x[i].name, x[i].count,
				count_in(new, x[i].name), err);
		for (size_t i = 0; rc == 0 && i < new->len; i++)
			if (!count_in(old, y[i].name))
				rc = add_shift(&shifts, column, y[i].name, 0, y[i].count, err);
	}
	if (rc == 0)
		d->shifts = fl_vec_freeze(&shifts, c->arena);
	fl_vec_release(&shifts);
	return rc ? rc : fl_arena_error(c->arena, "the counts", err);
}

/* ---- manifests ---- */

static int add_soles(struct fl_vec *soles, const char *what, const char *side,
	const struct fl_list *texts, const struct fl_list *others, struct fl_error *err)
{
	const struct fl_slice *t = texts->items;
	for (size_t i = 0; i < texts->len; i++) {
		if (fl_texts_have(others, t[i]))
			continue;
		struct ds_sole *s = fl_vec_add(soles);
		if (!s)
			return fl_error_set(err, FL_ENOMEM, "out of memory for lines");
		*s = (struct ds_sole){fl_slice_str(what), fl_slice_str(side), t[i]};
	}
	return 0;
}

/* Programs that were refused, a line each. */
static struct fl_list refusals_of(const struct ds_manifest *m, struct fl_arena *a)
{
	const struct ds_refused *r = m->programs.refusals.items;
	struct fl_slice *texts = fl_arena_array(a, m->programs.refusals.len, sizeof(*texts));
	for (size_t i = 0; texts && i < m->programs.refusals.len; i++)
		texts[i] = fl_arena_printf(a, "%.*s: %.*s%s%.*s", FL_ARG(r[i].path),
			FL_ARG(r[i].reason), r[i].detail.len ? ": " : "", FL_ARG(r[i].detail));
	return (struct fl_list){texts, texts ? m->programs.refusals.len : 0};
}

static int soles_of(struct ds_compare *c, struct ds_difference *d, struct fl_error *err)
{
	const struct ds_manifest *old = c->manifests[DS_OLD], *new = c->manifests[DS_NEW];
	struct fl_vec soles;
	if (!old || !new)
		return 0;
	struct fl_list refused[DS_SIDES] = {refusals_of(old, c->arena), refusals_of(new, c->arena)};
	const struct {
		const char *what;
		const struct fl_list *old, *new;
	} lists[] = {
		{"argument", &old->arguments, &new->arguments},
		{"tool", &old->toolchain, &new->toolchain},
		{"refused", &refused[DS_OLD], &refused[DS_NEW]},
	};
	int rc = fl_arena_error(c->arena, "the refusals", err);
	fl_vec_init(&soles, sizeof(struct ds_sole), LINES_MAX);
	for (size_t i = 0; rc == 0 && i < sizeof(lists) / sizeof(lists[0]); i++) {
		rc = add_soles(&soles, lists[i].what, "old", lists[i].old, lists[i].new, err);
		rc = rc ? rc
			: add_soles(&soles, lists[i].what, "new", lists[i].new, lists[i].old, err);
	}
	if (rc == 0)
		d->soles = fl_vec_freeze(&soles, c->arena);
	fl_vec_release(&soles);
	return rc ? rc : fl_arena_error(c->arena, "the manifests", err);
}

int ds_compare_end(struct ds_compare *c, struct ds_difference *ret, struct fl_error *err)
{
	struct ds_difference d = {
		.old_rows = (int64_t)c->keys[DS_OLD].len, .new_rows = (int64_t)c->keys[DS_NEW].len};
	count_records(c, &d);
	count_faults(c, &d);
	int rc = shifts_of(c, &d, err);
	rc = rc ? rc : soles_of(c, &d, err);
	if (rc == 0)
		*ret = d;
	return rc;
}

bool ds_difference_any(const struct ds_difference *d)
{
	return d->changed || d->old_only || d->new_only || d->soles.len;
}

void ds_difference_show(struct fl_buf *out, const struct ds_difference *d)
{
	const struct ds_shift *s = d->shifts.items;
	const struct ds_sole *l = d->soles.items;
	fl_buf_printf(out, "%-16s %-22s %9s %9s\n", "", "", "old", "new");
	fl_buf_printf(out, "%-16s %-22s %9lld %9lld\n", "records", "", (long long)d->old_rows,
		(long long)d->new_rows);
	fl_buf_printf(out, "%-16s %-22s %9lld %9lld\n", "", "in this set alone",
		(long long)d->old_only, (long long)d->new_only);
	fl_buf_printf(out, "%-16s %-22s %9lld\n", "", "the same in both", (long long)d->same);
	fl_buf_printf(
		out, "%-16s %-22s %9lld\n", "", "in both, but changed", (long long)d->changed);
	fl_buf_printf(out, "%-16s %-22s %9lld %9lld\n", "faults", "", (long long)d->old_faults,
		(long long)d->new_faults);
	fl_buf_printf(out, "%-16s %-22s %9lld\n", "", "in both", (long long)d->both_faults);
	for (size_t i = 0; i < d->shifts.len; i++) {
		bool first = i == 0 || !fl_slice_eq(s[i].column, s[i - 1].column);
		fl_buf_printf(out, "%-16.*s %-22.*s %9lld %9lld %+9lld\n",
			first ? (int)s[i].column.len : 0, s[i].column.ptr, FL_ARG(s[i].word),
			(long long)s[i].old_rows, (long long)s[i].new_rows,
			(long long)(s[i].new_rows - s[i].old_rows));
	}
	for (size_t i = 0; i < d->soles.len; i++)
		fl_buf_printf(out, "%.*s, %.*s alone: %.*s\n", FL_ARG(l[i].what), FL_ARG(l[i].side),
			FL_ARG(l[i].text));
}

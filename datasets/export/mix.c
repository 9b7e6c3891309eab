#include "datasets/export/mix.h"

#include <stdlib.h>

#include "base/hash.h"
#include "base/model.h"

enum { RECORDS_MAX = 1 << 28, FAULT_BITS = 40 };

struct drawn {
	uint64_t key;
	int64_t rows;
};

struct ds_mix {
	uint64_t seed;
	struct {
		uint32_t part;
		struct fl_vec records; /* struct drawn */
		int64_t there, taken; /* rows */
		bool any;
		uint64_t last; /* the last key that is taken, where any is */
	} of[DS_ORIGIN_COUNT];
};

static int read_part(struct ds_mix *m, struct fl_slice text, struct fl_error *err)
{
	ptrdiff_t colon = fl_slice_find(text, ":");
	struct fl_slice number = fl_slice_skip(text, (size_t)(colon + 1));
	int origin = colon < 0
			     ? -1
			     : fl_names_find(&ds_origin_names, fl_slice_head(text, (size_t)colon));
	uint32_t part;
	size_t len = fl_slice_uint(number, &part);
	if (origin < 0 || !len || len != number.len || part == 0 || part > DS_MIX_MOST ||
		m->of[origin].part)
		return fl_error_set(err, FL_EINVAL,
			"--mix: %.*s is no share; it has the form real:30,synthetic:70, with each "
			"origin once",
			FL_ARG(text));
	m->of[origin].part = part;
	return 0;
}

int ds_mix_new(const char *text, uint64_t seed, struct ds_mix **ret_mix, struct fl_error *err)
{
	struct ds_mix *m = calloc(1, sizeof(*m));
	struct fl_slice rest = fl_slice_str(text);
	int rc = 0;
	if (!m)
		return fl_error_set(err, FL_ENOMEM, "out of memory for the mix");
	m->seed = seed;
	for (int i = 0; i < DS_ORIGIN_COUNT; i++)
		fl_vec_init(&m->of[i].records, sizeof(struct drawn), RECORDS_MAX);
	for (bool last = false; rc == 0 && !last;) {
		ptrdiff_t comma = fl_slice_find(rest, ",");
		last = comma < 0;
		rc = read_part(m, last ? rest : fl_slice_head(rest, (size_t)comma), err);
		rest = fl_slice_skip(rest, (size_t)(comma + 1));
	}
	if (rc)
		ds_mix_free(m);
	else
		*ret_mix = m;
	return rc;
}

void ds_mix_free(struct ds_mix *m)
{
	for (int i = 0; m && i < DS_ORIGIN_COUNT; i++)
		fl_vec_release(&m->of[i].records);
	free(m);
}

/* Records of one fault are neighbours. */
static uint64_t key_of(const struct ds_mix *m, const struct ds_record *r)
{
	const struct fl_slice seed = fl_slice((const char *)&m->seed, sizeof(m->seed));
	const struct fl_slice fault[] = {FL_LIT("mix"), seed, r->fault};
	const struct fl_slice id[] = {FL_LIT("mix"), seed, r->id};
	uint64_t low = fl_hash64_parts(id, 3) >> FAULT_BITS;
	return (fl_hash64_parts(fault, 3) >> (64 - FAULT_BITS) << (64 - FAULT_BITS)) | low;
}

int ds_mix_add(struct ds_mix *m, const struct ds_record *r, int64_t rows, struct fl_error *err)
{
	int origin = r->provenance.origin;
	m->of[origin].there += rows;
	if (!m->of[origin].part)
		return 0;
	struct drawn *d = fl_vec_add(&m->of[origin].records);
	if (!d)
		return fl_error_set(
			err, m->of[origin].records.failed, "too many records for the mix");
	*d = (struct drawn){key_of(m, r), rows};
	return 0;
}

static int by_key(const void *x, const void *y)
{
	const struct drawn *a = x, *b = y;
	return a->key < b->key ? -1 : a->key > b->key;
}

/* The first records by their keys that have at most so many rows. */
static void take(struct ds_mix *m, int origin, int64_t most)
{
	struct fl_vec *v = &m->of[origin].records;
	const struct drawn *d = (const void *)v->data;
	if (v->len)
		qsort(v->data, v->len, sizeof(struct drawn), by_key);
	for (size_t i = 0; i < v->len && m->of[origin].taken + d[i].rows <= most; i++) {
		m->of[origin].taken += d[i].rows;
		m->of[origin].last = d[i].key;
		m->of[origin].any = true;
	}
}

int ds_mix_decide(struct ds_mix *m, struct fl_error *err)
{
	int least = -1;
	for (int i = 0; i < DS_ORIGIN_COUNT; i++) {
		if (m->of[i].part && !m->of[i].there)
			return fl_error_set(err, FL_EREFUSED, "--mix: there is no row of origin %s",
				ds_origin_names.words[i]);
		if (m->of[i].part && (least < 0 || m->of[i].there * m->of[least].part <
							   m->of[least].there * m->of[i].part))
			least = i;
	}
	for (int i = 0; i < DS_ORIGIN_COUNT; i++)
		if (m->of[i].part)
			take(m, i, m->of[least].there * m->of[i].part / m->of[least].part);
	return 0;
}

bool ds_mix_takes(const struct ds_mix *m, const struct ds_record *r)
{
	int origin = r->provenance.origin;
	return m->of[origin].any && key_of(m, r) <= m->of[origin].last;
}

void ds_mix_counts(
	const struct ds_mix *m, enum ds_origin origin, int64_t *ret_there, int64_t *ret_taken)
{
	*ret_there = m->of[origin].there;
	*ret_taken = m->of[origin].taken;
}

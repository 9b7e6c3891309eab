#include "datasets/card/count.h"

#include <stdlib.h>

#include "base/seen.h"
#include "datasets/dataset.h"
#include "datasets/quality/licence.h"
#include "datasets/record/tokens.h"

/* Licences that are told apart; rows of further ones are an error. */
enum { LICENCES_MAX = 4096 };

struct counting {
	struct ds_card_counts counts;
	struct ds_tally tally;
	struct fl_vec licences; /* struct ds_count */
	struct fl_seen faults, groups;
	struct fl_arena *arena;
};

static void add_tokens(struct ds_card_tokens *t, struct fl_slice text)
{
	int64_t tokens = ds_tokens(text);
	t->sum += tokens;
	if (tokens > t->most)
		t->most = tokens;
}

/* One name of a licence counts for all that it has. */
static int add_licence(struct counting *c, struct fl_slice name, struct fl_error *err)
{
	struct fl_slice licence = ds_licence_id(name);
	for (size_t i = 0; i < c->licences.len; i++) {
		struct ds_count *known = fl_vec_at(&c->licences, i);
		if (fl_slice_eq(known->name, licence)) {
			known->count++;
			return 0;
		}
	}
	struct ds_count *added = fl_vec_add(&c->licences);
	if (!added)
		return fl_error_set(err, FL_ELIMIT, "more than %d licences", LICENCES_MAX);
	*added = (struct ds_count){fl_arena_slice(c->arena, licence), 1};
	return fl_arena_error(c->arena, "licences", err);
}

/* Count a text that has not been there. Early records have no faults. */
static int count_new(struct counting *c, struct fl_seen *seen, struct fl_slice text, int64_t *count,
	struct fl_error *err)
{
	bool fresh = false;
	int rc = text.len ? fl_seen_add_copy(seen, text, c->arena, &fresh, err) : 0;
	*count += fresh;
	return rc;
}

static int count_row(void *ctx, const struct ds_row *row, struct fl_error *err)
{
	struct counting *c = ctx;
	const struct ds_record *r = row->record;
	const struct fl_shape *shape = ds_record_shape_of(r->schema_version);
	struct ds_card_kind *k = &c->counts.kinds[r->kind];
	size_t columns = r->columns ? r->columns : shape->count;
	if (!c->counts.shape || columns < c->counts.columns) {
		c->counts.shape = shape;
		c->counts.columns = columns;
	}
	ds_tally_add(&c->tally, r, row->line.len);
	c->counts.origins[r->provenance.origin]++;
	c->counts.judged += r->hidden_fails > 0;
	k->rows++;
	add_tokens(&k->prompt, r->prompt);
	add_tokens(&k->completion, r->completion);
	add_tokens(&k->context, r->context);
	int rc = add_licence(c, r->provenance.licence, err);
	rc = rc ? rc : count_new(c, &c->faults, r->fault, &c->counts.faults, err);
	return rc ? rc : count_new(c, &c->groups, r->group, &c->counts.groups, err);
}

static int licence_cmp(const void *a, const void *b)
{
	const struct ds_count *x = a, *y = b;
	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return fl_slice_cmp(x->name, y->name);
}

static void add_shards(struct ds_card_counts *c)
{
	const struct ds_shard *s = c->manifest->shards.items;
	for (size_t i = 0; i < c->manifest->shards.len; i++) {
		c->kinds[s[i].kind].bytes += s[i].raw_bytes;
		c->kinds[s[i].kind].packed += s[i].bytes;
	}
}

static int read_all(struct counting *c, const char *dir, struct fl_error *err)
{
	struct fl_arena *a = c->arena;
	int rc = ds_manifest_read(dir, a, &c->counts.manifest, err);
	rc = rc ? rc : ds_tally_init(&c->tally, a, err);
	rc = rc ? rc : ds_rows_each(dir, true, count_row, c, err);
	rc = rc ? rc : ds_tally_stats(&c->tally, &c->counts.stats, err);
	if (rc)
		return rc;
	if (c->licences.len)
		qsort(c->licences.data, c->licences.len, sizeof(struct ds_count), licence_cmp);
	c->counts.licences = fl_vec_freeze(&c->licences, a);
	add_shards(&c->counts);
	return fl_arena_error(a, "the counts", err);
}

int ds_card_count(const char *dir, struct fl_arena *a, struct ds_card_counts *ret_counts,
	struct fl_error *err)
{
	struct counting c = {.arena = a};
	fl_vec_init(&c.licences, sizeof(struct ds_count), LICENCES_MAX);
	int rc = read_all(&c, dir, err);
	fl_vec_release(&c.licences);
	fl_seen_release(&c.faults);
	fl_seen_release(&c.groups);
	if (rc == 0)
		*ret_counts = c.counts;
	return rc;
}

#include "diag/output/dedup.h"

#include <stdlib.h>

#include "base/hash.h"
#include "diag/output/fingerprint.h"

struct slot {
	uint64_t hash;
	struct diag_diagnostic *d; /* NULL: free */
};

/* Open addressing; at most half of the slots are taken. */
struct diag_dedup {
	struct slot *slots;
	size_t cap, len; /* cap is a power of two */
	struct diag_keys gone[2]; /* the later ones, and those before them */
};

enum { CAP_FIRST = 64 };

static bool same_note(const struct diag_note *x, const struct diag_note *y)
{
	return x->kind == y->kind && x->line == y->line && x->col == y->col &&
	       fl_slice_eq(x->file, y->file) && fl_slice_eq(x->message, y->message);
}

/* The next note from *i on that is no include; NULL at the end. */
static const struct diag_note *next_note(const struct fl_list *l, size_t *i)
{
	const struct diag_note *n = l->items;
	while (*i < l->len && n[*i].kind == DIAG_NOTE_INCLUDE)
		++*i;
	return *i < l->len ? &n[(*i)++] : NULL;
}

static bool same_notes(const struct fl_list *x, const struct fl_list *y)
{
	size_t i = 0, k = 0;
	for (;;) {
		const struct diag_note *a = next_note(x, &i), *b = next_note(y, &k);
		if (!a || !b)
			return !a && !b;
		if (!same_note(a, b))
			return false;
	}
}

static bool same(const struct diag_diagnostic *x, const struct diag_diagnostic *y)
{
	return x->line == y->line && x->col == y->col && x->level == y->level &&
	       fl_slice_eq(x->file, y->file) && fl_slice_eq(x->message, y->message) &&
	       fl_slice_eq(x->code, y->code) && fl_slice_eq(x->symbol, y->symbol) &&
	       fl_slice_eq(x->raw_symbol, y->raw_symbol) && fl_slice_eq(x->object, y->object) &&
	       same_notes(&x->notes, &y->notes);
}

/* Of all that same() compares; SHA-256, so that no log can choose what collides. */
static uint64_t hash_of(const struct diag_diagnostic *d)
{
	const int64_t place[] = {d->line, d->col, d->level};
	const struct fl_slice parts[] = {fl_slice((const char *)place, sizeof(place)), d->file,
		d->message, d->code, d->symbol, d->raw_symbol, d->object};
	uint64_t hash = fl_hash64_parts(parts, sizeof(parts) / sizeof(parts[0]));
	size_t i = 0;
	for (const struct diag_note *n; (n = next_note(&d->notes, &i));) {
		const int64_t at[] = {(int64_t)hash, n->kind, n->line, n->col};
		const struct fl_slice note[] = {
			fl_slice((const char *)at, sizeof(at)), n->file, n->message};
		hash = fl_hash64_parts(note, sizeof(note) / sizeof(note[0]));
	}
	return hash;
}

int diag_dedup_new(struct diag_dedup **ret_set, struct fl_error *err)
{
	struct diag_dedup *set = calloc(1, sizeof(*set));
	if (!set)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a set of diagnostics");
	*ret_set = set;
	return 0;
}

void diag_dedup_free(struct diag_dedup *set)
{
	if (!set)
		return;
	diag_keys_release(&set->gone[0]);
	diag_keys_release(&set->gone[1]);
	free(set->slots);
	free(set);
}

struct diag_diagnostic *diag_dedup_find(
	const struct diag_dedup *set, const struct diag_diagnostic *d)
{
	uint64_t hash = hash_of(d);
	for (size_t i = hash; set->cap; i++) {
		const struct slot *s = &set->slots[i & (set->cap - 1)];
		if (!s->d)
			return NULL;
		if (s->hash == hash && same(s->d, d))
			return s->d;
	}
	return NULL;
}

static void put(struct slot *slots, size_t cap, struct slot s)
{
	size_t i = s.hash;
	while (slots[i & (cap - 1)].d)
		i++;
	slots[i & (cap - 1)] = s;
}

int diag_dedup_add(struct diag_dedup *set, struct diag_diagnostic *d, struct fl_error *err)
{
	if (set->len >= FL_LIST_MAX)
		return fl_error_set(err, FL_ELIMIT, "more than %d diagnostics", FL_LIST_MAX);
	if (set->len * 2 >= set->cap) {
		size_t cap = set->cap ? set->cap * 2 : CAP_FIRST;
		struct slot *slots = calloc(cap, sizeof(*slots));
		if (!slots)
			return fl_error_set(
				err, FL_ENOMEM, "out of memory for %zu diagnostics", cap);
		for (size_t i = 0; i < set->cap; i++)
			if (set->slots[i].d)
				put(slots, cap, set->slots[i]);
		free(set->slots);
		set->slots = slots;
		set->cap = cap;
	}
	put(set->slots, set->cap, (struct slot){.hash = hash_of(d), .d = d});
	set->len++;
	return 0;
}

static int remember(struct diag_dedup *set, uint64_t hash, struct fl_error *err)
{
	uint32_t count;
	if (set->gone[0].len >= DIAG_DEDUP_GONE_MIN) {
		diag_keys_release(&set->gone[1]);
		set->gone[1] = set->gone[0];
		set->gone[0] = (struct diag_keys){0};
	}
	return diag_keys_add(&set->gone[0], hash, &count, err);
}

int diag_dedup_let_go(struct diag_dedup *set, struct fl_error *err)
{
	int rc = 0;
	for (size_t i = 0; i < set->cap && !rc; i++)
		if (set->slots[i].d)
			rc = remember(set, set->slots[i].hash, err);
	free(set->slots);
	set->slots = NULL;
	set->cap = set->len = 0;
	return rc;
}

bool diag_dedup_gone(const struct diag_dedup *set, const struct diag_diagnostic *d)
{
	if (!set->gone[0].len) /* every log but a huge one */
		return false;
	uint64_t hash = hash_of(d);
	return diag_keys_has(&set->gone[0], hash) || diag_keys_has(&set->gone[1], hash);
}

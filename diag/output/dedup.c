#include "diag/output/dedup.h"

#include <stdlib.h>

struct slot {
	uint64_t hash;
	struct diag_diagnostic *d; /* NULL: free */
};

/* Open addressing; at most half of the slots are taken. */
struct diag_dedup {
	struct slot *slots;
	size_t cap, len; /* cap is a power of two */
};

enum { CAP_FIRST = 64 };

/* FNV-1a, 64 bits (draft-eastlake-fnv): what hashes alike is compared anyway. */
static const uint64_t fnv_start = 0xcbf29ce484222325U, fnv_prime = 0x100000001b3U;

static uint64_t mix(uint64_t h, struct fl_slice s)
{
	for (size_t i = 0; i < s.len; i++)
		h = (h ^ (unsigned char)s.ptr[i]) * fnv_prime;
	return (h ^ 0xff) * fnv_prime;
}

static uint64_t hash_of(const struct diag_diagnostic *d)
{
	uint64_t h = mix(mix(mix(fnv_start, d->file), d->message), d->code);
	h = mix(mix(h, d->symbol), d->object);
	return (h ^ (uint64_t)d->line << 20 ^ (uint64_t)d->col) * fnv_prime;
}

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

#include "datasets/report/words.h"

#include <stdlib.h>

static const char more[] = "…";

/* FNV-1a. */
static uint64_t hash_of(struct fl_slice s)
{
	uint64_t h = 0xcbf29ce484222325;
	for (size_t i = 0; i < s.len; i++)
		h = (h ^ (unsigned char)s.ptr[i]) * 0x100000001b3;
	return h;
}

/* The word's slot, or the empty one where it belongs. room is a power of two. */
static struct ds_count *slot_of(struct ds_count *slots, size_t room, struct fl_slice word)
{
	size_t i = (size_t)hash_of(word) & (room - 1);
	while (slots[i].count && !fl_slice_eq(slots[i].name, word))
		i = (i + 1) & (room - 1);
	return &slots[i];
}

static int make_room(struct ds_words *w, struct fl_error *err)
{
	if (2 * (w->len + 1) <= w->room)
		return 0;
	size_t room = w->room ? 2 * w->room : 64;
	struct ds_count *slots = calloc(room, sizeof(*slots));
	if (!slots)
		return fl_error_set(err, FL_ENOMEM, "out of memory for %zu words", room);
	for (size_t i = 0; i < w->room; i++)
		if (w->slots[i].count)
			*slot_of(slots, room, w->slots[i].name) = w->slots[i];
	free(w->slots);
	w->slots = slots;
	w->room = room;
	return 0;
}

int ds_words_add(struct ds_words *w, struct fl_slice word, struct fl_arena *a, struct fl_error *err)
{
	int rc = make_room(w, err);
	if (rc)
		return rc;
	struct ds_count *c = slot_of(w->slots, w->room, word);
	if (!c->count && w->len >= DS_WORDS_MAX)
		c = slot_of(w->slots, w->room, fl_slice_str(more));
	if (!c->count) {
		c->name = fl_arena_slice(a, w->len < DS_WORDS_MAX ? word : fl_slice_str(more));
		w->len++;
	}
	c->count++;
	return fl_arena_error(a, "the words of a column", err);
}

static int by_count(const void *a, const void *b)
{
	const struct ds_count *x = a, *y = b;
	if (x->count != y->count)
		return x->count < y->count ? 1 : -1;
	return fl_slice_cmp(x->name, y->name);
}

int ds_words_list(const struct ds_words *w, size_t max, struct fl_arena *a,
	struct fl_list *ret_counts, struct fl_error *err)
{
	struct ds_count *rows = fl_arena_array(a, w->len + 1, sizeof(*rows));
	size_t len = 0;
	if (!rows)
		return fl_arena_error(a, "the words of a column", err);
	for (size_t i = 0; i < w->room; i++)
		if (w->slots[i].count)
			rows[len++] = w->slots[i];
	qsort(rows, len, sizeof(*rows), by_count);
	if (len > max) {
		struct ds_count rest = {.name = fl_slice_str(more)};
		for (size_t i = max; i < len; i++)
			rest.count += rows[i].count;
		rows[max] = rest;
		len = max + 1;
	}
	*ret_counts = (struct fl_list){rows, len};
	return 0;
}

void ds_words_release(struct ds_words *w)
{
	free(w->slots);
	*w = (struct ds_words){.slots = NULL};
}

#include "datasets/report/shelf.h"

#include <stdlib.h>

#include "base/hash.h"

static size_t *slot_of(const struct ds_shelf *s, uint64_t key, size_t len)
{
	size_t i = (size_t)key & (s->slot_count - 1);
	for (; s->slots[i]; i = (i + 1) & (s->slot_count - 1)) {
		const struct ds_shelf_text *t = &s->texts[s->slots[i] - 1];
		if (t->key == key && t->len == len)
			break;
	}
	return &s->slots[i];
}

/* Places stay what they are; only the slots are dealt anew. */
static int make_room(struct ds_shelf *s, struct fl_error *err)
{
	if (s->len < s->room)
		return 0;
	size_t room = s->room ? 2 * s->room : 256;
	struct ds_shelf_text *texts = realloc(s->texts, room * sizeof(*texts));
	size_t *slots = calloc(2 * room, sizeof(*slots));
	if (texts)
		s->texts = texts;
	if (!texts || !slots) {
		free(slots);
		return fl_error_set(err, FL_ENOMEM, "out of memory for %zu texts", room);
	}
	free(s->slots);
	s->slots = slots;
	s->slot_count = 2 * room;
	s->room = room;
	for (size_t i = 0; i < s->len; i++)
		*slot_of(s, s->texts[i].key, s->texts[i].len) = i + 1;
	return 0;
}

int ds_shelf_take(
	struct ds_shelf *s, struct fl_slice text, int64_t *ret_place, struct fl_error *err)
{
	int rc = make_room(s, err);
	if (rc)
		return rc;
	uint64_t key = fl_hash64_parts(&text, 1);
	size_t *slot = slot_of(s, key, text.len);
	size_t place = *slot ? *slot - 1 : s->len;
	bool there = *slot && s->texts[place].takers;
	char *bytes = there ? s->texts[place].bytes : malloc(text.len + 1);
	if (!bytes)
		return fl_error_set(err, FL_ENOMEM, "out of memory for a text");
	if (!there && text.len)
		memcpy(bytes, text.ptr, text.len);
	size_t takers = there ? s->texts[place].takers : 0;
	s->texts[place] = (struct ds_shelf_text){key, bytes, text.len, takers + 1};
	s->len += place == s->len;
	*slot = place + 1;
	*ret_place = (int64_t)place;
	return 0;
}

void ds_shelf_leave(struct ds_shelf *s, int64_t place)
{
	struct ds_shelf_text *t = &s->texts[place];
	if (--t->takers)
		return;
	free(t->bytes);
	t->bytes = NULL;
}

void ds_shelf_release(struct ds_shelf *s)
{
	for (size_t i = 0; i < s->len; i++)
		free(s->texts[i].bytes);
	free(s->texts);
	free(s->slots);
	*s = (struct ds_shelf){.texts = NULL};
}

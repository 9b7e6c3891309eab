#include "datasets/quality/table.h"

#include <stdlib.h>

#include "base/hash.h"

enum { FIRST_ROOM = 1024 };

void ds_table_release(struct ds_table *t)
{
	free(t->entries);
	*t = (struct ds_table){.entries = NULL};
}

static struct ds_table_entry *slot(const struct ds_table *t, uint64_t key)
{
	size_t at = (size_t)(key % t->room);
	while (t->entries[at].key && t->entries[at].key != key)
		at = at + 1 == t->room ? 0 : at + 1;
	return &t->entries[at];
}

int64_t *ds_table_find(const struct ds_table *t, uint64_t key)
{
	struct ds_table_entry *e = t->room ? slot(t, key) : NULL;
	return e && e->key ? &e->value : NULL;
}

static int grow_table(struct ds_table *t, struct fl_error *err)
{
	struct ds_table more = {.room = t->room ? 2 * t->room : FIRST_ROOM};
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

int ds_table_put(struct ds_table *t, uint64_t key, int64_t value, struct fl_error *err)
{
	int rc = 2 * t->count >= t->room ? grow_table(t, err) : 0;
	if (rc)
		return rc;
	*slot(t, key) = (struct ds_table_entry){key, value};
	t->count++;
	return 0;
}

uint64_t ds_table_key(struct fl_slice text)
{
	uint64_t key = fl_hash64_parts(&text, 1);
	return key ? key : 1;
}

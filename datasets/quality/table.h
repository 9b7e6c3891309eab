/* Numbers by hashes of texts; nothing is taken out. */
#ifndef FL_DATASETS_QUALITY_TABLE_H
#define FL_DATASETS_QUALITY_TABLE_H

#include "base/error.h"
#include "base/slice.h"

/* Begins zeroed. */
struct ds_table {
	struct ds_table_entry {
		uint64_t key;
		int64_t value;
	} * entries;
	size_t count, room;
};

void ds_table_release(struct ds_table *t);

/* A text's key: never 0. */
uint64_t ds_table_key(struct fl_slice text);

/* The number of a key, or NULL. It lives until the next one is put. */
int64_t *ds_table_find(const struct ds_table *t, uint64_t key);

/* Add a key that is not there. FL_ENOMEM. */
int ds_table_put(struct ds_table *t, uint64_t key, int64_t value, struct fl_error *err);

#endif

/*
 * Texts that several records share, each kept once: source files of programs. A text goes when the
 * last record that has taken it lets it go.
 */
#ifndef FL_DATASETS_REPORT_SHELF_H
#define FL_DATASETS_REPORT_SHELF_H

#include "base/error.h"
#include "base/slice.h"

struct ds_shelf_text {
	uint64_t key;
	char *bytes;
	size_t len, takers; /* without takers it has no bytes */
};

struct ds_shelf {
	struct ds_shelf_text *texts;
	size_t len, room;
	size_t *slots; /* open addressing: a text's place + 1, 0: empty */
	size_t slot_count;
};

/* Begins zeroed. Take a text, which is copied where it is not there yet. FL_ENOMEM. */
int ds_shelf_take(
	struct ds_shelf *s, struct fl_slice text, int64_t *ret_place, struct fl_error *err);

/* Let go what was taken once. */
void ds_shelf_leave(struct ds_shelf *s, int64_t place);

void ds_shelf_release(struct ds_shelf *s);

#endif

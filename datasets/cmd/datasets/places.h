/* Where the rows of several inputs stood, and those of them that are no rows. */
#ifndef FL_DATASETS_CMD_PLACES_H
#define FL_DATASETS_CMD_PLACES_H

#include "base/arena.h"
#include "base/buf.h"
#include "datasets/dataset.h"

struct sub_place {
	const char *file;
	int64_t line;
};

struct sub_places {
	struct fl_arena names; /* of files */
	struct sub_place *places;
	size_t count, room;
	int64_t damaged;
};

void sub_places_init(struct sub_places *p);
void sub_places_release(struct sub_places *p);

/* The next row's place. FL_ENOMEM. */
int sub_places_add(struct sub_places *p, const struct ds_row *row, struct fl_error *err);

/* Tell of a row that is none, the first of them, and count it. */
void sub_places_damaged(struct sub_places *p, const struct ds_row *row, const struct fl_error *why);

/* Members that say a place: "PREFIXfile" and "PREFIXline". */
void sub_place_json(struct fl_buf *out, const char *prefix, const char *file, int64_t line);

#endif

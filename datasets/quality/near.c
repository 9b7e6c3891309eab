#include "datasets/quality/near.h"

#include <math.h>
#include <stdlib.h>

enum { FIRST_ROOM = 1024 };

/* Texts with the same value of a band hang together: heads by hash, next by text. 0 ends. */
struct ds_near {
	double least; /* alike, as sketches tell it */
	unsigned rows, bands;
	size_t count, room, buckets;
	struct ds_sketch *sketches;
	uint32_t *next; /* [room][bands] */
	uint32_t *heads; /* [bands][buckets] */
};

/* As many bins a band as find what is alike to that degree; fewer make more to compare. */
static unsigned rows_for(double alike)
{
	for (unsigned rows = 16; rows > 1; rows /= 2) {
		unsigned bands = DS_SKETCH_BINS / rows;
		if (1 - pow(1 - pow(alike, rows), bands) >= DS_NEAR_CHANCE)
			return rows;
	}
	return 1;
}

int ds_near_new(unsigned percent, struct ds_near **ret_near, struct fl_error *err)
{
	if (percent < DS_NEAR_LEAST || percent > DS_NEAR_MOST)
		return fl_error_set(err, FL_EINVAL, "alike is %d to %d percent, not %u",
			DS_NEAR_LEAST, DS_NEAR_MOST, percent);
	struct ds_near *near = calloc(1, sizeof(*near));
	if (!near)
		return fl_error_set(err, FL_ENOMEM, "out of memory for an index of texts");
	near->least = (percent - (percent < 100 ? (unsigned)DS_NEAR_SLACK : 0)) / 100.0;
	near->rows = rows_for(percent / 100.0);
	near->bands = DS_SKETCH_BINS / near->rows;
	*ret_near = near;
	return 0;
}

void ds_near_free(struct ds_near *near)
{
	if (!near)
		return;
	free(near->sketches);
	free(near->next);
	free(near->heads);
	free(near);
}

unsigned ds_near_rows(const struct ds_near *near)
{
	return near->rows;
}

unsigned ds_near_bands(const struct ds_near *near)
{
	return near->bands;
}

static size_t bucket_of(
	const struct ds_near *near, const struct ds_sketch *sketch, unsigned band, size_t buckets)
{
	uint64_t hash = 14695981039346656037u + band;
	for (unsigned i = 0; i < near->rows; i++)
		hash = (hash ^ sketch->bins[band * near->rows + i]) * 1099511628211u;
	return (size_t)((hash ^ hash >> 32) % buckets);
}

static void hang(struct ds_near *near, size_t text)
{
	for (unsigned band = 0; band < near->bands; band++) {
		size_t at = bucket_of(near, &near->sketches[text], band, near->buckets);
		uint32_t *head = &near->heads[(size_t)band * near->buckets + at];
		near->next[text * near->bands + band] = *head;
		*head = (uint32_t)text + 1;
	}
}

/* Room for twice as many; all hang anew. */
static int grow(struct ds_near *near, struct fl_error *err)
{
	size_t room = near->room ? 2 * near->room : FIRST_ROOM, buckets = room;
	struct ds_sketch *sketches = realloc(near->sketches, room * sizeof(*sketches));
	near->sketches = sketches ? sketches : near->sketches;
	uint32_t *next = realloc(near->next, room * near->bands * sizeof(*next));
	near->next = next ? next : near->next;
	uint32_t *heads = sketches && next ? calloc(near->bands * buckets, sizeof(*heads)) : NULL;
	if (!heads)
		return fl_error_set(err, FL_ENOMEM, "out of memory for %zu texts", room);
	free(near->heads);
	near->heads = heads;
	near->buckets = buckets;
	near->room = room;
	for (size_t i = 0; i < near->count; i++)
		hang(near, i);
	return 0;
}

struct ds_near_match ds_near_find(const struct ds_near *near, const struct ds_sketch *sketch)
{
	struct ds_near_match best = {.of = near->count};
	for (unsigned band = 0; near->count && band < near->bands; band++) {
		size_t at = bucket_of(near, sketch, band, near->buckets);
		uint32_t text = near->heads[(size_t)band * near->buckets + at];
		for (; text; text = near->next[(text - 1) * (size_t)near->bands + band]) {
			double alike = ds_sketch_alike(sketch, &near->sketches[text - 1]);
			bool better = alike > best.alike ||
				      (alike >= best.alike && best.copy && text - 1 < best.of);
			if (alike >= near->least && better)
				best = (struct ds_near_match){true, text - 1, alike};
		}
	}
	return best;
}

int ds_near_put(struct ds_near *near, const struct ds_sketch *sketch, struct fl_error *err)
{
	if (near->count == DS_NEAR_TEXTS)
		return fl_error_set(err, FL_ELIMIT, "more than %d texts", DS_NEAR_TEXTS);
	int rc = near->count == near->room ? grow(near, err) : 0;
	if (rc)
		return rc;
	near->sketches[near->count] = *sketch;
	hang(near, near->count);
	near->count++;
	return 0;
}

int ds_near_add(struct ds_near *near, const struct ds_sketch *sketch,
	struct ds_near_match *ret_match, struct fl_error *err)
{
	*ret_match = ds_near_find(near, sketch);
	return ret_match->copy ? 0 : ds_near_put(near, sketch, err);
}

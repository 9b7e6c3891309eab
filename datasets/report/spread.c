#include "datasets/report/spread.h"

#include <stdlib.h>

enum { RANGES = 33 };

static const struct fl_field range_fields[] = {
	FL_ROW(struct ds_range, from, FL_INT, .doc = "the least length of the range"),
	FL_ROW(struct ds_range, to, FL_INT, .doc = "the greatest"),
	FL_ROW(struct ds_range, count, FL_INT, .doc = "lengths in it"),
};

static const struct fl_shape range_shape = {.name = "range",
	.size = sizeof(struct ds_range),
	FL_SHAPE_FIELDS(range_fields),
	.doc = "Lengths from one to another."};

#define ROW(m, text) FL_ROW(struct ds_spread, m, FL_INT, .doc = (text))
static const struct fl_field spread_fields[] = {
	FL_ROW(struct ds_spread, name, FL_TEXT, .doc = "what is measured"),
	FL_ROW(struct ds_spread, unit, FL_TEXT, .doc = "bytes or tokens"),
	ROW(count, "texts"),
	ROW(none, "empty ones"),
	ROW(sum, "of all lengths"),
	ROW(least, "the shortest"),
	ROW(most, "the longest"),
	ROW(tenth, "a tenth are as long or shorter"),
	ROW(quarter, "a quarter are"),
	ROW(median, "half are"),
	ROW(three_quarters, "three quarters are"),
	ROW(nine_tenths, "nine tenths are"),
	ROW(ninety_nine, "99 of 100 are"),
	FL_ROW(struct ds_spread, ranges, FL_LIST, .shape = &range_shape, .item = "range",
		.doc = "by powers of two, without the empty ones"),
};
#undef ROW

const struct fl_shape ds_spread_shape = {.name = "spread",
	.size = sizeof(struct ds_spread),
	FL_SHAPE_FIELDS(spread_fields),
	.doc = "How long texts are."};

int ds_lengths_add(struct ds_lengths *l, size_t length, struct fl_error *err)
{
	if (l->len == l->room) {
		size_t room = l->room ? 2 * l->room : 1024;
		uint32_t *more = realloc(l->at, room * sizeof(*more));
		if (!more)
			return fl_error_set(err, FL_ENOMEM, "out of memory for %zu lengths", room);
		l->at = more;
		l->room = room;
	}
	l->at[l->len++] = length < UINT32_MAX ? (uint32_t)length : UINT32_MAX;
	return 0;
}

static int by_length(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

/* The length that so many of a hundred do not pass. */
static int64_t rank(const struct ds_lengths *l, size_t percent)
{
	size_t at = (l->len * percent + 99) / 100;
	return l->at[at ? at - 1 : 0];
}

/* Bits of the number: lengths of 2^(n-1) to 2^n - 1 have n. */
static unsigned bits_of(uint32_t length)
{
	unsigned n = 0;
	for (; length; length >>= 1)
		n++;
	return n;
}

/* All ranges from the first to the last that has any, so that a chart has no holes. */
static struct fl_list ranges_of(const struct ds_lengths *l, struct fl_arena *a)
{
	struct ds_range *ranges = fl_arena_array(a, RANGES, sizeof(*ranges));
	int64_t counts[RANGES] = {0};
	size_t first = RANGES, last = 0, len = 0;
	for (size_t i = 0; i < l->len; i++)
		counts[bits_of(l->at[i])]++;
	for (size_t n = 1; n < RANGES; n++) {
		first = counts[n] && first == RANGES ? n : first;
		last = counts[n] ? n : last;
	}
	for (size_t n = first; ranges && n <= last && n < RANGES; n++)
		ranges[len++] =
			(struct ds_range){(int64_t)1 << (n - 1), ((int64_t)1 << n) - 1, counts[n]};
	return (struct fl_list){ranges, len};
}

int ds_lengths_spread(struct ds_lengths *l, struct fl_arena *a, struct ds_spread *ret_spread,
	struct fl_error *err)
{
	struct ds_spread s = {.count = (int64_t)l->len};
	if (l->len) {
		qsort(l->at, l->len, sizeof(*l->at), by_length);
		s.least = l->at[0];
		s.tenth = rank(l, 10);
		s.quarter = rank(l, 25);
		s.median = rank(l, 50);
		s.three_quarters = rank(l, 75);
		s.nine_tenths = rank(l, 90);
		s.ninety_nine = rank(l, 99);
		s.most = l->at[l->len - 1];
	}
	for (size_t i = 0; i < l->len; i++) {
		s.sum += l->at[i];
		s.none += l->at[i] == 0;
	}
	s.ranges = ranges_of(l, a);
	int rc = fl_arena_error(a, "the lengths", err);
	if (rc == 0)
		*ret_spread = s;
	return rc;
}

void ds_lengths_release(struct ds_lengths *l)
{
	free(l->at);
	*l = (struct ds_lengths){.at = NULL};
}

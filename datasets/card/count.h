/* What a card counts. */
#ifndef FL_DATASETS_CARD_COUNT_H
#define FL_DATASETS_CARD_COUNT_H

#include "datasets/manifest.h"
#include "datasets/show.h"

/* Tokens, as datasets/record/tokens.h counts them: of all rows, and of the longest one. */
struct ds_card_tokens {
	int64_t sum, most;
};

struct ds_card_kind {
	int64_t rows, bytes, packed; /* bytes of JSON and of the shards */
	struct ds_card_tokens prompt, completion, context;
};

struct ds_card_counts {
	const struct ds_manifest *manifest;
	struct ds_stats stats;
	struct ds_card_kind kinds[DS_KIND_COUNT];
	int64_t origins[DS_ORIGIN_COUNT];
	int64_t faults, groups; /* that differ */
	int64_t judged; /* rows some of whose hidden tests the fault fails */
	struct fl_list licences; /* struct ds_count, the most frequent first, then by name */
	const struct fl_shape *shape; /* of the rows */
	size_t columns; /* how many of its fields they have */
};

/* Read the manifest and all rows of a directory, into the arena. As ds_card_write(). */
int ds_card_count(const char *dir, struct fl_arena *a, struct ds_card_counts *ret_counts,
	struct fl_error *err);

#endif

/*
 * Counts by word, for columns whose words no table knows beforehand: compilers, platforms,
 * licences, repositories.
 */
#ifndef FL_DATASETS_REPORT_WORDS_H
#define FL_DATASETS_REPORT_WORDS_H

#include "datasets/manifest.h"

/* Different words that one column may have; further ones are counted as "…". */
enum { DS_WORDS_MAX = 1 << 18 };

struct ds_words {
	struct ds_count *slots; /* open addressing; an empty slot has a count of 0 */
	size_t len, room;
};

/* Begins zeroed. Count the word, which is copied into the arena. FL_ENOMEM, FL_ELIMIT. */
int ds_words_add(
	struct ds_words *w, struct fl_slice word, struct fl_arena *a, struct fl_error *err);

/*
 * The counts (struct ds_count) in the arena: the highest first, equal ones by their words; at most
 * max, and what the others have together as "…" behind them.
 */
int ds_words_list(const struct ds_words *w, size_t max, struct fl_arena *a,
	struct fl_list *ret_counts, struct fl_error *err);

void ds_words_release(struct ds_words *w);

#endif

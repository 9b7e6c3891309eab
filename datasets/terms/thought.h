/*
 * What an answer's thoughts say that was observed, held to what is known of the fault. Of the
 * blocks that count (datasets/terms/blocks.h) each line "OBSERVED: …" is read for claims, in the
 * words of our own records (datasets/record/observed.h):
 *
 *   place   in drop at list.c:33, by main at list.c:40, list.c:33
 *   code    list.c:33 says `free(n);`
 *   value   …, where n is 3, p is 0x0; n is 3, written last in main at list.c:9
 *   kind    heap-use-after-free, …; segv: …
 *   output  line 3 of the output is `5` and should be `6`
 *
 * Other words claim nothing. A claim is matched, contradicted (the evidence or the code has
 * something else there), or unknown (neither); the same again, in other words too, counts once.
 */
#ifndef FL_DATASETS_THOUGHT_H
#define FL_DATASETS_THOUGHT_H

#include "datasets/terms/known.h"

enum {
	DS_FACTS_MAX = 128, /* claims that are held to something */
	DS_FACTS_LEAST = 4 /* that an answer should have, where the evidence has as many */
};

extern const struct fl_names ds_fact_names;

struct ds_fact {
	int64_t start, end; /* bytes of the answer */
	int verdict; /* enum ds_fact_verdict */
};

struct ds_thought {
	int64_t stated, matched, contradicted, unknown;
	int64_t omitted; /* claims behind the DS_FACTS_MAX first */
	int64_t wanted; /* as many as it takes for the whole score */
	struct fl_list facts; /* struct ds_fact */
};

extern const struct fl_shape ds_thought_shape;

/*
 * `model` is an answer that says what can be said, a record's reasoning, or "": it decides what is
 * wanted. The list lives in the arena. Time is in proportion to the answer, but for the first
 * claims.
 */
int ds_thought_check(struct fl_slice answer, struct fl_slice model, const struct ds_known *known,
	struct fl_arena *a, struct ds_thought *ret_thought, struct fl_error *err);

/* (matched - contradicted) / the larger of stated (with omitted) and wanted, at least 0. */
int64_t ds_thought_score(const struct ds_thought *t);

#endif

/*
 * Which rows of JSON are asked for: those under some licences (datasets/quality/licence.h), and of
 * each kind of each repository so many.
 *
 * The licence of a row is `licence`, `license`, or the `licence` of its `provenance`; its
 * repository ds_text_group(), its kind `kind`. Rows that name no repository are of one.
 */
#ifndef FL_DATASETS_QUALITY_SIEVE_H
#define FL_DATASETS_QUALITY_SIEVE_H

#include "base/error.h"
#include "base/slice.h"

struct ds_sieve;

struct ds_sieve_opts {
	struct fl_slice licences; /* with commas between; "": all. Lives as long as the sieve */
	int64_t cap; /* rows of a kind of a repository, the first ones; 0: all */
};

/* X(ENUM, what becomes of a row) */
#define DS_SIEVES(X)                        \
	X(TAKEN, "taken")                   \
	X(LICENCE, "under another licence") \
	X(CAP, "over the cap of their repository")

enum ds_sieve_verdict {
#define X(id, words) DS_SIEVE_##id,
	DS_SIEVES(X)
#undef X
		DS_SIEVE_VERDICTS
};

extern const char *const ds_sieve_words[DS_SIEVE_VERDICTS];

int ds_sieve_new(
	const struct ds_sieve_opts *opts, struct ds_sieve **ret_sieve, struct fl_error *err);
void ds_sieve_free(struct ds_sieve *sieve);

/* What becomes of the next row. FL_EPARSE when it is no JSON object; FL_ENOMEM. */
int ds_sieve_row(struct ds_sieve *sieve, struct fl_slice line, enum ds_sieve_verdict *ret_verdict,
	struct fl_error *err);

#endif

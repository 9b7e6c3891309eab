/*
 * A pair tried: both sides compiled by each compiler that is asked for, in the standard that suits
 * the side after, and the records that come of it. Of what a commit changed a record keeps the
 * edits without which a compiler would not take the file, so that the error leads to all of them.
 * Where the bench has a runner, pairs whose both sides compile are run (executed.h).
 */
#ifndef FL_DATASETS_IMPORT_ATTEMPT_H
#define FL_DATASETS_IMPORT_ATTEMPT_H

#include "datasets/import/pair.h"
#include "datasets/import/real.h"

struct ds_attempt {
	enum ds_fate fate; /* DS_FATE_TAKEN: there is a record */
	struct fl_slice why; /* says more, or "" */
	struct ds_record *records; /* one of each compiler, or of each check; in the arena */
	size_t count;
};

/*
 * source: of the records' provenance. use: by enum tg_compiler. whole: keep all edits. What becomes
 * of a pair of which no record comes is told of the compiler that came furthest. Errors are of the
 * bench only.
 */
int ds_attempt(const struct ds_real_bench *b, const struct ds_pair *pair, struct fl_slice source,
	const bool use[2], bool whole, struct fl_arena *a, struct ds_attempt *ret_attempt,
	struct fl_error *err);

/*
 * A file tried: the pairs that clang-tidy makes of it with these checks (finding.h), and the
 * records that come of them. The pair's sides are the same, the file as it is.
 */
int ds_attempt_findings(const struct ds_real_bench *b, const struct ds_pair *file,
	struct fl_slice source, const char *checks, struct fl_arena *a,
	struct ds_attempt *ret_attempt, struct fl_error *err);

#endif

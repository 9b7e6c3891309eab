/*
 * Is what a program printed what was expected? The usual ways of judges:
 *
 *   tokens      the same words in the same order, whatever blanks are between them (the default;
 *               testlib's wcmp)
 *   exact       byte for byte
 *   lines       line for line without the blanks at their ends, and without empty lines at the end
 *   tolerance   as tokens; two numbers are the same when they differ by at most the absolute
 *               tolerance, or by the relative one of the expected number (testlib's rcmp)
 *   unordered   the same lines, each compared as tokens, in any order
 */
#ifndef FL_DATASETS_COMPARE_H
#define FL_DATASETS_COMPARE_H

#include "base/arena.h"
#include "base/model.h"

#define DS_COMPARISONS(X)         \
	X(TOKENS, "tokens")       \
	X(EXACT, "exact")         \
	X(LINES, "lines")         \
	X(TOLERANCE, "tolerance") \
	X(UNORDERED, "unordered")

enum ds_comparison {
#define X(id, word) DS_COMPARE_##id,
	DS_COMPARISONS(X)
#undef X
		DS_COMPARISON_COUNT
};

extern const struct fl_names ds_comparison_names;

struct ds_compare {
	enum ds_comparison how;
	double absolute, relative; /* of DS_COMPARE_TOLERANCE; both 0: 1e-6 each */
};

/* Where two outputs differ first; texts point into them. */
struct ds_difference {
	int64_t line; /* of the expected output, from 1 */
	struct fl_slice expected, actual; /* that line, and the one of the other side */
};

/*
 * Compare. *ret_difference is filled when they differ (NULL: not wanted). Outputs may hold any
 * bytes. FL_ENOMEM, FL_ELIMIT when there is no room to sort lines.
 */
int ds_compare_outputs(const struct ds_compare *c, struct fl_slice expected, struct fl_slice actual,
	struct fl_arena *a, bool *ret_same, struct ds_difference *ret_difference,
	struct fl_error *err);

#endif

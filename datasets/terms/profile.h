/*
 * What a candidate is rewarded for: a weight for each term, whose values are from 0 to 1. The
 * reward is their weighted sum, cut to 0..1. Presets are rows of a table; `faultline` is the
 * default.
 */
#ifndef FL_DATASETS_PROFILE_H
#define FL_DATASETS_PROFILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* X(ENUM, word, meaning) */
#define DS_TERMS(X)                                                                          \
	X(EXTRACT, "extract", "1 when the answer held code")                                 \
	X(COMPILE, "compile", "1 when it compiles and links")                                \
	X(TESTS, "tests", "the share of the tests that passed, by their weights")            \
	X(ALL, "all", "1 when all tests passed")                                             \
	X(CLEAN, "clean", "1 when it ran and no sanitizer reported anything")                \
	X(TIME, "time", "of the tests, when all passed: the mean share of the limit unused") \
	X(CLASS, "class", "1 when the class that the answer states is the fault's")          \
	X(CONFIDENCE, "confidence", "how well the answer knows that (terms/stated.h)")       \
	X(THOUGHT, "thought", "of what the answer says was observed: the share that was")    \
	X(TIDY, "tidy", "1 / (1 + what clang-tidy finds)")

enum ds_term {
#define X(id, word, doc) DS_TERM_##id,
	DS_TERMS(X)
#undef X
		DS_TERM_COUNT
};

enum { DS_WHOLE = 10000 }; /* weights and values are in 1/10000ths */
enum { DS_ABSENT = -1 }; /* a value that nobody can know */

struct ds_term_info {
	const char *word, *doc;
};

extern const struct ds_term_info ds_terms[DS_TERM_COUNT];

struct ds_profile {
	const char *name, *doc;
	int64_t weights[DS_TERM_COUNT];
};

/* NULL-terminated names, for the options; the profile of an index. */
extern const char *const ds_profile_words[];
extern const struct ds_profile ds_profiles[];

/* Set one weight by "TERM=WEIGHT" (0 to 1, at most four decimals); false: it is no such text. */
bool ds_profile_set(struct ds_profile *p, const char *text);

/*
 * The reward for the values, which are 0..DS_WHOLE each, or DS_ABSENT: the weight of such a term is
 * shared out among the others, in proportion to theirs. DS_ABSENT: there are no others.
 */
int64_t ds_profile_reward(const struct ds_profile *p, const int64_t values[DS_TERM_COUNT]);

#endif

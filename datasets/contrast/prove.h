/*
 * A pair of a contrast proven: both forms are compiled for both sides, which is four compilations,
 * and two records made of the two that fail.
 */
#ifndef FL_DATASETS_CONTRAST_PROVE_H
#define FL_DATASETS_CONTRAST_PROVE_H

#include "datasets/contrast/task.h"
#include "datasets/import/real.h"

/* What became of a pair. X(ENUM, word, what it means) */
#define DS_CONTRAST_FATES(X)                                                                   \
	X(OWN_FAILS, "own_fails", "a form does not compile under its own header")              \
	X(OTHER_COMPILES, "other_compiles", "a form compiles under the other header, too")     \
	X(OTHER_REASON, "other_reason", "a form fails for another reason than its task names") \
	X(COMPILER_LIMIT, "compiler_limit", "the compiler used up its time or memory")         \
	X(SAME_HEADER, "same_header", "the headers of both sides are the same")                \
	X(CHANGES_MUCH, "changes_much", "too many lines differ")                               \
	X(BREAKS_RULE, "breaks_rule", "no record can be made of it")                           \
	X(DUPLICATE, "duplicate", "the same code came before")                                 \
	X(NO_COMPILER, "no_compiler", "the compiler for a machine is not installed")           \
	X(LOST, "lost", "our own tools failed on it")                                          \
	X(PROVEN, "proven", "all four compilations are as they have to be")

enum ds_contrast_fate {
#define X(id, ...) DS_CONTRAST_##id,
	DS_CONTRAST_FATES(X)
#undef X
		DS_CONTRAST_FATE_COUNT
};

extern const struct fl_names ds_contrast_fate_names;
extern const char *const ds_contrast_fate_docs[DS_CONTRAST_FATE_COUNT];

struct ds_contrast_proof {
	enum ds_contrast_fate fate;
	struct fl_slice why; /* says more, or "" */
	/* By side: its header, the other form as the faulty code, its own as the fix. */
	struct ds_record records[2];
};

/* Errors are of the bench only. The proof lives in the arena. */
int ds_contrast_prove(const struct ds_real_bench *b, const struct ds_contrast_pair *pair,
	struct fl_arena *a, struct ds_contrast_proof *ret_proof, struct fl_error *err);

/* Is it a record of a contrast? */
bool ds_contrast_is(const struct ds_record *r);

/*
 * Both compilations of such a record once more, as ds_real_again() does. FL_EREFUSED with the
 * reason when its build is no side of a contrast, the faulty code compiles or the fix does not.
 */
int ds_contrast_again(const struct ds_real_bench *b, const struct ds_record *r, struct fl_arena *a,
	struct ds_record *ret_again, struct fl_error *err);

#endif

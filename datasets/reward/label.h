/*
 * A label: what became of a candidate, and the reward. One JSON object a line (docs/fields.md).
 *
 * `reward` is not there when `infra_error` is not empty: what the host, the sandbox or we ourselves
 * did wrong is never a reward, not even 0.
 */
#ifndef FL_DATASETS_LABEL_H
#define FL_DATASETS_LABEL_H

#include "datasets/terms/thought.h"

enum { DS_LABEL_VERSION = 1, DS_EVIDENCE_BYTES = 4096, FL_LINE_MAX = 200 };

/* How far a candidate came. X(ENUM, word, meaning) */
#define DS_STAGES(X)                                                       \
	X(CANDIDATE, "candidate", "the candidate could not be read")       \
	X(EXTRACT, "extract", "the answer holds no code")                  \
	X(APPLY, "apply", "the answer does not fit the files of its task") \
	X(COMPILE, "compile", "it does not compile or link")               \
	X(TEST, "test", "a test failed")                                   \
	X(PASSED, "passed", "it compiles and passes all tests")

enum ds_stage {
#define X(id, word, doc) DS_STAGE_##id,
	DS_STAGES(X)
#undef X
		DS_STAGE_COUNT
};

/* What became of a test. X(ENUM, word, meaning) */
#define DS_VERDICTS(X)                                                                             \
	X(PASSED, "passed", "it did what was expected, and no sanitizer reported anything")        \
	X(WRONG_OUTPUT, "wrong_output", "it printed something else, or ended with another status") \
	X(REPORT, "report", "a sanitizer reported a fault, or the program aborted")                \
	X(CRASHED, "crashed", "a signal ended it")                                                 \
	X(TIME_LIMIT, "time_limit", "it used up its time")                                         \
	X(MEMORY_LIMIT, "memory_limit", "it used up its memory")                                   \
	X(OUTPUT_LIMIT, "output_limit", "it printed too much")                                     \
	X(NOT_RUN, "not_run", "one before it failed, and the first failure was to be the last")

enum ds_verdict {
#define X(id, word, doc) DS_VERDICT_##id,
	DS_VERDICTS(X)
#undef X
		DS_VERDICT_COUNT
};

extern const struct fl_names ds_stage_names, ds_verdict_names;

struct ds_trial_result {
	struct fl_slice name;
	int verdict; /* enum ds_verdict */
	struct fl_slice kind; /* of a report, or how it ended, in a word */
	int64_t exit_status, signal; /* -1: it did not end so */
	int64_t cpu_ms, wall_ms;
};

/* What shows that the label is right: the first test that failed. */
struct ds_proof {
	struct fl_slice test; /* its name; "" when none failed */
	struct fl_slice input; /* its standard input, cut to DS_EVIDENCE_BYTES */
	int64_t line; /* of the expected output, where they differ first; 0: they do not */
	struct fl_slice expected, actual; /* that line of both, cut to FL_LINE_MAX */
	struct fl_slice said; /* what the program wrote last on standard error */
};

/* What the answer says of the fault (datasets/terms/stated.h). */
struct ds_label_stated {
	struct fl_slice error_class; /* a class's name; "": none, or none that can be read */
	int64_t confidence, score; /* 1/10000ths; score: of the confidence */
	struct fl_slice problem; /* what cannot be read of it */
	struct fl_slice found; /* the class of the fault; "": nobody knows */
};

struct ds_label {
	struct fl_slice id, group;
	int64_t version;
	int stage; /* enum ds_stage */
	int64_t passed, total; /* tests */
	int error_class; /* enum diag_class; none when all passed */
	int64_t confidence; /* 1/10000ths */
	struct fl_slice
		kind; /* of the fault, in a word: a diagnostic's id, a report's kind, a verdict */
	struct fl_slice message; /* why it was refused, or what is wrong in a sentence */
	struct fl_slice evidence; /* terse literals of the diagnostics or of the report */
	struct fl_list diagnostics; /* struct diag_diagnostic */
	struct fl_list reports; /* struct san_report */
	struct fl_list tests; /* struct ds_trial_result */
	struct ds_proof proof;
	bool flaky; /* a run that failed passed when it was made again */
	struct fl_slice extract; /* where the code was found: "markers", "fence", "whole", "none" */
	struct ds_label_stated stated;
	struct ds_thought thought;
	struct fl_list tidy; /* struct diag_diagnostic: what clang-tidy found, the first ones */
	int64_t tidy_omitted, tidy_hidden; /* of datasets/terms/tidy.h */
	struct fl_slice tidy_failed;
	int64_t run_ms; /* CPU time of all runs */
	struct fl_slice hash; /* of all that decides: what a label is kept under */
	struct fl_slice compiler, faultline; /* versions */
	struct fl_slice infra_error; /* what kept us from judging it, or "" */
	int64_t reward; /* 1/10000ths; the last column, and not there with infra_error */
	bool cached; /* it was kept from an earlier time; no column */
};

extern const struct fl_shape ds_label_shape;

/* Append its JSON, without an LF. */
void ds_label_write(struct fl_buf *out, const struct ds_label *label);

/* Read it back; without a reward that is 0. */
int ds_label_read(struct fl_slice json, struct fl_arena *a, struct ds_label **ret_label,
	struct fl_error *err);

#endif

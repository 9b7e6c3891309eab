/*
 * clang-tidy over a candidate's code, in the box that compilers run in, with the flags that it is
 * built with. Findings are read as all of diag reads them, each with its class.
 *
 * The code is hostile to the tool as well. A .clang-tidy file of its own is not read
 * (--config={}), and __clang_analyzer__ is not defined, so that nothing is left out by that; what
 * calls itself a system's header is looked at as well. What it hides by NOLINT, by an attribute, or
 * by such a call, is counted, and is as much as what is found. What ends the tool, or what it
 * cannot compile, scores 0.
 */
#ifndef FL_DATASETS_TIDY_H
#define FL_DATASETS_TIDY_H

#include "base/json.h"
#include "base/sandbox/sandbox.h"
#include "sanitize/run/build.h"

enum {
	DS_TIDY_FINDINGS = 32, /* in a label, */
	DS_TIDY_BYTES = 16 << 10, /* and of their compact literals: texts and notes are cut */
	DS_TIDY_CHECKS = 256,
	DS_TIDY_OUTPUT_MAX = 4 << 20 /* bytes that it may say */
};

/* Checks that are run where none are asked for. */
#define DS_TIDY_DEFAULT                                                                    \
	"bugprone-*,-bugprone-easily-swappable-parameters,-bugprone-reserved-identifier,"  \
	"clang-analyzer-*,-clang-analyzer-security.insecureAPI.Deprecated*,concurrency-*," \
	"-concurrency-mt-unsafe"

struct ds_tidy {
	struct fl_list findings; /* struct diag_diagnostic, the first ones */
	int64_t omitted; /* findings beyond these */
	int64_t hidden; /* what the code hides from the tool */
	struct fl_slice failed; /* why it could not be looked at whole; or "" */
};

/* What a candidate asks for: true, false, or a list of checks. */
struct ds_tidy_wish {
	bool given, on;
	const char *checks; /* as --checks has them; NULL: DS_TIDY_DEFAULT */
};

/* FL_EPARSE: it is neither, or a check is none by its letters. Lives in the arena. */
int ds_tidy_read(const struct fl_json *v, struct fl_arena *a, struct ds_tidy_wish *ret_wish,
	struct fl_error *err);

/* The same of a text "a,b,-c". In both the word "default" stands for DS_TIDY_DEFAULT. */
int ds_tidy_read_text(struct fl_slice checks, struct fl_arena *a, struct ds_tidy_wish *ret_wish,
	struct fl_error *err);

/*
 * The name of the tool: `wanted`, or where that is NULL that of the clang of the program, else the
 * newest that is installed. FL_EMISSING says what to do about it.
 */
int ds_tidy_find(const char *wanted, const struct san_toolchain *clang, struct fl_arena *a,
	const char **ret_tool, struct fl_error *err);

/*
 * Look at the program's sources. The harness, where there is one, is not the candidate's: nothing
 * of it is told. FL_EPARSE: no check has such a name; FL_EHOST and others: the host could not.
 */
int ds_tidy_run(struct fl_box *box, const struct san_program *program, const char *tool,
	const struct ds_tidy_wish *wish, struct fl_slice harness, struct fl_arena *a,
	struct ds_tidy *ret_tidy, struct fl_error *err);

/* How often a text hides something from the tool, by what stands in it. */
int64_t ds_tidy_hides(struct fl_slice text);

/* 1 / (1 + n), n: findings and what is hidden; 0 where it failed. In 1/10000ths. */
int64_t ds_tidy_score(const struct ds_tidy *t);

#endif

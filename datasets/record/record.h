/*
 * The record: one fault, what the tools of the trade said about it, and how it was mended. All
 * kinds have the same columns (docs/fields.md), so that shards of different kinds load together.
 *
 * No column is null, and no list is ever empty: an empty list has no type for a loader that guesses
 * types from rows. What may be empty is text (`events` is JSON text, `run.env` is lines).
 */
#ifndef FL_DATASETS_RECORD_H
#define FL_DATASETS_RECORD_H

#include "base/model.h"

/*
 * Goes up by one when a column is removed or changes its meaning or type. A column that is added at
 * the end does not change it: readers take columns by name.
 */
enum { DS_SCHEMA_VERSION = 1 };

/* A record's JSON line never has more bytes. */
enum { DS_RECORD_MAX = 64 << 20 };

enum ds_level { DS_TRANSCRIBED, DS_COMPILED, DS_EXECUTED, DS_LEVEL_COUNT };
enum ds_origin { DS_SYNTHETIC, DS_REAL, DS_ORIGIN_COUNT };
enum ds_split { DS_TRAIN, DS_VALID, DS_TEST, DS_SPLIT_COUNT };
enum ds_language { DS_LANG_C, DS_LANG_CXX, DS_LANG_COUNT };
/* The fixed file; the diff; the reasoning block (datasets/cause.h) and then the diff. */
enum ds_completion { DS_FIXED, DS_DIFF, DS_CAUSE };

/* X(ENUM, name, least verification level, default completion, what it is) */
#define DS_KINDS(X)                                                                         \
	X(DIAGNOSTIC_FIX, "diagnostic_fix", DS_COMPILED, DS_FIXED,                          \
		"code that does not compile or link, and what the compiler or linker says") \
	X(SANITIZER_FIX, "sanitizer_fix", DS_EXECUTED, DS_FIXED,                            \
		"code that a sanitizer finds a fault in as it runs, and the report")        \
	X(TRACE_FIX, "trace_fix", DS_EXECUTED, DS_DIFF,                                     \
		"code that misbehaves as it runs, and what a debugger sees of it")          \
	X(CRASH_REPORT, "crash_report", DS_EXECUTED, DS_CAUSE,                              \
		"code that a signal or a limit ends as it runs, and what is left of it")

enum ds_kind {
#define X(id, ...) DS_KIND_##id,
	DS_KINDS(X)
#undef X
		DS_KIND_COUNT
};

struct ds_kind_info {
	const char *name;
	enum ds_level least;
	enum ds_completion completion;
	const char *doc;
};

/* Indexed by enum ds_kind. */
extern const struct ds_kind_info ds_kind_table[DS_KIND_COUNT];

/* The edit that makes buggy of fixed: original, at offset, gives way to replacement. */
struct ds_mutation {
	struct fl_slice operator; /* of the table in tracegen/operators/ops.h */
	struct fl_slice file; /* path of the file that has the fault: `buggy`, and in `files` */
	int64_t line, col; /* of the edit in fixed; 1-based, columns are bytes */
	struct fl_slice original, replacement;
	int64_t offset; /* bytes from the start of fixed */
	struct fl_slice function; /* that it is in, or "" */
};

/* One command: what is run, with arguments. */
struct ds_command {
	struct fl_list argv; /* struct fl_slice, never empty */
};

struct ds_run {
	struct fl_list argv; /* struct fl_slice, never empty: argv[0] is the program */
	struct fl_slice input; /* column `stdin` */
	struct fl_slice env; /* lines K=V, each with its LF */
};

/* What was seen of the buggy code. */
struct ds_outcome {
	struct fl_slice status; /* in a word: "compile_error", "crash", "wrong_output", … */
	struct fl_slice end; /* how the run ended: a word of fl_end_names, or "" when none was */
	int64_t exit_status, signal; /* -1: not known */
	struct fl_slice sanitizer_kind; /* as in sanitize/kinds/kinds.h, or "" */
	struct fl_slice output_hash; /* sha256 of what it wrote to stdout, or "" */
};

/* What was seen of the fixed code. */
struct ds_fixed {
	bool same; /* it behaves as the original did */
	int64_t exit_status; /* -1: it was not run */
	struct fl_slice output_hash;
};

struct ds_verification {
	int level; /* enum ds_level */
	struct ds_outcome buggy;
	struct ds_fixed fixed;
};

struct ds_provenance {
	int origin; /* enum ds_origin */
	struct fl_slice source; /* path within its corpus */
	struct fl_slice sha256; /* of the source file, which is `fixed` for an injected fault */
	struct fl_slice licence; /* SPDX expression, or "" */
	struct fl_slice faultline, compiler,
		debugger; /* versions; debugger "" when none was used */
	int64_t seed;
};

struct ds_record {
	struct fl_slice id;
	int64_t schema_version;
	int kind; /* enum ds_kind */
	int error_class, evidence_class; /* enum diag_class */
	struct fl_slice cwe;
	int language; /* enum ds_language */
	struct fl_slice platform, prompt, completion;
	struct fl_slice buggy, fixed, diff;
	struct fl_slice context, events;
	struct ds_mutation mutation;
	struct fl_list files; /* struct tg_file, never empty; the faulty file as in buggy */
	struct fl_list build; /* struct ds_command, never empty */
	struct ds_run run;
	struct ds_verification verification;
	struct ds_provenance provenance;
	struct fl_slice group;
	int split; /* enum ds_split */
};

extern const struct fl_shape ds_record_shape;
extern const struct fl_names ds_kind_names, ds_level_names, ds_origin_names, ds_split_names,
	ds_language_names;

/* The id that the record's content asks for, whatever r->id holds. FL_ELIMIT: DS_RECORD_MAX. */
enum { DS_ID_LEN = 32 };
int ds_record_id(const struct ds_record *r, char ret_id[DS_ID_LEN + 1], struct fl_error *err);

/* train, valid or test (90, 5 and 5 %), decided by the group alone. */
enum ds_split ds_split_of(struct fl_slice group);

/*
 * Fill schema_version, diff (from buggy to fixed, for mutation.file), completion (by the given
 * choice), split and, last, id: the first 32 hex digits of the sha256 of the record's JSON with id
 * "". What is new lives in the arena.
 */
int ds_record_seal(struct ds_record *r, enum ds_completion completion, struct fl_arena *a,
	struct fl_error *err);

/*
 * Is the record what its columns promise, as far as can be told without running anything? The rules
 * stand in one table in check.c; a failure is FL_EREFUSED and names the rule and the column.
 */
int ds_record_check(const struct ds_record *r, struct fl_error *err);

#endif

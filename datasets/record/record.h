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
 * the end does not change it: readers take columns by name. Records of all versions are read,
 * checked and replayed; only the last is written.
 *
 *   1  ends with `split`; `group` is the program; `completion` is fixed, diff, or cause and diff
 *   2  appends `fault` and what follows it; `group` is the repository; `completion` is an answer
 *      (datasets/record/answer.h). Its first records end with `prompt_bytes`
 */
enum { DS_SCHEMA_VERSION = 2 };

/* A record's JSON line never has more bytes. */
enum { DS_RECORD_MAX = 64 << 20 };

/*
 * Transcribed: what a person pasted of a debugger's session, of a fault of people's own.
 * Nothing of it was run here; who is not asked for such records passes them over.
 */
enum ds_level { DS_TRANSCRIBED, DS_COMPILED, DS_EXECUTED, DS_LEVEL_COUNT };
/*
 * Where a fault is from: an operator put it in; people made it; nobody did, as the code is right
 * for another platform (datasets/contrast/contrast.h). Of the last two no operator is known.
 */
enum ds_origin { DS_SYNTHETIC, DS_REAL, DS_CONTRAST, DS_ORIGIN_COUNT };
enum ds_split { DS_TRAIN, DS_VALID, DS_TEST, DS_SPLIT_COUNT };
enum ds_language { DS_LANG_C, DS_LANG_CXX, DS_LANG_COUNT };
/* How an answer says what to change: a unified diff, search-and-replace blocks, whole files. */
enum ds_form { DS_FORM_DIFF, DS_FORM_BLOCKS, DS_FORM_FILE, DS_FORM_COUNT };

/* What is asked of a kind's reader, besides an answer: flags of its row in the table. */
enum {
	DS_KIND_REASONS = 1, /* its answer begins with reasoning */
	DS_KIND_BUILDS = 2, /* the fault is one of the build: nothing of it runs */
	DS_KIND_TALKS = 4, /* its answer is a dialogue: `events` are its turns */
};

/* X(ENUM, name, least verification level, flags, what it is) */
#define DS_KINDS(X)                                                                         \
	X(DIAGNOSTIC_FIX, "diagnostic_fix", DS_COMPILED, DS_KIND_BUILDS,                    \
		"code that does not compile or link, and what the compiler or linker says") \
	X(SANITIZER_FIX, "sanitizer_fix", DS_EXECUTED, 0,                                   \
		"code that a sanitizer finds a fault in as it runs, and the report")        \
	X(TRACE_FIX, "trace_fix", DS_TRANSCRIBED, DS_KIND_REASONS,                          \
		"code that misbehaves as it runs, and what a debugger sees of it")          \
	X(CRASH_REPORT, "crash_report", DS_EXECUTED, DS_KIND_REASONS,                       \
		"code that a signal or a limit ends as it runs, and what is left of it")    \
	X(DIVERGENCE, "divergence", DS_EXECUTED, DS_KIND_REASONS,                           \
		"code that misbehaves as it runs, and where its run parts from the right "  \
		"program's")                                                                \
	X(DEBUG_SESSION, "debug_session", DS_TRANSCRIBED, DS_KIND_TALKS,                    \
		"code that misbehaves as it runs, and a dialogue with a debugger that "     \
		"finds and mends its fault")                                                \
	X(COMPILE_SESSION, "compile_session", DS_COMPILED, DS_KIND_BUILDS | DS_KIND_TALKS,  \
		"code that does not compile or link, and attempts at mending it, each "     \
		"compiled, until it does")

enum ds_kind {
#define X(id, ...) DS_KIND_##id,
	DS_KINDS(X)
#undef X
		DS_KIND_COUNT
};

struct ds_kind_info {
	const char *name;
	enum ds_level least;
	unsigned flags; /* DS_KIND_REASONS, … */
	const char *doc;
};

/* Indexed by enum ds_kind. */
extern const struct ds_kind_info ds_kind_table[DS_KIND_COUNT];

static inline bool ds_kind_is(int kind, unsigned flag)
{
	return (ds_kind_table[kind].flags & flag) != 0;
}

/*
 * The edits in the file `buggy` as one, which makes buggy of fixed: original, at offset, gives way
 * to replacement. Of a fault of one edit it is that edit.
 */
struct ds_mutation {
	struct fl_slice operator; /* of the table in tracegen/operators/ops.h */
	struct fl_slice file; /* path of the file that has the fault: `buggy`, and in `files` */
	int64_t line, col; /* of the edit in fixed; 1-based, columns are bytes */
	struct fl_slice original, replacement;
	int64_t offset; /* bytes from the start of fixed */
	struct fl_slice function; /* that it is in, or "" */
};

/*
 * One of the edits that make the fault: in `file`, original gives way to replacement. The line map
 * follows from them: lines [line, line + lines) of the fixed file became lines [buggy_line,
 * buggy_line + buggy_lines) of the faulty one, and what is behind them moved along.
 */
struct ds_edit {
	struct fl_slice operator; /* of this slip, or "" for a real fault */
	struct fl_slice file; /* one of `files` */
	int64_t line, col, lines; /* in fixed: where it begins, lines that it touches */
	int64_t buggy_line, buggy_lines; /* the same in the faulty file */
	int64_t offset; /* bytes from the start of the fixed file */
	struct fl_slice original, replacement;
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

/* The status of code that compiles, and in which a check of clang-tidy finds something. */
#define DS_FINDING "finding"

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

/* One input of the program, and what comes of it. */
struct ds_test {
	bool shown; /* prompt and evidence are of it */
	struct fl_list argv; /* struct fl_slice, never empty: as in run */
	struct fl_slice input; /* column `stdin` */
	struct fl_slice
		output; /* column `stdout`: what the fixed code prints; "" past DS_STDOUT_MAX */
	struct fl_slice output_hash; /* sha256 of all of that */
	int64_t exit_status; /* of the fixed code */
	struct fl_slice faulty; /* what the faulty code does: a word of tg_given_names */
};

/* Largest expected output that a record holds. */
enum { DS_STDOUT_MAX = 64 << 10 };

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
	/* Since version 2: */
	struct fl_slice fault; /* shared by all records of one fault */
	struct fl_slice program; /* hash of the program without the fault */
	struct fl_list edits; /* struct ds_edit, never empty; by file, then by offset */
	struct fl_slice instruction; /* what is asked */
	struct fl_slice reasoning; /* the block that leads from what was seen to the fix */
	int form; /* enum ds_form, of completion */
	int64_t prompt_bytes; /* of code that the prompt was allowed */
	/*
	 * What a fix is held to: all that the program is run with, at most one of it shown (none in a
	 * diagnostic_fix). Those count as hidden whose output is another than the shown one's, so that
	 * printing what is expected there does not pass them.
	 */
	struct fl_list tests; /* struct ds_test, never empty; in the program's order */
	int64_t hidden, hidden_fails; /* how many; how many of them the faulty code fails */
	int64_t cpu_ms; /* that a run was allowed; 0: 1000 */
	size_t columns; /* no column: how many it was read with; 0: those of its version */
};

/* Of the last version; and of any, NULL for one that there is not. */
extern const struct fl_shape ds_record_shape;
const struct fl_shape *ds_record_shape_of(int64_t version);

extern const struct fl_names ds_kind_names, ds_level_names, ds_origin_names, ds_split_names,
	ds_language_names, ds_form_names;

/*
 * A record of any version, of its JSON. Of an older one the columns that it does not have are
 * unset. Everything lives in the arena.
 */
int ds_record_read(struct fl_slice line, struct fl_arena *a, struct ds_record **ret_record,
	struct fl_error *err);

/*
 * The same; *ret_canonical: ds_record_write() writes the very same line. Where it is false, as of
 * all older versions, that is not known.
 */
int ds_record_read_line(struct fl_slice line, struct fl_arena *a, struct ds_record **ret_record,
	bool *ret_canonical, struct fl_error *err);

/* The same of JSON that is parsed already and lives at least as long as the arena. */
struct fl_json;
int ds_record_read_value(const struct fl_json *v, struct fl_arena *a, struct ds_record **ret_record,
	struct fl_error *err);

/* Its JSON, with the columns of its version. */
void ds_record_write(struct fl_buf *out, const struct ds_record *r);

/* The id that the record's content asks for, whatever r->id holds. FL_ELIMIT: DS_RECORD_MAX. */
enum { DS_ID_LEN = 32 };
int ds_record_id(const struct ds_record *r, char ret_id[DS_ID_LEN + 1], struct fl_error *err);

/* train, valid or test (90, 5 and 5 %), decided by the group alone. */
enum ds_split ds_split_of(struct fl_slice group);

/* The same with other percentages, together at most 100. More to test on takes no row from it. */
enum ds_split ds_split_at(struct fl_slice group, unsigned valid, unsigned test);

/*
 * The fault's id: the first 32 hex digits of a hash of the program and of the faulty files, which
 * is to say of its edits however they are put. No toolchain, evidence or option goes into it.
 */
int ds_record_fault(const struct ds_record *r, struct fl_arena *a, struct fl_slice *ret_fault,
	struct fl_error *err);

/*
 * Fill schema_version, fault, diff (from the faulty files to the fixed ones), completion (by form
 * and kind), split and, last, id: the first 32 hex digits of the sha256 of the record's JSON with
 * id "". What is new lives in the arena. FL_EREFUSED when the edits do not fit the files.
 */
int ds_record_seal(struct ds_record *r, struct fl_arena *a, struct fl_error *err);

/*
 * A record of any version as one of the last, with its answer in the given form: what is new is
 * filled from what it has, and it is sealed anew. The group of an older one stays the program,
 * since more is not known of it; its prompt holds what it held.
 */
int ds_record_upgrade(
	struct ds_record *r, enum ds_form form, struct fl_arena *a, struct fl_error *err);

/* Is it one of the first of version 2, which have no tests? */
bool ds_record_is_early(const struct ds_record *r);

/* Is its program run without the search for leaks, since it leaks as it is? By run.env. */
bool ds_record_leaks_off(const struct ds_record *r);

/*
 * Is its program a whole machine's, a kernel that QEMU runs? Its addresses are those that it is
 * linked to, and stand in the evidence.
 */
bool ds_record_is_machine(const struct ds_record *r);

/* Is the output of a test that of the shown one, so that printing that passes it? */
bool ds_record_is_told(const struct ds_record *r, const struct ds_test *test);

/* Count hidden and hidden_fails of tests. */
void ds_record_count_hidden(struct ds_record *r);

/*
 * Is the record what its columns promise, as far as can be told without running anything? The rules
 * stand in one table in check.c; a failure is FL_EREFUSED and names the rule and the column.
 */
int ds_record_check(const struct ds_record *r, struct fl_error *err);

/*
 * The same, faster, where its canonical JSON is there: `line`, which ds_record_write() would write;
 * empty: it is not known.
 */
int ds_record_check_line(const struct ds_record *r, struct fl_slice line, struct fl_error *err);

#endif

/*
 * A pair: a file as it was before a commit and as it was after, of one row of JSON lines. Rows are
 * of any source and none is trusted.
 *
 * A row is an object. Its texts stand under the names that CommitPack, and others, have (the table
 * in pair.c), or under those that are asked for. In place of one side there may be a unified diff
 * that makes the other one.
 */
#ifndef FL_DATASETS_IMPORT_PAIR_H
#define FL_DATASETS_IMPORT_PAIR_H

#include "base/arena.h"
#include "datasets/tree/tree.h"
#include "tracegen/program.h"

/*
 * What became of a pair, in the order in which it is found out.
 * X(ENUM, word, whether the row itself is at fault, what it means)
 */
#define DS_FATES(X)                                                                              \
	X(NOT_JSON, "not_json", true, "the line is no JSON object")                              \
	X(MISSING_KEY, "missing_key", true,                                                      \
		"a side is not there or no text, and no diff makes it of the other")             \
	X(TOO_LARGE, "too_large", true, "the row has more than 16 MiB, or a side more than 1")   \
	X(NOT_TEXT, "not_text", true, "a side holds NUL bytes or is not UTF-8")                  \
	X(APPLY_FAILED, "apply_failed", true, "the diff does not fit, or is no diff")            \
	X(NOT_READ, "not_read", true, "its repository is damaged there, or too large")           \
	X(MANY_FILES, "many_files", false, "it is a commit that changes too many files")         \
	X(NOT_C, "not_c", false, "it is neither C nor C++, by its name, language or text")       \
	X(NO_CODE, "no_code", false, "a side is empty")                                          \
	X(NO_CHANGE, "no_change", false,                                                         \
		"both sides are the same, but for blanks; a patch changes no file")              \
	X(HEADERS_LARGE, "headers_large", false,                                                 \
		"it includes more of its tree than a record may hold")                           \
	X(CHANGES_MUCH, "changes_much", false, "too many lines differ to tell what the mend is") \
	X(MISSING_HEADER, "missing_header", false,                                               \
		"neither side compiles: it includes what is not there")                          \
	X(NEITHER_COMPILES, "neither_compiles", false, "the side after does not compile either") \
	X(BEFORE_COMPILES, "before_compiles", false, "the side before compiles")                 \
	X(AFTER_FAILS, "after_fails", false, "the side after does not run to a good end")        \
	X(RUN_LIMIT, "run_limit", false,                                                         \
		"a side needs more time, memory or output than a run may")                       \
	X(NONDETERMINISTIC, "nondeterministic", false, "two runs of a side differ")              \
	X(RUNS_CLEAN, "runs_clean", false, "both sides run, and nothing is reported")            \
	X(NO_REPORT, "no_report", false, "the side before fails, but no sanitizer reports it")   \
	X(COMPILER_LIMIT, "compiler_limit", false, "the compiler used up its time or memory")    \
	X(NO_FINDING, "no_finding", false, "clang-tidy finds nothing that it mends itself")      \
	X(NOT_MENDED, "not_mended", false, "a check finds something after its own mend")         \
	X(NO_DIAGNOSTIC, "no_diagnostic", false,                                                 \
		"the compiler failed without an error, or with one of no class")                 \
	X(BREAKS_RULE, "breaks_rule", false, "no record can be made of it")                      \
	X(DUPLICATE, "duplicate", false, "the same fault came before")                           \
	X(LOST, "lost", true, "our own tools failed on it")                                      \
	X(TAKEN, "taken", false, "there is a record of it")

enum ds_fate {
#define X(id, ...) DS_FATE_##id,
	DS_FATES(X)
#undef X
		DS_FATE_COUNT
};

struct ds_fate_info {
	const char *word;
	bool bad; /* the row is told, not only counted */
	const char *doc;
};

extern const struct ds_fate_info ds_fates[DS_FATE_COUNT];
extern const struct fl_names ds_fate_names;

/*
 * Bytes of a row and of a side; lines that may differ, of both sides together: of a commit, and of
 * what is kept of it.
 */
enum {
	DS_PAIR_ROW_MAX = 16 << 20,
	DS_PAIR_SIDE_MAX = 1 << 20,
	DS_PAIR_COMMIT_MAX = 600,
	DS_PAIR_LINES_MAX = 120
};

/* Names of columns; NULL: those of the table. */
struct ds_pair_keys {
	const char *before, *after, *diff, *message;
	bool alone; /* a row has one text, which becomes both sides (`before` names it) */
};

/* A file, and what it is compiled with. */
struct ds_unit {
	/* That it is compiled under: its path in its tree, else the base name, or "input.c". */
	struct fl_slice name;
	int language; /* enum tg_language */
	struct fl_list headers; /* struct tg_file: what it includes of its tree */
	struct fl_list dirs; /* struct fl_slice: where -I has them looked for */
	unsigned lenient; /* bits of ds_lenient (datasets/import/real.h): warnings that stay ones */
};

struct ds_pair {
	struct fl_slice path; /* as the row says, or "" */
	bool said; /* its language, by the row */
	struct ds_unit unit;
	struct fl_slice before, after;
	struct fl_slice message; /* the first line of what its author says, or "" */
	struct fl_slice repository, commit, licence; /* or "" */
};

/*
 * Read a row; of one that was too long to be read the text is NULL. Returns DS_FATE_TAKEN with
 * *ret_pair filled, or why it is none; *ret_why then says more, or is "". Texts live in the arena.
 */
enum ds_fate ds_pair_read(struct fl_slice row, const struct ds_pair_keys *keys, struct fl_arena *a,
	struct ds_pair *ret_pair, struct fl_slice *ret_why);

/*
 * Make a pair of what is not read from a row: path, both sides, the whole message, repository,
 * commit and licence are set. Returns as ds_pair_read() does.
 */
enum ds_fate ds_pair_check(struct ds_pair *pair, struct fl_arena *a, struct fl_slice *ret_why);

/* Is a file of that name one that a person writes in C or C++? Others make no row. */
bool ds_pair_wants(struct fl_slice path);

/*
 * Put a pair into the tree that its path is in: its unit gets the place there, and what both sides
 * include (datasets/tree/closure.h); its licence that of the tree where it has none. A path that
 * cannot stand there changes nothing: the file is compiled alone. A code is returned for what is
 * wrong with the tree itself; *ret_fate is DS_FATE_TAKEN, or why the pair is none, with *ret_why.
 */
int ds_pair_place(struct ds_pair *pair, struct ds_tree *tree, struct fl_arena *a,
	enum ds_fate *ret_fate, struct fl_slice *ret_why, struct fl_error *err);

#endif

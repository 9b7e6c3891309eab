/*
 * A candidate: code that a model wrote, and what it is held against. One JSON object:
 *
 *   id           text, given back with the label; default: "" (the label then has the hash alone)
 *   code         the program, as one text; or
 *   files        {"main.cpp": "…", …} or [{"path": …, "content": …}, …]; or
 *   completion   what the model answered (datasets/reward/extract.h says where code is looked for)
 *   record       a record of `datasets`; completion is then applied to its faulty files
 *                (datasets/reward/patch.h), and the record's own verification are the tests
 *   language     "c", "cpp" (or "c++", "cxx", "cc"); default: by the files' names, else cpp
 *   std          "c++17", "gnu17", …; default: gnu++17, gnu17
 *   flags        ["-DX", "-O2", "-lm", …]: -D -U -I -f -m -W -O -std -l -pthread
 *   platform     a platform header (platform/context.h): its standard where `std` is not given, its
 *                instruction sets as flags; one of another machine is refused
 *   tests        [{"name", "stdin", "stdout", "args", "files", "compare", "weight",
 *                "exit_status", "shown"}, …]; "stdout" may be left out: only how the program ends
 *                counts then; "input" and "output" are taken for "stdin" and "stdout"; "shown": in
 *                an episode (datasets/env/env.h) the model may run it
 *   compare      "tokens", "exact", "lines", "tolerance", "unordered" (datasets/reward/compare.h),
 *                for tests that do not say; "tolerance": 1e-6 as absolute and relative one
 *   harness      C or C++ source that is compiled with the code: a main() with assertions
 *   function     the signature of a function that the code defines (datasets/reward/function.h);
 *                its tests have "args" and "result" as JSON in place of "stdin" and "stdout"
 *   checker      what decides in place of `compare` (datasets/reward/checker.h): C++ source as one
 *                text, or {"checker.cpp": …, "testlib.h": …}, or {"checker.py": …}
 *   limits       {"cpu_ms", "wall_ms", "memory_mb", "output_bytes"} of one test
 *   sanitizers   ["address", "undefined"] (the default), ["thread"], ["memory"], [] …
 *   group        text, given back
 *   fault_class  the class of the fault that is to be mended, where it is known; else a record's
 *   stated       {"error_class", "confidence"} as the model states them (datasets/terms/stated.h),
 *                where that is not in the completion
 *   tidy         true, false, or a list of checks for clang-tidy (datasets/terms/tidy.h)
 *
 * Unknown keys are refused: a test that is misspelt must not pass.
 */
#ifndef FL_DATASETS_CANDIDATE_H
#define FL_DATASETS_CANDIDATE_H

#include "datasets/reward/compare.h"
#include "datasets/reward/extract.h"
#include "datasets/terms/stated.h"
#include "datasets/terms/tidy.h"
#include "sanitize/run/flags.h"

enum {
	DS_TRIALS_MAX = 4096,
	DS_CANDIDATE_MAX = 64 << 20, /* bytes of its JSON */
	DS_CPU_MS = 2000,
	DS_MEMORY_MB = 512,
	DS_OUTPUT_MAX = 4 << 20,
	DS_WEIGHT = 10000 /* of a test that does not say */
};

struct ds_limits {
	unsigned cpu_ms, wall_ms; /* of one test; wall_ms 0: as the sandbox has it */
	unsigned memory_mb;
	size_t output_max; /* bytes of stdout */
};

struct ds_trial {
	struct fl_slice name; /* never empty: its number where none was given */
	struct fl_slice input, expected;
	struct fl_slice
		expected_hash; /* sha256 of what it should print, where the text is not known */
	bool has_expected;
	bool shown; /* in an episode it may be run, and what it expects is told */
	struct fl_list args; /* slices */
	struct fl_list files; /* struct tg_file */
	struct ds_compare compare;
	bool needed; /* the others are worth nothing where it does not pass */
	int64_t weight; /* 1/10000ths; default DS_WEIGHT */
	int64_t exit_status; /* that it should end with; default 0 */
};

/* Where a candidate failed before anything was built. */
enum ds_refusal { DS_TAKEN, DS_REFUSED_EXTRACT, DS_REFUSED_APPLY };

struct ds_record;

struct ds_candidate {
	struct fl_slice id, group;
	enum ds_refusal refusal;
	struct fl_slice why; /* in a sentence */
	enum ds_extract extract; /* where the code was found; DS_EXTRACT_NONE for code and files */
	struct fl_slice thought, answer; /* of completion; else empty */
	enum san_language language;
	struct fl_slice std; /* "" : the default */
	/* struct ds_command: of a record whose fault does not compile, what has to take the code */
	struct fl_list commands;
	struct fl_slice driver; /* the compiler that a record was made with: "gcc-12"; "": any */
	struct fl_list files; /* struct tg_file: sources and headers */
	struct fl_list data; /* slices: files of a record that its build does not compile */
	struct fl_slice main; /* the one that a bare text stands for; "": none is */
	struct fl_list flags; /* slices */
	struct fl_list tests; /* struct ds_trial; may be empty: that it compiles is all then */
	struct fl_slice harness; /* source or "" */
	struct fl_list checker; /* struct tg_file; empty: outputs are compared */
	struct ds_limits limits;
	enum san_mode mode;
	const struct ds_record *record; /* that it answers to; NULL: none */
	int fault_class; /* enum diag_class; -1: not known */
	bool has_stated; /* apart from the completion */
	struct ds_stated stated;
	struct ds_tidy_wish tidy;
	bool leaks_off; /* of a record whose program leaks as it is: leaks are not looked for */
};

/*
 * Read a candidate. Everything lives in the arena or in the text, which must stay. FL_EPARSE with
 * the member's name when it is none (ret_candidate->id is then set where it could be read); an
 * answer without code, or one that does not fit its task, is a candidate that failed, and no error.
 */
int ds_candidate_read(struct fl_slice json, struct fl_arena *a, struct ds_candidate *ret_candidate,
	struct fl_error *err);

/*
 * The same of a task: a candidate whose code is still to be written. The text need have none, and a
 * record no completion: `files` (struct tg_file) are its code, or, where that is NULL, what the
 * text has to begin with: the record's faulty files, its own, or one that is empty.
 */
int ds_candidate_read_task(struct fl_slice json, const struct fl_list *files, struct fl_arena *a,
	struct ds_candidate *ret_candidate, struct fl_error *err);

/* The id of a candidate that is not read whole; "" where it has none. In the arena. */
struct fl_slice ds_candidate_id(struct fl_slice json, struct fl_arena *a);

#endif

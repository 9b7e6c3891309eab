/*
 * The bench on which programs and their faults are tried: one sandbox box, one debugger when one is
 * needed, and the program that lies in the box now. The build and the replay both work here, so
 * what a replay compares was made by the same hands.
 *
 * A worker belongs to one process and one thread.
 */
#ifndef FL_DATASETS_WORKER_H
#define FL_DATASETS_WORKER_H

#include "datasets/compose.h"
#include "datasets/inputs/find.h"
#include "datasets/toolchain.h"
#include "platform/detect.h"
#include "tracegen/decls.h"
#include "tracegen/evidence/evidence.h"
#include "tracegen/port.h"

struct ds_worker_opts {
	struct fl_box_opts box;
	const struct ds_toolchain *toolchain;
	const struct plat_compiler *compilers; /* by enum tg_compiler */
	uint64_t seed; /* goes into the provenance of records */
	enum ds_form form; /* of answers */
	int64_t prompt_bytes; /* of code in a prompt; 0: no limit */
	unsigned cpu_ms; /* limit of a run (struct tg_limits); 0: the default */
};

struct ds_worker {
	struct ds_worker_opts opts;
	struct fl_box *box;
	struct fl_child gdb; /* live while engine is not NULL */
	struct dbg_engine *engine;

	/* The program in the box; all of it lives in arena. */
	struct fl_arena arena;
	const struct ds_program *source; /* NULL: none */
	/* With the input that the last site was judged with. */
	struct tg_program program;
	struct tg_program made; /* with its build file, where it has one */
	struct tg_baseline baseline;
	struct tg_port port; /* what it does on other machines */
	struct fl_list
		decls; /* struct tg_decl of the program without a fault; by the first trace */
	bool decls_known;
	struct fl_list lean; /* struct dbg_lean of the libraries it loads; by the first trace */
	bool lean_known;
};

/* Why an observed runtime fault has no trace, or that it has one. X(ENUM, word) */
#define DS_TRACES(X)                                                            \
	X(NOT_WANTED, "") /* none was asked for */                              \
	X(RECORDED, "recorded")                                                 \
	X(NONDETERMINISTIC, "nondeterministic") /* two captures differ */       \
	X(NO_FRAME, "no_frame") /* nothing of the program's own on the stack */ \
	X(TIMEOUT, "timeout")                                                   \
	X(DEBUGGER, "debugger_lost")                                            \
	X(TOO_LARGE, "too_large") /* does not fit its budget */

enum ds_trace {
#define X(id, word) DS_TRACE_##id,
	DS_TRACES(X)
#undef X
		DS_TRACE_COUNT
};

extern const char *const ds_trace_words[DS_TRACE_COUNT];

/* Why a runtime fault that was to crash without sanitizers made no record. X(ENUM, word) */
#define DS_CRASHES(X)                                                                          \
	X(NOT_WANTED, "") /* none was asked for, or nothing speaks for a crash */              \
	X(RECORDED, "recorded")                                                                \
	X(SURVIVED, "not, or not alike, in every run")                                         \
	X(NOT_COMPILED, "does not build without sanitizers")                                   \
	X(NONDETERMINISTIC, "not, or not alike, in every run") /* which it is can be chance */ \
	X(NEAR_LIMIT, "near_limit")                                                            \
	X(INFRA, "infra")                                                                      \
	X(INDETERMINATE, "reads a value that was never set")                                   \
	X(NO_BASELINE, "the original differs without sanitizers")                              \
	X(NO_PLACE, "no place where it stays is found twice")                                  \
	X(TIMEOUT, "timeout of the debugger")                                                  \
	X(DEBUGGER, "debugger_lost")

enum ds_crash {
#define X(id, word) DS_CRASH_##id,
	DS_CRASHES(X)
#undef X
		DS_CRASH_COUNT
};

extern const char *const ds_crash_words[DS_CRASH_COUNT];

/* Why there is no divergence of a program with threads. */
#define DS_NO_DIVERGENCE_THREADS "which thread comes first is chance"

/* What a site is to give besides the record of what the sanitizers saw. */
struct ds_wants {
	bool trace; /* what a debugger sees of it */
	bool crash; /* how it crashes without sanitizers */
	bool divergence; /* how its run and the right program's part */
	/*
	 * The record to make again, or NULL, and the build that its fault was seen in. Threads may
	 * have more to report than one thing: then what this one tells of is looked for.
	 */
	const struct ds_record *like;
	enum tg_build_kind build;
};

/* What one site gave. */
struct ds_try {
	struct tg_outcome outcome;
	enum ds_trace trace;
	enum ds_crash crash;
	const char
		*divergence; /* what became of it, as ds_look_divergence() says; NULL: not wanted */
	struct fl_slice crash_hash; /* of the report of a crash_report, or "" */
	struct fl_slice refused; /* why an observed fault made no record, or "" */
	/* Of a fault of portability that was observed: machines; else NULL. */
	bool elsewhere; /* not tried: the original does something else on the machine for it */
	const char *fails_on, *works_on;
	struct fl_list faulty; /* struct tg_file: the faulty program; of one that runs */
	struct ds_record records[4]; /* of different kinds */
	size_t record_count;
};

/* Open the box. The caller closes the worker, also after a failure. */
int ds_worker_open(struct ds_worker *w, const struct ds_worker_opts *opts, struct fl_error *err);
void ds_worker_close(struct ds_worker *w);

/*
 * Put a program on the bench and judge it; program is source's as it is to be built. Both, and what
 * they refer to, must outlive the next load. What is wrong with the program is in
 * w->baseline.refusal. Loading what is loaded already costs nothing.
 */
int ds_worker_load(struct ds_worker *w, const struct ds_program *source,
	const struct tg_program *program, struct fl_error *err);

/*
 * Find inputs for the loaded program (datasets/inputs/find.h), at most max. None is looked for when
 * it has some (of a project: DS_INPUTS_FEW), does not build or does not read: ret_found->none is
 * then DS_INPUTS_READS_NOTHING, and the program stays loaded. Otherwise none is loaded afterwards.
 */
int ds_worker_find(struct ds_worker *w, size_t max, struct fl_arena *a,
	struct ds_inputs_found *ret_found, struct fl_error *err);

/* Forget the loaded program; its memory may then go. */
void ds_worker_unload(struct ds_worker *w);

/*
 * Try one site of the loaded program and make its records. Of a fault of the run that a signal or a
 * limit ends without a sanitizer's report, that is a crash_report; of one that a sanitizer reports
 * (and no mere leak), wants.crash has it built and run again without sanitizers. Everything in
 * *ret_try lives in the arena or in the worker.
 */
int ds_worker_try(struct ds_worker *w, const struct tg_site *site, struct ds_wants wants,
	struct fl_arena *a, struct ds_try *ret_try, struct fl_error *err);

/*
 * Try a fault that people made in the loaded program: edits (struct ds_edit, of one file) make the
 * faulty file of its own. What a sanitizer reported gives a sanitizer_fix, whose class is the
 * report's; author: one line of what was said of the mend, or "". As ds_worker_try() otherwise.
 */
int ds_worker_try_real(struct ds_worker *w, const struct fl_list *edits, struct fl_slice author,
	struct fl_arena *a, struct ds_try *ret_try, struct fl_error *err);

/* Ask the compilers that build programs what they are: ret_compilers by enum tg_compiler. */
int ds_worker_compilers(
	struct fl_arena *a, struct plat_compiler ret_compilers[2], struct fl_error *err);

/* How the seed decides: which compiler builds a program. */
enum tg_compiler ds_compiler_for(uint64_t seed, struct fl_slice program_sha256);

#endif

/*
 * Does a fault show? The original must build, run clean under ASan, LSan and UBSan, end with status
 * 0 and print the same in two runs under different conditions; then a mutant counts as observed
 * only when two such runs fail in the same way (docs/architecture.md, "Records"). The conditions
 * differ in the size of the environment, the address layout and what fresh memory holds; of the
 * original also in what else lies in its directory.
 *
 * Of a program that leaks as it is (leaks_off of struct tg_program) no run looks for leaks, and no
 * mutant is observed by one.
 *
 * "The same way" is: the same end and status; with a sanitizer's or an abort's report, the same
 * kind at the same place (how much of stdout was flushed before that does not count; the second
 * report needs no names where its addresses tell, see tracegen/alike.h); without one, the same
 * bytes on stdout. A time limit counts when twice the limit is passed, too. Threads that wait for
 * ever stand alike, or one of them waits at the same place for the same in all of nine runs.
 *
 * A program may be run with several inputs (struct tg_program): the original must do well with all
 * of them, and a mutant is judged with one after the other of those that may be shown, until its
 * fault shows. With the others it is run once, to say which of them fail.
 *
 * One box serves one program at a time: tg_baseline_run() empties it.
 */
#ifndef FL_TRACEGEN_VERIFY_H
#define FL_TRACEGEN_VERIFY_H

#include "sanitize/run/evidence.h"
#include "tracegen/builds/build.h"
#include "tracegen/operators/ops.h"

/* What became of a mutant. X(ENUM, word) */
#define TG_STATUSES(X)                                                              \
	X(SURVIVED, "survived") /* no difference was seen, or it built after all */ \
	X(OBSERVED, "observed") /* the fault showed, twice alike */                 \
	X(NOT_COMPILED, "not_compiled") /* a runtime fault that does not build */   \
	X(NONDETERMINISTIC, "nondeterministic") /* the two runs differ */           \
	X(NEAR_LIMIT, "near_limit") /* too close to the time limit to be sure */    \
	X(INFRA, "infra") /* the tools failed, not the program */

enum tg_status {
#define X(id, word) TG_##id,
	TG_STATUSES(X)
#undef X
		TG_STATUS_COUNT
};

/* Why a program is refused, as counted and shown. X(ENUM, word, meaning) */
#define TG_REFUSALS(X)                                                                         \
	X(NONE, "", "taken")                                                                   \
	X(INVALID, "invalid", "the program is not one that can be built: files, paths, sizes") \
	X(NOT_COMPILED, "not_compiled", "the original does not compile or link")               \
	X(COMPILER_LIMIT, "compiler_limit", "the compiler passed a limit on the original")     \
	X(SANITIZER, "not_clean", "the original has a sanitizer report or aborts")             \
	X(LEAKS, "leaks", "the original leaks memory, and nothing else was seen")              \
	X(EXIT_STATUS, "exit_status", "the original ends with another status than 0")          \
	X(SIGNAL, "signal", "the original is ended by a signal")                               \
	X(TOO_SLOW, "too_slow", "the original needs more than a quarter of the time limit")    \
	X(OUTPUT, "output", "the original writes too much")                                    \
	X(MEMORY, "memory", "the original needs too much memory")                              \
	X(NONDETERMINISTIC, "nondeterministic", "two runs of the original differ")             \
	X(NOT_PARSED, "not_parsed", "libclang cannot read the original")                       \
	X(HARDLY_RUN, "hardly_run", "its inputs come by less than a twentieth of its code")    \
	X(INFRA, "infra", "the sanitizer cannot work here")

enum tg_refusal {
#define X(id, word, meaning) TG_REFUSED_##id,
	TG_REFUSALS(X)
#undef X
		TG_REFUSAL_COUNT
};

struct tg_refusal_info {
	const char *word, *meaning;
};

extern const struct tg_refusal_info tg_refusals[TG_REFUSAL_COUNT];
extern const struct fl_names tg_status_names;

/*
 * What an original may use of a run's CPU time: one part of so many. The start of a sanitizer alone
 * costs a tenth of the usual second on a small virtual machine that is busy.
 */
enum { TG_ORIGINAL_SHARE = 4 };

/* Limits of a run; 0 takes the default. */
struct tg_limits {
	/*
	 * 1000, which an original may use a quarter of; for mutants of one that uses less than a
	 * twentieth, half. The second run of a mutant that passed its limit gets twice as much.
	 */
	unsigned cpu_ms;
	size_t output_max; /* bytes of stdout; 256 KiB. The original may use a quarter */
	/*
	 * Of a fault of threads that is known, to see it again: 1 + the kind of the build that showed
	 * it (enum tg_build_kind); no other is made, and what TSan reports need not be in every run.
	 */
	int shown_by;
	size_t only; /* 1 + the only input that is to show it; 0: any */
};

struct tg_run {
	struct fl_process_result result;
	struct fl_slice out, err; /* cut at the limits */
	enum san_outcome outcome;
	struct san_report evidence; /* kind "none" when it passed */
	/* Of a hang: the same with its threads, where each stood and what it waited for, which may
	   make it a "deadlock"; kind "" when they were not seen. */
	struct san_report look;
	struct fl_list waits; /* and of fewer of them (san_hang_report()) */
	/* Under ThreadSanitizer: all that it reported (struct san_report). */
	struct fl_list reports;
};

struct tg_baseline {
	enum tg_refusal refusal; /* TG_REFUSED_NONE: usable */
	struct fl_slice detail; /* more on the refusal: diagnostics, kind of report; or "" */
	bool plain_ok; /* it builds under the stricter flags of TG_PLAIN */
	struct fl_slice plain_said; /* why it does not, or "" */
	bool plain_runs; /* and so built ends and prints as it does under sanitizers, twice */
	bool threads; /* it starts threads */
	bool threads_run; /* and under ThreadSanitizer it is clean, and prints the same */
	struct tg_run run; /* the first of its runs with the input that is args and input */
	struct fl_list
		runs; /* struct tg_run: the same with each input; empty: run is the only one */
	size_t refused_with; /* the input that the refusal is about */
	unsigned compile_ms; /* CPU */
};

/* What a mutant does with an input. X(ENUM, word) */
#define TG_GIVENS(X)                                                                               \
	X(UNTRIED, "") /* it was not run with it: it does not build, or has threads, where a run \
			  says nothing */ \
	X(PASSES, "passes")                                                                        \
	X(FAILS, "fails")

enum tg_given {
#define X(id, word) TG_GIVEN_##id,
	TG_GIVENS(X)
#undef X
		TG_GIVEN_COUNT
};

extern const struct fl_names tg_given_names;

struct tg_outcome {
	enum tg_status status;
	size_t input; /* with which it was judged: index in the program's inputs */
	/* Of an observed runtime fault: what it does with each input; NULL: not known. */
	enum tg_given *given;
	struct tg_run runs[2]; /* how many are set: run_count; runs[0].evidence is the fault's */
	unsigned run_count;
	struct san_report evidence; /* of an observed runtime fault, "wrong-output" included */
	int build; /* enum tg_build_kind: of the runs */
	/*
	 * How many runs were made of an observed runtime fault, or one that shows at times only, and
	 * in how many of them something was wrong.
	 */
	unsigned tried, shown;
	/* Of threads: what else was seen as often (struct san_report), evidence the first. */
	struct fl_list choices;
	/* Of an observed fault of either phase; none when the tools' words are not known. */
	enum diag_class evidence_class;
	struct fl_slice diagnostics; /* of a compile-time fault, or why it did not compile */
	bool linking; /* it was the linker that said so */
	unsigned compile_ms, run_ms; /* CPU */
};

/* The baseline with the i-th input's run as run. */
struct tg_baseline tg_baseline_with(const struct tg_baseline *b, size_t i);

/*
 * Run the original, which stands in the box, under both conditions: *ret_refusal says why it cannot
 * be used, *ret_detail more on that; *ret_run is the first run.
 */
int tg_original_run(struct fl_box *box, const struct tg_program *program, enum tg_build_kind kind,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_run *ret_run,
	struct fl_slice *ret_detail, enum tg_refusal *ret_refusal, struct fl_error *err);

/*
 * Does the original, whose build with sanitizers stands in the box, print the same when a second or
 * more passes in the middle of it? What it says of the time that it took is alike in two runs by
 * chance. *ret_same is true, too, of one that ends before it can be stopped, or at the limit.
 */
int tg_original_held(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const struct tg_limits *limits, struct fl_arena *a,
	bool *ret_same, struct fl_error *err);

/*
 * Those of the program's inputs (struct tg_input) with which the original, whose build with
 * sanitizers stands in the box, does well.
 */
int tg_inputs_sound(struct fl_box *box, const struct tg_program *program,
	const struct tg_limits *limits, struct fl_arena *a, struct fl_list *ret_inputs,
	struct fl_error *err);

/*
 * Build the original in the (emptied) box and judge it. Errors are of the box only; what is wrong
 * with the program is in ret_baseline->refusal. Texts live in the arena.
 */
int tg_baseline_run(struct fl_box *box, const struct tg_program *program,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_baseline *ret_baseline,
	struct fl_error *err);

/*
 * Build and judge one mutant of the program whose baseline stands in the box. The site's operator
 * tells the phase; FL_EINVAL for a compile-time one without baseline->plain_ok. A site whose edit
 * changes nothing gives TG_SURVIVED.
 */
int tg_verify(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const struct tg_site *site,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *ret_outcome,
	struct fl_error *err);

/*
 * The same for a fault of the linker in a program with its build file (tg_made_program()), which is
 * built by make: the program as it is, too, which must build so (else: TG_NOT_COMPILED).
 */
int tg_verify_made(struct fl_box *box, const struct tg_program *made,
	const struct tg_baseline *baseline, const struct tg_site *site, struct fl_arena *a,
	struct tg_outcome *ret_outcome, struct fl_error *err);

/*
 * Does the fault of a runtime operator crash the program as a person builds it, without sanitizers?
 * TG_OBSERVED only when two runs (MALLOC_PERTURB_ takes the place of the sanitizers' fill) are
 * ended alike by a signal or a limit; TG_SURVIVED when it ends by itself, whatever it printed. The
 * binary then stands in the box. FL_EINVAL without baseline->plain_runs.
 */
int tg_verify_crash(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const struct tg_site *site,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *ret_outcome,
	struct fl_error *err);

/*
 * The parts of a verdict, for one kind of build. tg_baseline_same(): does the original, so built,
 * end well and print what it does under sanitizers? tg_verify_run(): does the program fail to do so
 * with those files changed? tg_verify_build(): does it fail to build, twice in the same words?
 * *outcome is zeroed before; the binary stays in the box.
 */
int tg_baseline_same(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, enum tg_build_kind kind, const struct tg_limits *limits,
	struct fl_arena *a, bool *ret_same, struct fl_error *err);
int tg_verify_run(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, enum tg_build_kind kind, const struct fl_list *changed,
	const struct tg_limits *limits, struct fl_arena *a, struct tg_outcome *outcome,
	struct fl_error *err);
int tg_verify_build(struct fl_box *box, const struct tg_program *program, enum tg_build_kind kind,
	const struct fl_list *changed, struct fl_arena *a, struct tg_outcome *outcome,
	struct fl_error *err);

/*
 * Judge the binary that stands in the box (TG_BINARY) against the baseline: the part of tg_verify()
 * that comes after the build. mutant chooses one of a binary that holds many; NULL: it holds one.
 */
int tg_judge(struct fl_box *box, const struct tg_program *program,
	const struct tg_baseline *baseline, const char *mutant, const struct tg_limits *limits,
	struct fl_arena *a, struct tg_outcome *outcome, struct fl_error *err);

/* The environment of the program's first run of such a build, as lines "K=V", in the arena. */
struct fl_slice tg_run_environment(
	const struct tg_program *program, enum tg_build_kind kind, struct fl_arena *a);

/* Environment variable that tells a binary with many mutants which one to be. */
#define TG_MUTANT_VARIABLE "FL_MUTANT"

#endif

/*
 * Running a built program in a box and saying what it did, whatever it did. Reports come over pipes
 * of the box's own, or where the kernel has none over files in a directory of their own, not over
 * the program's stderr, so that what it prints there is talk. What has been reported over a pipe
 * stays, whatever becomes of the process. (A program that writes into that directory, or exits with
 * SAN_EXIT, can accuse itself.)
 *
 * Each run starts from an empty box with the program's files. Two runs differ in address layout,
 * environment size and the bytes that fresh memory holds: a fault that not all of them show is
 * flaky. A run that passes its time gets SIGABRT first, so that the report has the stack of where
 * it was.
 */
#ifndef FL_SANITIZE_RUN_H
#define FL_SANITIZE_RUN_H

#include "sanitize/run/build.h"
#include "sanitize/run/evidence.h"
#include "sanitize/parse.h"

enum { SAN_RUNS_MAX = 16 };

struct san_run_opts {
	unsigned cpu_ms; /* CPU time of a run; 0: 10 s */
	unsigned wall_ms; /* 0: three times cpu_ms and 2 s */
	/*
	 * More on stdout, or on stderr, is a fault; 0: it is none, and of what passes 4 MiB the last
	 * FL_TAIL_MAX bytes are kept
	 */
	size_t output_max;
	unsigned runs; /* 1..SAN_RUNS_MAX; 0: 2 */
	bool no_leaks; /* do not look for leaks */
	bool no_handlers; /* the program's own handlers of fatal signals are not called */
	bool addresses; /* as in struct san_parse_opts */
	struct san_owners owners; /* the same; of paths in the box */
};

/* One fault, however many runs and modes showed it. */
struct san_finding {
	struct san_report report; /* of the first run that showed it */
	enum san_mode mode; /* the first that showed it */
	unsigned seen, runs; /* of that mode's runs */
};

/* A run that failed, whatever it was that failed. */
struct san_failure {
	bool any;
	enum san_mode mode;
	struct fl_process_result result;
	struct fl_slice said; /* what it wrote on standard error; of a project, on both */
};

struct san_findings {
	struct fl_vec found; /* of struct san_finding */
	struct fl_vec infra; /* of struct san_infra */
	struct fl_slice output; /* what the very first run wrote to stdout */
	struct san_failure failure; /* the first */
	bool any_run;
	unsigned cpu_ms; /* of all runs together */
	unsigned stuck_ms; /* a run waited until its time was up: later ones get this; 0: none */
};

/* A mode in which the sanitizer could not work. */
struct san_infra {
	enum san_mode mode;
	struct fl_slice message;
};

enum { SAN_FINDINGS_MAX = 1024 };

/* Where a project stands below FL_BOX_DIR, and its copy from before the first run. */
#define SAN_PROJECT_DIR "project"
#define SAN_PROJECT_AS_BUILT ".built"

/*
 * What a project's commands find in their environment, but for the sanitizers' options: at most max
 * entries in env, their number is returned. PATH begins with the compilers of
 * sanitize/project/wrap.h.
 */
size_t san_project_environment(const struct san_program *program, enum san_mode mode,
	const char **env, size_t max, struct fl_arena *a);

/*
 * One event is one finding, whichever runs and modes show it: reports with the same hash; or with
 * the same file, line and class; or uses of what was left uninitialised in one place; or threads
 * that lock each other out, seen when it happened and when it only could. Of such reports the one
 * that names the cause stays: a use of uninitialised memory is never folded into what came of it.
 * MemorySanitizer's of freed memory is no such use: it is folded into the use after free that
 * another sanitizer saw in the same place, or of memory that was freed by the same way. An abort is
 * folded into what a sanitizer of memory or behaviour saw in its line.
 */
void san_findings_init(struct san_findings *f);
void san_findings_release(struct san_findings *f);

/* Add the reports (of struct san_report) of one run; texts stay where they are. */
int san_findings_add(struct san_findings *f, const struct fl_list *reports, enum san_mode mode,
	unsigned runs, struct fl_error *err);

/*
 * When all has run: what another finding explains goes (an exit status, by its cause; a crash that
 * has no place, by a fault that has one).
 */
void san_findings_settle(struct san_findings *f);

/*
 * Of what another run showed, take what can be the cause of a failure: accesses to memory that is
 * not initialised or not there.
 */
int san_findings_add_causes(
	struct san_findings *f, const struct san_findings *from, struct fl_error *err);

/* Does any of them say more than that something failed, or passed a limit? */
bool san_findings_explain(const struct san_findings *f);

/* One run and all that it shows. */
struct san_run {
	struct fl_process_result result;
	struct fl_slice out, err, log; /* what it wrote; what the runtimes reported */
	enum san_outcome outcome;
	struct fl_list reports; /* of struct san_report; the best first; none when it passed */
	struct fl_slice infra; /* of SAN_INFRA: the sanitizer's words */
};

/*
 * Run what was built once, under the conditions of run `number` (from 0). A search for leaks that
 * fails is left out. Texts live in the arena. FL_ECLOSED and the like when the box failed.
 */
int san_run_one(struct fl_box *box, const struct san_program *program,
	const struct san_build *build, const struct san_run_opts *opts, unsigned number,
	struct fl_arena *a, struct san_run *ret_run, struct fl_error *err);

/*
 * Run what was built and add what it shows: a fault that is known already, by its hash or by file,
 * line and class, is not added again. A program that waited until its time was up is not run again
 * in that mode, and in later ones once, for findings->stuck_ms. Texts live in the arena. FL_ECLOSED
 * and the like when the box failed: nothing is then said about the program.
 */
int san_run_all(struct fl_box *box, const struct san_program *program,
	const struct san_build *build, const struct san_run_opts *opts, struct fl_arena *a,
	struct san_findings *findings, struct fl_error *err);

#endif

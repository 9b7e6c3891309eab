/*
 * Builds a program and runs it once, as it is: without sanitizers, and without an opinion. What
 * other runners of code do for their clients (datasets/serve/) goes through here. Compiler and
 * program run in boxes of their own; of what it is held against nothing enters them.
 *
 * Time limits are of CPU time; those of the clock are there for programs that wait. One that was
 * ended by the clock although it worked is run again, until the deadline; if that does not help it
 * is `starved`: the host was too busy, which says nothing.
 *
 * What was compiled is kept in memory for a while, as clients send the same code once a test.
 */
#ifndef FL_DATASETS_EXECUTE_H
#define FL_DATASETS_EXECUTE_H

#include "base/sandbox/sandbox.h"
#include "sanitize/run/build.h"

enum {
	DS_EXEC_MEMORY_MB = 2048, /* of a run that does not say */
	DS_EXEC_OUTPUT_MAX = 16 << 20, /* bytes of stdout, and of stderr; more ends the run */
	DS_EXEC_FILES_MAX = 256
};

struct ds_exec_opts {
	const char *compiler; /* "clang-19", "g++-12"; NULL: gcc, else the newest clang */
	bool degraded; /* as in fl_box_opts */
};

struct ds_exec_limits {
	unsigned cpu_ms, wall_ms;
	size_t memory_mb; /* 0: DS_EXEC_MEMORY_MB; of a compiler no limit but its box's */
};

struct ds_exec_task {
	enum san_language language;
	const char *std; /* "c++17" */
	const char *const *flags; /* NULL-terminated; NULL: none */
	struct fl_list sources; /* of struct san_file: what is compiled */
	struct fl_list files; /* of struct san_file: what stands beside both compiler and program */
	struct fl_list run_files; /* the same, beside the program alone */
	struct fl_list args, fetch; /* slices; names of files that are wanted after the run */
	struct fl_slice input;
	struct ds_exec_limits compile, run;
	int64_t deadline_ms; /* of fl_clock_ms(): later nobody waits for the result; 0: none */
};

/* What became of the compiler, or of the program. */
struct ds_exec_step {
	bool ran, starved;
	struct fl_process_result result;
	struct fl_slice out, err; /* without what passed the limits */
};

struct ds_exec_result {
	struct ds_exec_step compile, run; /* the program ran if it compiled */
	struct fl_list fetched; /* of struct san_file: those that are there */
};

struct ds_executor;

/* The caller frees it. FL_EMISSING when there is no compiler. Boxes are made when needed. */
int ds_executor_new(
	const struct ds_exec_opts *opts, struct ds_executor **ret_executor, struct fl_error *err);
void ds_executor_free(struct ds_executor *x);

/* The compiler's version: "12.2.0" ("0": it does not tell), and whose it is. */
const char *ds_executor_version(struct ds_executor *x);
enum san_compiler ds_executor_family(const struct ds_executor *x);

/*
 * A name that stays below the program's directory, and is no option of a compiler's. FL_EINVAL
 * says what is wrong with it.
 */
int ds_exec_check_name(struct fl_slice name, struct fl_error *err);

/* Texts live in the arena. Errors are the host's, or ours: nothing is then said of the program. */
int ds_execute(struct ds_executor *x, const struct ds_exec_task *task, struct fl_arena *a,
	struct ds_exec_result *ret_result, struct fl_error *err);

/*
 * Run a script by python3 with arguments, beside the files, where no program of a task ever is.
 * FL_EMISSING when there is no python3.
 */
int ds_execute_python(struct ds_executor *x, struct fl_slice script, const struct fl_list *files,
	const struct fl_list *args, const struct ds_exec_limits *limits, struct fl_arena *a,
	struct ds_exec_step *ret_step, struct fl_error *err);

#endif

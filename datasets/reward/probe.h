/*
 * The program of a task while it is worked on: what its compiler says, what a run shows, and a
 * build for a debugger; without a verdict and without a reward. Boxes and compilers are the
 * judge's, and so are the ways to build and run: what is seen here is what judging will see.
 *
 * What the task expects has no part in it. Only the caller's input enters the box.
 */
#ifndef FL_DATASETS_PROBE_H
#define FL_DATASETS_PROBE_H

#include "datasets/reward/judge.h"
#include "sanitize/run/run.h"

struct ds_probe;

struct ds_probe_input {
	struct fl_slice input;
	struct fl_list args; /* slices */
	struct fl_list files; /* struct tg_file, beside the program */
};

/*
 * A program whose files are c's. It lives in the arena, and its judge is used by nothing else while
 * it is. FL_EMISSING, FL_EHOST and the like: the host's fault.
 */
int ds_probe_new(struct ds_judge *j, const struct ds_candidate *c, struct fl_arena *a,
	struct ds_probe **ret_probe, struct fl_error *err);

/*
 * Compile it, unless the same was compiled before. *ret_label is of stage DS_STAGE_COMPILE when
 * that failed, with the diagnostics and their evidence; of DS_STAGE_CANDIDATE when the task is at
 * fault, and then with infra_error; with infra_error alone when the host was.
 */
int ds_probe_compile(struct ds_probe *p, const struct ds_label **ret_label, struct fl_error *err);

/*
 * Run what was compiled, as the first run of a test is. SAN_INFRA: the sanitizer could not work.
 */
int ds_probe_run(struct ds_probe *p, const struct ds_probe_input *in, struct san_run *ret_run,
	struct fl_error *err);

/*
 * Put a build for a debugger, and the files of the input, into the cleared box, where the program
 * is DS_PROBE_PROGRAM and its input DS_PROBE_INPUT: without sanitizers and without optimisation,
 * what is not initialised the same in each run. *ret_box: NULL when it does not compile.
 */
#define DS_PROBE_PROGRAM "program"
#define DS_PROBE_INPUT ".input"
int ds_probe_put(struct ds_probe *p, const struct ds_probe_input *in, struct fl_box **ret_box,
	struct fl_error *err);

#endif

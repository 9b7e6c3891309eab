/* Between the files of building: one build under way, and its commands. */
#ifndef FL_SANITIZE_BUILD_PRIV_H
#define FL_SANITIZE_BUILD_PRIV_H

#include "sanitize/run/build.h"

/* Where the files of steps are: N.o or N.bin, N.txt with what it said, N.status. */
#define SAN_STEP_DIR ".steps"

struct san_job {
	const struct san_program *program;
	const struct san_file *sources[SAN_SOURCES_MAX];
	size_t source_count;
	const enum san_mode *modes;
	size_t mode_count;
	unsigned jobs, cpu_ms;
	struct fl_buf script; /* of a shell, which runs every command in the background */
};

const struct san_toolchain *san_job_toolchain(const struct san_program *p, enum san_mode mode);

/* The step's number names its files; of a mode's link that of the source behind the last. */
size_t san_job_step(const struct san_job *j, size_t mode, size_t source);

/* Commands: words that each end in NUL. */
void san_job_compile(const struct san_job *j, size_t mode, size_t source, struct fl_buf *words);
void san_job_link(const struct san_job *j, size_t mode, const char *linker, struct fl_buf *words);

/* What the driver would run to link, without it: program->link. */
void san_job_known_link(const struct san_job *j, size_t mode, struct fl_buf *words);

/* The same as a line of a shell, behind its function `run`. */
void san_put_run(struct fl_buf *script, const struct fl_buf *words);

/* The program's files, with the script, in a box that is empty. */
int san_job_put_files(struct fl_box *box, const struct san_job *j, struct fl_error *err);

/*
 * All steps by program->resident, for what then lies in its box. False where it cannot be done so,
 * or where a fresh start has to tell what is wrong.
 */
bool san_job_run_resident(const struct san_job *j);

#endif

/*
 * A project that is built by its own build system, in a box, with compilers that add a sanitizer
 * (sanitize/project/wrap.h), and stays there to be run by san_run_all().
 *
 * The project lies at SAN_PROJECT_DIR below FL_BOX_DIR, whatever its directory is called outside.
 * The build has no network. Leaks of what it builds and runs on the way (configure checks, code
 * generators) are not looked for.
 */
#ifndef FL_SANITIZE_PROJECT_H
#define FL_SANITIZE_PROJECT_H

#include "sanitize/project/wrap.h"

/*
 * What a compiler may use in a project: more than in base/sandbox/sandbox.h, as a large C++ file
 * with sanitizers takes long, and as the project builds without.
 */
enum {
	SAN_PROJECT_COMPILE_CPU_MS = 4 * FL_COMPILE_CPU_MS,
	SAN_PROJECT_COMPILE_WALL_MS = 4 * FL_COMPILE_WALL_MS
};

struct san_project {
	const char *build; /* a shell's command, in the project's directory */
	unsigned wall_ms; /* of the build */
	unsigned jobs; /* processors that it may keep busy all that time */
	struct san_wrap compilers;
};

struct san_project_built {
	struct fl_slice said; /* what the build wrote, both streams, perhaps without its middle */
	struct fl_process_result result;
	/* when it was stopped: the command lines of what ran and had no children, a line each */
	struct fl_slice running;
	struct fl_slice limited; /* sources whose compilers passed a limit, a line each */
	size_t linked; /* how many times one of our compilers linked something */
};

/*
 * Build it: the project's files must be in the box. ret_build gets the mode, whether it worked, and
 * the compilers' words. A build that fails is no error. FL_EMISSING when the compilers cannot be
 * set up.
 */
int san_project_build(struct fl_box *box, const struct san_program *program,
	const struct san_project *project, enum san_mode mode, struct fl_arena *a,
	struct san_build *ret_build, struct san_project_built *ret_built, struct fl_error *err);

/* The end of a text: its last lines, at most `lines` of them and `bytes`. */
struct fl_slice san_tail(struct fl_slice text, size_t lines, size_t bytes);

#endif

/* What the files of sanrun share; not for other folders. */
#ifndef FL_SANITIZE_SANRUN_TOOL_H
#define FL_SANITIZE_SANRUN_TOOL_H

#include "base/opts.h"
#include "sanitize/run/run.h"

enum {
	OPT_SANITIZE,
	OPT_COMPILER,
	OPT_STD,
	OPT_FLAG,
	OPT_STDIN,
	OPT_OUTPUT,
	OPT_TIMEOUT,
	OPT_WALL,
	OPT_MEM,
	OPT_RUNS,
	OPT_JOBS,
	OPT_SANDBOX,
	OPT_TO,
	OPT_STYLE,
	OPT_MARKERS,
	OPT_THOUGHT,
	OPT_ADDRESSES,
	OPT_MAX_BYTES,
	OPT_OWN,
	OPT_SYSTEM,
	OPT_COUNT
};

extern const struct fl_tool sanrun_tool;

/* One call of the tool. */
struct sanrun {
	const struct fl_opts *o;
	struct fl_error *err;
	struct fl_arena arena;
	struct san_program program;
	enum san_mode modes[SAN_MODE_COUNT];
	size_t mode_count;
	bool threads; /* a source uses them */
	bool automatic; /* --sanitize=auto chose the modes */
};

/*
 * Read the FILE operands and what they include with quotes, from below the directory that all of
 * the operands lie in, and from nowhere else. At most 1000 files, 16 MiB together.
 */
int sanrun_gather(struct sanrun *s);

/* The compilers by --compiler and what is installed, and the modes by --sanitize. */
int sanrun_choose(struct sanrun *s);

#endif

/* What the files of sanrun share; not for other folders. */
#ifndef FL_SANITIZE_SANRUN_TOOL_H
#define FL_SANITIZE_SANRUN_TOOL_H

#include "base/opts.h"
#include "sanitize/run/run.h"

enum {
	OPT_SANITIZE,
	OPT_COMPILER,
	OPT_STD,
	OPT_INCLUDE_DIR,
	OPT_ISYSTEM,
	OPT_IQUOTE,
	OPT_INCLUDE,
	OPT_DEFINE,
	OPT_UNDEFINE,
	OPT_LIBRARY,
	OPT_LIBRARY_DIR,
	OPT_WARNING,
	OPT_FEATURE,
	OPT_MACHINE,
	OPT_OPTIMIZE,
	OPT_FLAG,
	OPT_COMMANDS,
	OPT_TAKE,
	OPT_FILES,
	OPT_DIRECTORY,
	OPT_BUILD,
	OPT_RUN,
	OPT_BUILD_LIMIT,
	OPT_STDIN,
	OPT_ENV,
	OPT_OUTPUT,
	OPT_OUTPUT_MAX,
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
	enum san_mode modes[SAN_MODE_COUNT]; /* one more may come: see sanrun_fallback() */
	size_t mode_count;
	bool threads; /* a source uses them */
	bool automatic; /* --sanitize=auto chose the modes */
};

/*
 * The program's files, by one rule: what is named (FILE, -include, --take, -l with -L), and what
 * those include, directly or not, when it lies in or below the directory of a FILE or one of -I,
 * -isystem and -iquote, no part of its name there starts with a dot, and others may read it. At
 * most 1000 files, 16 MiB together. Sets the program's files, flags and language.
 */
int sanrun_gather(struct sanrun *s);

/* A directory of an option: -I, -L, … */
struct sanrun_dir {
	const char *path; /* its real path */
	char kind; /* 'I', 's'ystem, 'q'uotes only, 'L'ibraries */
};

/* What the options and compile_commands.json ask the compilers for. */
struct sanrun_flags {
	struct fl_vec dirs; /* of struct sanrun_dir */
	struct fl_vec includes; /* of const char *: real paths of -include */
	struct fl_vec words; /* of const char *: of all sources, and of the linker */
};

/* Where a real path stands in the box; base: the directory that all FILEs lie in. */
const char *sanrun_inside(struct sanrun *s, const char *base, const char *path);

/* Read the options. */
int sanrun_flags_take(struct sanrun *s, const char *base, struct sanrun_flags *flags);

/*
 * The flags of a source, by its real path, from compile_commands.json; its directories go to
 * `flags`. *ret_words: NULL-terminated, in the arena; NULL without -p. FL_EMISSING when it is not
 * in there.
 */
int sanrun_flags_of(struct sanrun *s, const char *base, const char *source,
	struct sanrun_flags *flags, const char *const **ret_words);

/*
 * With -C: carry the directory into a box, build it there for each mode and run its command. The
 * exit status, or FL_RUN_FAILED.
 */
int sanrun_project(struct sanrun *s);

/* A line on standard error. */
void sanrun_say(const struct sanrun *s, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* A box with so much memory for processes and files together. */
int sanrun_box(const struct sanrun *s, int64_t memory_mb, struct fl_box **ret_box);

/* What the compilers said, as diagnostics; that it does not compile. */
int sanrun_write_diagnostics(struct sanrun *s, const struct san_build *b);

/* Write what was found; the exit status, or FL_RUN_FAILED. */
int sanrun_conclude(struct sanrun *s, struct san_findings *f);

/* The limits of a run by the options; cpu_ms: what they are when --timeout is not given. */
struct san_run_opts sanrun_limits(struct sanrun *s, unsigned cpu_ms);

/*
 * Of --sanitize=auto: the mode to try when the others found nothing that explains the failure.
 * False: there is none.
 */
bool sanrun_fallback(struct sanrun *s, const struct san_findings *f, enum san_mode *ret_mode);

/* The compilers by --compiler and what is installed, and the modes by --sanitize. */
int sanrun_choose(struct sanrun *s);

#endif

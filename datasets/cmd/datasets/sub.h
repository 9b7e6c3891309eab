/*
 * The subcommands of the tool `datasets`, a file each. All share one table of options (datasets.c).
 */
#ifndef FL_DATASETS_CMD_SUB_H
#define FL_DATASETS_CMD_SUB_H

#include <signal.h>

#include "base/opts.h"

enum {
	/* build */
	OPT_OUT,
	OPT_JOBS,
	OPT_SEED,
	OPT_LIMIT,
	OPT_OBSERVED,
	OPT_ROUNDS,
	OPT_SITES,
	OPT_COMPILE_SITES,
	OPT_TRACES,
	OPT_CRASHES,
	OPT_DIVERGENCES,
	OPT_OP,
	OPT_SHARE,
	OPT_CONTRAST,
	OPT_PROJECTS,
	OPT_INPUTS,
	OPT_CPU_LIMIT,
	OPT_COMPILE_LIMIT,
	OPT_COMPLETION,
	OPT_SEEKABLE,
	OPT_PROMPT_BYTES,
	OPT_OVERWRITE,
	OPT_CACHE,
	OPT_NO_CACHE,
	OPT_SHARD,
	OPT_QUIET,
	/* slurm */
	OPT_TASKS,
	OPT_CPUS,
	OPT_TIME,
	OPT_PARTITION,
	OPT_DRY_RUN,
	/* import */
	OPT_TREE,
	OPT_REPOSITORY,
	OPT_SINCE,
	OPT_MAX_COMMITS,
	OPT_BEFORE,
	OPT_AFTER,
	OPT_DIFF,
	OPT_MESSAGE,
	OPT_COMPILER,
	OPT_RUN,
	OPT_WHOLE,
	OPT_TIDY,
	/* dialogues */
	OPT_FINER,
	OPT_DEBUGGER,
	OPT_COMPILE,
	OPT_SCRIPTED,
	OPT_BOTH,
	/* build and verify */
	OPT_SANDBOX,
	/* cat, dedup, split and export */
	OPT_LICENCE,
	OPT_CAP,
	OPT_LEVEL,
	/* cat */
	OPT_KIND,
	OPT_HEAD,
	OPT_PRETTY,
	/* stats */
	OPT_JSON,
	/* verify */
	OPT_REPLAY,
	/* dedup and split */
	OPT_NEAR,
	OPT_TEXT,
	OPT_WHY,
	OPT_AGAINST,
	OPT_VALID,
	OPT_TEST,
	OPT_GROUP,
	OPT_PRIOR,
	/* export */
	OPT_SHAPE,
	OPT_SPLIT,
	OPT_ORIGIN,
	OPT_MIX,
	OPT_INSTRUCTION,
	OPT_REASONING,
	OPT_MARKERS,
	OPT_MAX_TOKENS,
	OPT_SCRUB,
	OPT_ALL,
	/* pack */
	OPT_MANIFEST,
	/* report */
	OPT_SAMPLE,
	OPT_COUNT
};

enum { SANDBOX_STRICT, SANDBOX_DEGRADED };
enum { REASONING_KEEP, REASONING_DROP };
enum { MARKERS_KEEP, MARKERS_NONE };
enum { COMPILER_BOTH, COMPILER_GCC, COMPILER_CLANG };

/* Operands of a subcommand: those behind its name. */
static inline size_t sub_count(const struct fl_opts *o)
{
	return o->operand_count - 1;
}

static inline const char *sub_at(const struct fl_opts *o, size_t i)
{
	return o->operands[i + 1];
}

/* Where the cache is by the options, or NULL: there is none. The caller frees it. */
char *sub_cache_dir(const struct fl_opts *o);

/* The limits of --limit, "N" or "N,N…", appended to those of opts. FL_EINVAL. */
struct ds_build_opts;
int sub_limits(const char *text, struct ds_build_opts *opts, struct fl_error *err);

/* Bytes of a frame of shards that can be read from the middle; 0: a shard is one frame. */
static inline size_t sub_seekable(const struct fl_opts *o)
{
	return fl_opt_given(o, OPT_SEEKABLE) ? (size_t)fl_opt_number(o, OPT_SEEKABLE) : 0;
}

/* How many workers, by the options. */
unsigned sub_jobs(const struct fl_opts *o);

/*
 * From here on SIGINT and SIGTERM do not end us, but set the flag to 1: work in sandboxes is to be
 * given up by whoever began it, so that no control group is left of them. A signal two seconds or
 * more after the first does what it does by itself.
 */
const volatile sig_atomic_t *sub_stop(void);

/* Seconds since some moment. */
double sub_now(void);

/* What stands on the terminal; begins zeroed. */
struct sub_display {
	const char *phase; /* the last one, NULL: nothing was shown */
	double phase_start, last;
};

/* Is progress to be shown: is stderr a terminal, and was nothing said against it? */
bool sub_progress_wanted(const struct fl_opts *o);

/*
 * Show it (ctx is a struct sub_display), a few times a second:
 * "faults    [######......] 120/260  3:20 left". At the end, leave the line.
 */
void sub_progress(void *ctx, const char *phase, size_t done, size_t count);
void sub_progress_end(const struct sub_display *d);

/*
 * Say that results are not kept in the cache, and what that means. shown: a line of progress stands
 * on the terminal, and is taken away.
 */
void sub_unkept(bool shown, const char *why);

/* Run a subcommand, as fl_opts_main() runs a tool: 0, 1 for a "no", or FL_RUN_FAILED. */
int ds_cmd_build(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_contrast(const struct fl_opts *o, struct fl_error *err); /* build --contrast */
int ds_cmd_card(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_cat(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_convert(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_dedup(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_diff(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_export(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_kernels(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_dialogues(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_import(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_pack(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_programs(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_slurm(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_report(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_show(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_split(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_stats(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_status(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_transcripts(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_validate(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_verify(const struct fl_opts *o, struct fl_error *err);

#endif

/*
 * The subcommands of the tool `datasets`, a file each. All share one table of options (datasets.c).
 */
#ifndef FL_DATASETS_CMD_SUB_H
#define FL_DATASETS_CMD_SUB_H

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
	OPT_OP,
	OPT_SHARE,
	OPT_INPUTS,
	OPT_CPU_LIMIT,
	OPT_COMPILE_LIMIT,
	OPT_COMPLETION,
	OPT_PROMPT_BYTES,
	OPT_OVERWRITE,
	OPT_CACHE,
	OPT_NO_CACHE,
	OPT_QUIET,
	/* build and verify */
	OPT_SANDBOX,
	/* cat */
	OPT_KIND,
	OPT_HEAD,
	OPT_PRETTY,
	/* stats */
	OPT_JSON,
	/* verify */
	OPT_REPLAY,
	OPT_COUNT
};

enum { SANDBOX_STRICT, SANDBOX_DEGRADED };

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

/* Run a subcommand, as fl_opts_main() runs a tool: 0, 1 for a "no", or FL_RUN_FAILED. */
int ds_cmd_build(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_cat(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_convert(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_programs(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_stats(const struct fl_opts *o, struct fl_error *err);
int ds_cmd_verify(const struct fl_opts *o, struct fl_error *err);

#endif

/*
 * The main job: from corpora to verified, labelled, balanced shards of records with a manifest.
 *
 * The shards' bytes depend on the corpora's content, the options that shape it (seed, limits,
 * observed, rounds, sites, compile_sites, traces, crashes, divergences, share, projects, form,
 * seekable, prompt_bytes, inputs, cpu_ms), this program and the toolchain; not on jobs, on where
 * the corpora or the output lie, on who runs it, or on its environment.
 */
#ifndef FL_DATASETS_BUILD_H
#define FL_DATASETS_BUILD_H

#include <signal.h>

#include "base/sandbox/sandbox.h"
#include "datasets/build/part.h"
#include "datasets/manifest.h"
#include "datasets/record/record.h"
#include "tracegen/verify.h"

/* Defaults of the options that shape the content. */
enum { DS_COMPILE_SITES = 5, DS_TRACES = 4, DS_CRASHES_TRIED = 2, DS_SHARE = 6 };

/* Limits of sites: a number for each of the first corpora. */
enum { DS_LIMITS_MAX = 16 };

/* Most crash_reports of one program whose reports have the same hash. */
enum { DS_ALIKE_MAX = 3 };

struct ds_build_opts {
	const char *const *corpora; /* files and directories (datasets/corpus.h) */
	size_t corpus_count;
	const char *out; /* directory; made when it is not there */
	bool overwrite; /* replace a dataset that is there already */
	unsigned jobs; /* worker processes */
	uint64_t seed;
	/* Sites of one program of each corpus, the last for those that follow; 0: all. */
	uint64_t limits[DS_LIMITS_MAX];
	size_t limit_count; /* at least 1 */
	unsigned observed; /* percent, below which a program does not go on; 0: all go on */
	unsigned rounds; /* most rounds of sites (datasets/build/rounds.h); 0: until all is spent */
	unsigned sites; /* of each run-time operator in one program; 0: all */
	unsigned compile_sites; /* of each compile-time operator in one program */
	unsigned traces; /* traced sites of each runtime operator in one program */
	unsigned crashes; /* sites of each runtime operator that are run without sanitizers, too */
	unsigned divergences; /* and that are run beside the right program */
	const char *ops; /* names of the only operators, with commas between; NULL: all */
	unsigned share; /* most percent of the faults that one operator may have */
	/* Least percent of the faults of the run that are of programs with a repository; below 100. */
	unsigned projects;
	enum ds_form form; /* of answers */
	size_t seekable; /* shards: 0: one frame; else about so many bytes a frame */
	int64_t prompt_bytes; /* of code in a prompt; 0: no limit */
	unsigned inputs; /* most that are looked for where a program comes without; 0: none */
	unsigned cpu_ms; /* limit of a run, of which an original may use a tenth; 0: 1000 */
	const char *cache; /* directory, or NULL */
	struct ds_part part; /* of the work; with a count, cache is needed and out is not written */
	struct fl_box_opts box;
	const volatile sig_atomic_t *stop; /* not 0: give up; may be NULL */
	void (*progress)(void *ctx, const char *phase, size_t done, size_t count); /* may be NULL */
	/*
	 * Once, as soon as it is seen: why a result is not kept in the cache. It costs the time to
	 * do it again, and no content. May be NULL.
	 */
	void (*unkept)(void *ctx, const char *why);
	void *progress_ctx; /* for both */
};

/* One operator's fate over all sites of the programs that were taken. */
struct ds_op_row {
	int64_t sites, tried, compiled;
	int64_t by_status[TG_STATUS_COUNT];
	int64_t by_class[DIAG_CLASS_COUNT]; /* of the evidence of what was observed */
	int64_t traced, trace_refused; /* of the sites drawn for a trace */
	int64_t unrecorded; /* observed, but refused as a record */
	int64_t records, duplicates, over_share;
};

struct ds_build_report {
	struct ds_op_row ops[TG_OP_COUNT];
	int64_t by_class[DIAG_CLASS_COUNT]; /* records by their error class */
	struct ds_manifest manifest; /* what was written; in the caller's arena */
	size_t lost_units; /* chunks of sites whose worker died */
	size_t unkept; /* results that the cache did not take */
	size_t done; /* of a part: chunks of work that it did */
	size_t absent; /* and those of other parts without which it cannot go on */
};

/*
 * Build. FL_EINVAL when OUT holds a dataset already (without overwrite) or a corpus is not there;
 * FL_EMISSING when the sandbox or a tool is not to be had; FL_EREFUSED when no record came out
 * (the report tells why, and an empty dataset is written); FL_ECLOSED when stopped. OUT is complete
 * (its manifest written last) or has no manifest.
 *
 * Of a part no dataset is written: its results are in the cache, and the report has only `done` and
 * `absent`. With `absent` 0 all the work of the build is in the cache. A cache that does not take
 * its results is a failure.
 */
int ds_build(const struct ds_build_opts *opts, struct fl_arena *a,
	struct ds_build_report *ret_report, struct fl_error *err);

/* The summary for people: programs, operators, evidence, records, and what was left out and why. */
void ds_build_show(struct fl_buf *out, const struct ds_build_report *report);

#endif
